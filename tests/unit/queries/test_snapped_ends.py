"""`snap=`: blocked ends are moved to the nearest free point within a distance; compared with shapely."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
import shapely

import clearway as cw


def scene(seed, boxes=25, offset=0.0):
    rng = np.random.default_rng(seed)
    corners = rng.uniform(2, 34, (boxes, 2)) + offset
    rects = [
        shapely.box(x, y, x + w, y + h)
        for (x, y), (w, h) in zip(corners, rng.uniform(1, 6, (boxes, 2)), strict=True)
    ]
    world = cw.World.from_obstacles(rects, bounds=(offset, offset, offset + 40, offset + 40))
    return (
        world,
        shapely.union_all(rects),
        shapely.box(offset, offset, offset + 40, offset + 40),
        rng,
    )


def free_space(solid, box, radius):
    if not radius:
        return box.difference(solid)
    # Inscribed arcs: the buffer is too small by less than 1e-6 of the radius.
    return box.buffer(-radius).difference(solid.buffer(radius, quad_segs=512))


@pytest.mark.parametrize("planner", ["optimal", "channel", "ta*", "tra*", "thpa*", "vg", "bsp*"])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_ends_move_to_the_nearest_free_place(planner, offset):
    world, solid, box, rng = scene(1, offset=offset)
    radius = 0.0 if planner in ("vg", "bsp*") else 0.7
    free = free_space(solid, box, radius)
    moved = {True: 0, False: 0}
    for _ in range(60):
        a, b = rng.uniform(-2, 42, (2, 2)) + offset
        d = float(rng.choice([0.3, 1.0, 5.0]))
        path = world.find_path(a, b, radius, planner=planner, snap=d)
        far = [free.distance(shapely.Point(p)) for p in (a, b)]
        if min(abs(f - d) for f in far) < 1e-5:
            continue
        if max(far) > d:
            assert path.status is (
                cw.Status.START_BLOCKED if far[0] > d else cw.Status.GOAL_BLOCKED
            )
        else:
            assert path.status in (cw.Status.FOUND, cw.Status.NO_PATH)
        for end, given, name, f in zip(
            (path.start, path.goal), (a, b), ("start", "goal"), far, strict=True
        ):
            to = None if path.snapped is None else getattr(path.snapped, name)
            moved[to is not None] += 1
            if to is None:
                assert end.tolist() == given.tolist()
                assert f > d or world.is_free(given, radius)
            else:
                assert to.tolist() == end.tolist()
                assert world.is_free(end, radius)
                assert math.dist(end, given) == pytest.approx(f, abs=2e-6)
                assert math.dist(end, given) <= d
        if path.found:
            assert path.points[0].tolist() == path.start.tolist()
            assert path.points[-1].tolist() == path.goal.tolist()
            assert not path.verify()["crosses"]
            again = world.find_path(path.start, path.goal, radius, planner=planner)
            assert again.length == path.length
    assert min(moved.values()) > 20


def test_batches_equal_single_queries():
    world, *_, rng = scene(2)
    starts, goals = rng.uniform(-1, 41, (2, 300, 2))
    for radius in (0.4, rng.choice([0.0, 0.3, 0.9], 300)):
        paths = world.find_paths(starts, goals, radius, snap=1.5)
        radii = np.broadcast_to(radius, 300)
        single = [
            world.find_path(a, b, float(r), snap=1.5)
            for a, b, r in zip(starts, goals, radii, strict=True)
        ]
        assert paths.status.tolist() == [p.status for p in single]
        assert paths.length.tolist() == [p.length for p in single]
        flags = [
            [False, False] if p.snapped is None else [end is not None for end in p.snapped]
            for p in single
        ]
        assert paths.snapped.tolist() == flags
        assert paths.starts.tolist() == [p.start.tolist() for p in single]
        assert paths.goals.tolist() == [p.goal.tolist() for p in single]
        assert 30 < paths.snapped[:, 0].sum() < 290
        part = pickle.loads(pickle.dumps(paths[10:20]))
        assert part.snapped.tolist() == flags[10:20]
        assert part.in_world(world).snapped.tolist() == flags[10:20]
        for i in range(20):
            ours = pickle.loads(pickle.dumps(paths[i])).snapped
            assert (ours is None) == (single[i].snapped is None)
            if ours is not None:
                assert repr(ours) == repr(single[i].snapped)
    assert not world.find_paths(starts, goals, 0.4).snapped.any()


def test_distances_and_nearest():
    world, *_, rng = scene(3)
    starts, goals = rng.uniform(-1, 41, (10, 2)), rng.uniform(-1, 41, (40, 2))
    lengths = world.distances(starts, goals, 0.4, snap=2.0)
    for i, start in enumerate(starts):
        paths = world.find_paths(start, goals, 0.4, snap=2.0)
        assert np.allclose(lengths[i], paths.length, rtol=1e-12, atol=0)
        row, path = world.find_nearest(start, goals, 0.4, snap=2.0)
        assert path.length == pytest.approx(paths.length.min())
        if row is None:
            continue
        assert paths.length[row] == pytest.approx(path.length)
        assert path.goal.tolist() == paths.goals[row].tolist()
        flags = [False, False] if path.snapped is None else [p is not None for p in path.snapped]
        assert flags == paths.snapped[row].tolist()
    assert np.isfinite(lengths).sum() > np.isfinite(world.distances(starts, goals, 0.4)).sum()
    assert world.find_nearest((1, 1), [], snap=1.0)[0] is None


def test_parts_keep_what_was_moved():
    world = cw.World((0, 0, 10, 10))
    path = world.find_path((-1, 5), (11, 5), snap=2)
    assert path.snapped.start.tolist() == [0, 5]
    assert path.snapped.goal.tolist() == [10, 5]
    assert path.after(3).snapped.start is None
    assert path.after(3).snapped.goal.tolist() == [10, 5]
    assert path.before(3).snapped.goal is None


def test_nowhere_to_go():
    world = cw.World((0, 0, 10, 10))
    path = world.find_path((1, 5), (9, 5), 6.0, snap=math.inf)
    assert path.status is cw.Status.START_BLOCKED
    assert path.snapped is None
    assert world.find_path((-1e6, 5), (9, 5), 1.0, snap=math.inf).start.tolist() == [1, 5]
    assert world.find_path((-1, 5), (9, 5), snap=0).status is cw.Status.START_BLOCKED
    assert world.find_path((1, 5), (9, 5), snap=0).found


@pytest.mark.parametrize("bad", [-1, math.nan, "x", True, (1, 2)])
def test_bad_values(bad):
    world, grid = cw.World((0, 0, 10, 10)), cw.Grid(np.zeros((5, 5)))
    calls = [
        lambda: world.find_path((1, 5), (9, 5), snap=bad),
        lambda: world.find_paths([(1, 5)], (9, 5), snap=bad),
        lambda: world.distances((1, 5), [(9, 5)], snap=bad),
        lambda: world.find_nearest((1, 5), [(9, 5)], snap=bad),
        lambda: cw.Channel(world).find_path((1, 5), (9, 5), snap=bad),
        lambda: grid.find_path((1, 1), (3, 3), snap=bad),
        lambda: grid.find_paths([(1, 1)], (3, 3), snap=bad),
    ]
    for call in calls:
        with pytest.raises(cw.InvalidInput, match="snap"):
            call()


@pytest.mark.parametrize("planner", ["a*", "dijkstra", "hpa*", "jps", "pra*"])
def test_cells(planner):
    rng = np.random.default_rng(4)
    blocked = rng.random((40, 30)) < 0.55
    blocked[10:25, 5:20] = True
    grid = cw.Grid(blocked, cell=0.5, origin=(3, 4))
    free = np.argwhere(~blocked)[:, ::-1]
    moved = 0
    starts, goals = (rng.integers((0, 0), (30, 40), (80, 2)) for _ in range(2))
    batch = grid.find_paths(starts, goals, planner=planner, snap=1.3)
    for a, b, row in zip(starts, goals, batch, strict=True):
        path = grid.find_path(a, b, planner=planner, snap=1.3)
        assert path.status is row.status
        assert repr(path.snapped) == repr(row.snapped)
        for cell, end, name in zip((a, b), (path.start, path.goal), ("start", "goal"), strict=True):
            far = 0.5 * np.hypot(*(free - cell).T)
            to = None if path.snapped is None else getattr(path.snapped, name)
            assert (to is not None) == (0 < far.min() <= 1.3)
            if to is None:
                assert end.tolist() == grid.centres(cell).tolist()
            else:
                moved += 1
                assert math.dist(to, grid.centres(cell)) == pytest.approx(far.min())
                assert to.tolist() == grid.centres(free[far == far.min()][0]).tolist()
    assert moved > 40
    assert cw.Grid(np.ones((4, 4))).find_path((0, 0), (1, 1), snap=math.inf).status is (
        cw.Status.START_BLOCKED
    )


def test_planners_of_users():
    world = cw.World((0, 0, 10, 10))

    class Single(cw.Planner):
        name = "single"

        def find_path(self, start, goal, radius=0.0, **options):
            return self.path_through([start, goal], radius)

    class Batches(cw.Planner):
        name = "batches"

        def find_paths(self, starts, goals, radius=0.0, threads=None, **options):
            return cw.Optimal(self.world).find_paths(starts, goals, radius, threads)

    assert world.find_path((-1, 5), (5, 5), planner=Single, snap=2).points.tolist() == [
        [0, 5],
        [5, 5],
    ]
    paths = world.find_paths([(-1, 5)], (5, 5), planner=Single, snap=2)
    assert paths.snapped.tolist() == [[True, False]]
    assert world.find_path((-1, 5), (5, 5), planner=Batches, snap=2).snapped.start.tolist() == [
        0,
        5,
    ]
    with pytest.raises(cw.InvalidInput, match="own find_paths"):
        world.find_paths([(-1, 5)], (5, 5), planner=Batches, snap=2)


def test_moved_ends_are_printed_so_that_they_can_be_pasted_back():
    world = cw.World((410000.1, 5470000.1, 410020.7, 5470020.7))
    path = world.find_path((410005, 5470005), (410030, 5470010.123456789), 0.3, snap=20)
    pasted = eval(repr(path.snapped), {"Snapped": dict})
    assert pasted == {"start": None, "goal": tuple(path.goal.tolist())}
