"""Following a path: positions, directions, equal steps, nearest points, on lines and arcs."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.scene import build

BOX = [(4, 2), (6, 2), (6, 8), (4, 8)]


def paths(kind, seeds, queries=6):
    """Paths of points and discs in random small worlds, PARTIAL ones too."""
    for seed in seeds:
        scene, asked = make(kind, seed, queries)
        world = build(cw, scene)
        for a, b, r in asked:
            for planner, options in (("optimal", {"partial": True}), ("channel", {})):
                path = world.find_path(a, b, r, planner=planner, **options)
                if path.status <= cw.Status.PARTIAL and path.length > 0:
                    yield path


def by_segments(path, s):
    """Point, heading and curvature at a distance, from `path.segments` one by one."""
    for i, piece in enumerate(path.segments):
        if s < piece.length or i == len(path.segments) - 1:
            t = min(s / piece.length, 1.0) if piece.length else 0.0
            if isinstance(piece, cw.Line):
                (x0, y0), (x1, y1) = piece
                return (x0 + t * (x1 - x0), y0 + t * (y1 - y0)), math.atan2(y1 - y0, x1 - x0), 0.0
            angle = piece.start_angle + t * (piece.end_angle - piece.start_angle)
            side = 1 if piece.ccw else -1
            x, y = piece.center
            point = x + piece.radius * math.cos(angle), y + piece.radius * math.sin(angle)
            return point, angle + side * math.pi / 2, side / piece.radius
        s -= piece.length
    return tuple(path.start), math.nan, 0.0


def check_positions(kind, seeds):
    """Compares positions along paths with those on their segments; how many, and how many on arcs."""
    rng = np.random.default_rng(3)
    compared = arcs = 0
    for path in paths(kind, seeds):
        # Joints belong to either side, up to rounding: distances are taken away from them.
        ends = np.cumsum([piece.length for piece in path.segments])
        s = rng.uniform(0, path.length, 40)
        s = s[(np.abs(s[:, None] - ends) > 1e-9).all(axis=1)]
        points, headings, bends = path.at(s), path.heading(s), path.curvature(s)
        assert points.shape == (len(s), 2)
        for i, one in enumerate(s.tolist()):
            point, heading, bend = by_segments(path, one)
            assert points[i] == pytest.approx(point, abs=1e-12)
            assert bends[i] == bend
            turn = (headings[i] - heading) % math.tau
            assert min(turn, math.tau - turn) < 1e-12
            assert path.at(one).tolist() == points[i].tolist()
            assert path.heading(one) == headings[i]
            arcs += bend != 0
        compared += len(s)
        assert (np.abs(headings) <= math.pi).all()
    return compared, arcs


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_positions_are_those_of_the_segments(kind):
    _, arcs = check_positions(kind, range(6))
    assert arcs > 20


def test_headings_beside_a_multiple_of_pi_are_in_range():
    (path,) = [
        path
        for path in paths("mixed", [162])
        if (np.abs(path.heading(np.linspace(0, path.length, 200)) % math.pi) < 1e-9).any()
    ][:1]
    headings = path.heading(np.linspace(0, path.length, 200))
    assert (headings > -math.pi).all()
    assert (headings <= math.pi).all()


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_positions_are_those_of_the_segments_long(kind):
    print(kind, *check_positions(kind, range(100, 200)))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_position_projects_to_its_distance(kind):
    rng = np.random.default_rng(4)
    for path in paths(kind, range(6, 10)):
        s = np.concatenate(([0.0, path.length], rng.uniform(0, path.length, 30)))
        back = path.project(path.at(s))
        assert path.at(back) == pytest.approx(path.at(s), abs=1e-9)
        if path.optimal:  # it meets itself nowhere
            assert back == pytest.approx(s, abs=1e-9)


@pytest.mark.parametrize("kind", sorted(KINDS)[::2])
def test_projections_are_nearest_points(kind):
    rng = np.random.default_rng(5)
    for path in paths(kind, range(3), 3):
        points = rng.uniform(-5, 25, (40, 2))
        s = path.project(points)
        assert path.project(points[0]) == s[0]
        dense = path.at(np.linspace(0, path.length, 4000))
        far = np.hypot(*(dense[None] - points[:, None]).transpose(2, 0, 1)).min(axis=1)
        near = np.hypot(*(path.at(s) - points).T)
        assert (near <= far + 1e-12).all()
        assert (far - near <= path.length / 4000 + 1e-12).all()


def test_projecting_many_points_in_blocks(monkeypatch):
    from clearway._path import along

    world = cw.World((0, 0, 10, 10))
    world.add(BOX)
    path = world.find_path((1, 5), (9, 5), 0.5)
    points = np.random.default_rng(1).uniform(0, 10, (500, 2))
    whole = path.project(points)
    monkeypatch.setattr(along, "_AT_ONCE", 7)
    assert np.array_equal(path.project(points), whole)
    assert path.project(np.empty((0, 2))).shape == (0,)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_equal_steps(kind):
    rng = np.random.default_rng(6)
    for path in paths(kind, range(10, 14)):
        step = path.length * float(rng.uniform(0.01, 1.5))
        points = path.resample(step)
        assert points[0].tolist() == path.start.tolist()
        assert points[-1].tolist() == path.points[-1].tolist()
        assert len(points) == 1 + math.ceil(path.length / step)
        s = np.linspace(0, path.length, len(points))
        assert np.array_equal(points, path.at(s))
        gaps = np.hypot(*np.diff(points, axis=0).T)
        assert gaps.max() <= step * (1 + 1e-9)
        poses = path.poses(step)
        assert np.array_equal(poses[:, :2], points)
        assert np.array_equal(poses[:, 2], path.heading(s))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_headings_by_finite_differences(kind):
    h = 1e-6
    rng = np.random.default_rng(7)
    for path in paths(kind, range(14, 18)):
        ends = np.cumsum([piece.length for piece in path.segments])
        s = rng.uniform(0, path.length, 40)
        s = s[(np.abs(s[:, None] - ends) > 2 * h).all(axis=1) & (s > 2 * h)]
        ahead = path.at(s + h) - path.at(s - h)
        turn = path.heading(s) - np.arctan2(ahead[:, 1], ahead[:, 0])
        turn -= math.tau * np.round(turn / math.tau)
        assert np.abs(turn).max(initial=0) < 1e-8 / h * 1e-2
        bend = path.heading(s + h) - path.heading(s - h)
        bend -= math.tau * np.round(bend / math.tau)
        assert bend / (2 * h) == pytest.approx(path.curvature(s), abs=1e-6)


def test_steps_that_divide_the_length_up_to_rounding():
    world = cw.World((0, 0, 100, 100))
    for n, step in itertools.product((3, 6, 7, 11, 30, 97), (0.1, 0.3, 1 / 3, 0.7)):
        path = world.find_path((1, 1), (1 + n * step, 1))
        assert len(path.resample(step)) in (n + 1, n + 2)  # 1 + n * step is rounded
        exact = world.find_path((0, 1), (n * step, 1))
        assert len(exact.resample(step)) == n + 1


def test_ends_are_clamped_and_exact(room):
    path = room.find_path((1, 5), (9, 5), 0.5)
    assert path.at([-3, 0]).tolist() == [[1, 5]] * 2
    assert path.at([path.length, 1e30]).tolist() == [[9, 5]] * 2
    assert path.heading(-1) == path.heading(0)
    assert path.heading(path.length) == path.heading(1e9)
    for piece, s in zip(path.segments, np.cumsum([p.length for p in path.segments]), strict=True):
        assert path.at(s) == pytest.approx(piece.end, abs=1e-14)
    assert path.at(3).shape == (2,)
    assert path.at([3]).shape == (1, 2)
    assert path.at([]).shape == (0, 2)
    assert isinstance(path.heading(3), float)
    assert isinstance(path.curvature(np.float64(3)), float)
    assert isinstance(path.project((3, 3)), float)


def test_a_bend_has_the_direction_behind_it(room):
    path = room.find_path((1, 5), (9, 5))
    first, second, third = path.segments
    assert path.heading(first.length) == 0.0
    assert abs(path.heading(np.nextafter(first.length, 0))) == pytest.approx(math.pi / 4)
    assert abs(path.heading(first.length + second.length)) == pytest.approx(math.pi / 4)
    assert path.at(first.length).tolist() == list(first.end)
    assert path.at(path.length).tolist() == list(third.end)


def test_a_path_without_length(room):
    path = room.find_path((1, 5), (1, 5))
    assert path.at([0, 5]).tolist() == [[1, 5]] * 2
    assert path.resample(1).tolist() == [[1, 5]]
    assert math.isnan(path.heading(0))
    assert path.curvature(0) == 0
    assert np.isnan(path.poses(1)[0, 2])
    assert path.project([(3, 3), (1, 5)]).tolist() == [0, 0]
    assert path.times(1).tolist() == [0]
    assert path.clearance_at(0) == 1
    for part in (path.after(0), path.before(0), path.after(3)):
        assert part.found
        assert part.points.tolist() == [[1, 5]]


def test_far_from_the_origin():
    world = cw.World((1e6, 2e6, 1e6 + 100, 2e6 + 100))
    world.add(np.array(BOX) * 10 + (1e6, 2e6))
    path = world.find_path((1e6 + 10, 2e6 + 50), (1e6 + 90, 2e6 + 50), 5)
    s = np.linspace(0, path.length, 300)
    assert path.project(path.at(s)) == pytest.approx(s, abs=1e-8)
    assert path.clearance_profile(0.5).min() >= 5 - 1e-8
    assert path.after(30).length + path.before(30).length == pytest.approx(path.length, abs=1e-8)


def test_paths_on_grids():
    grid = cw.Grid(np.zeros((6, 8), dtype=bool), cell=2.0, origin=(10, 20))
    path = grid.find_path((0, 0), (5, 2))
    assert path.at([0, 99]).tolist() == [[11, 21], [21, 25]]
    assert len(path.resample(1.0)) == 13
    assert path.times(2.0)[-1] == pytest.approx(path.length / 2)
    for s in np.linspace(0, path.length, 23).tolist():
        ahead, behind = path.after(s), path.before(s)
        assert type(ahead) is type(path)
        assert ahead.cells[0].tolist() == behind.cells[-1].tolist()
        cell = ((path.at(s) - (10, 20)) / 2).tolist()
        assert all(
            c <= x + 1e-9 and x <= c + 1 + 1e-9 for c, x in zip(ahead.cells[0], cell, strict=True)
        )
        assert len(ahead.cells) + len(behind.cells) == len(path.cells) + 1
        assert ahead.length + behind.length == pytest.approx(path.length)
    with pytest.raises(cw.InvalidInput, match="only a path in a World"):
        path.clearance_at(0)
    with pytest.raises(cw.InvalidInput, match="only a path in a World"):
        path.corridor()


METHODS = {
    "at": (0,), "heading": (0,), "curvature": (0,), "resample": (1,), "poses": (1,),
    "project": ((1, 1),), "after": (0,), "before": (0,), "times": (1,), "clearance_at": (0,),
    "clearance_profile": (1,), "corridor": (),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(METHODS))
def test_without_a_path_there_is_nothing_to_follow(room, name):
    path = room.find_path((5, 5), (9, 5))
    with pytest.raises(
        cw.InvalidInput, match="no path to follow: <Path START_BLOCKED: the start lies"
    ):
        getattr(path, name)(*METHODS[name])


@pytest.mark.parametrize("name", ["at", "heading", "curvature", "clearance_at"])
def test_bad_distances(room, name):
    path = room.find_path((1, 5), (9, 5))
    for bad in (math.nan, math.inf, -math.inf):
        with pytest.raises(cw.InvalidInput, match=r"s is (nan|inf|-inf): it must be finite"):
            getattr(path, name)(bad)
        with pytest.raises(cw.InvalidInput, match=r"s\[1\] is") as caught:
            getattr(path, name)([0, bad])
        assert caught.value.index == 1
    for bad in ([[1, 2]], "x", None, True, [True], 1j):
        with pytest.raises(cw.InvalidInput):
            getattr(path, name)(bad)


@pytest.mark.parametrize("name", ["resample", "poses", "clearance_profile"])
def test_bad_steps(room, name):
    path = room.find_path((1, 5), (9, 5))
    for bad in (0, -1, math.nan, math.inf, "x", None, [1], 1e-9, 5e-324, True):
        with pytest.raises(cw.InvalidInput, match="step"):
            getattr(path, name)(bad)


def test_bad_points_and_parts(room):
    path = room.find_path((1, 5), (9, 5))
    for bad in (3, (1, 2, 3), [(1, math.nan)], "x", []):
        with pytest.raises(cw.InvalidInput, match="point"):
            path.project(bad)
    for bad in ([1], math.nan, "x", None):
        with pytest.raises(cw.InvalidInput):
            path.after(bad)
        with pytest.raises(cw.InvalidInput):
            path.before(bad)


@pytest.mark.parametrize("planner", sorted(cw._planners.WORLD_PLANNERS))
def test_paths_of_every_planner_can_be_followed(planner, large_town):
    rng = np.random.default_rng(11)
    discs = cw._planners.WORLD_PLANNERS[planner]._info.takes_discs
    for radius in (0.0, 0.4) if discs else (0.0,):
        ends = large_town.random_points(6, radius, rng)
        for path in large_town.find_paths(ends[:3], ends[3:], radius, planner):
            assert path.length == pytest.approx(path.verify()["length"], rel=1e-14)
            assert path.at(path.length).tolist() == path.points[-1].tolist()
            s = rng.uniform(0, path.length, 20)
            assert path.at(path.project(path.at(s))) == pytest.approx(path.at(s), abs=1e-11)
            assert (path.clearance_at(s) >= radius - 1e-12).all()
            assert path.after(s[0]).length == pytest.approx(path.length - s[0])


def test_legs_of_a_journey_can_be_followed(large_town):
    a, b = large_town.random_points(2, 0.3, 4)
    journey = cw.THPAStar(large_town, radii=(0.3,)).begin(a, b, radius=0.3)
    for leg in journey:
        assert leg.at([0, leg.length]).tolist() == [leg.points[0].tolist(), leg.points[-1].tolist()]
        assert leg.times(1.0)[-1] == pytest.approx(leg.length)


def test_scaling_by_a_power_of_two_changes_nothing(room):
    path = room.find_path((1, 5), (9, 5), 0.5)
    for k in (-60, -20, 30):
        f = 2.0**k
        world = cw.World((0, 0, 10 * f, 10 * f))
        world.add(np.array(BOX) * f)
        twin = world.find_path((f, 5 * f), (9 * f, 5 * f), 0.5 * f)
        s = np.linspace(0, path.length, 50)
        assert np.array_equal(twin.at(s * f), path.at(s) * f)
        assert np.array_equal(twin.heading(s * f), path.heading(s))
        assert np.array_equal(twin.curvature(s * f), path.curvature(s) / f)
        assert np.array_equal(twin.resample(0.1 * f), path.resample(0.1) * f)
        outside = [p.sample(0.01 * g, outside=True) / g for p, g in ((path, 1), (twin, f))]
        assert outside[0] == pytest.approx(outside[1])
        # Doubling lengths and speeds keeps the times.
        assert twin.times(f, 0.5 * f, 1.0) == pytest.approx(path.times(1, 0.5, 1.0))
