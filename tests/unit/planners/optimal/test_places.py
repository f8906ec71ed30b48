"""Goals that are lines, areas, or several of these."""

from __future__ import annotations

import itertools
import math
import pickle

import numpy as np
import pytest
import shapely
from shapely.geometry import GeometryCollection, LineString, Point, Polygon

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.discs import Discs
from oracle.places import inside, shortest
from oracle.scene import build

NEAR = 1e-7  # relative: candidates stay 1e-9 away from the ends of free stretches


@pytest.fixture
def room():
    """A wall with a gap from y = 8 to the upper bound."""
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 0), (6, 0), (6, 8), (4, 8)])
    return world


def test_a_line_is_reached_at_right_angles():
    world = cw.World((0, 0, 10, 10))
    path = world.find_path((2, 3), [(9, 0), (9, 10)], radius=0.5)
    assert path.goal.tolist() == [9.0, 3.0]
    assert path.length == 7.0
    assert path.optimal
    assert path.goal_index == 0


def test_around_a_corner(room):
    path = room.find_path((1, 1), [(9, 0), (9, 10)])
    assert path.length == pytest.approx(math.hypot(3, 7) + 2 + 3, rel=1e-15)
    assert path.goal.tolist() == [9.0, 8.0]
    disc = room.find_path((1, 1), [(9, 0), (9, 10)], radius=1.0)
    assert disc.goal == pytest.approx([9.0, 9.0])
    assert disc.clearance >= 1.0 - 1e-12
    assert disc.optimal


def test_an_area_that_holds_the_start(room):
    area = [(0, 0), (3, 0), (3, 3), (0, 3), (0, 0)]
    path = room.find_path((1, 1), area)
    assert path.found
    assert path.length == 0
    assert path.goal.tolist() == [1.0, 1.0]
    ring = Polygon(area[:-1], [[(0.5, 0.5), (2, 0.5), (2, 2), (0.5, 2)]])
    in_hole = room.find_path((1, 1), ring)
    assert in_hole.length == 0.5
    assert room.find_path((1, 1), [(0, 0), (3, 0), (3, 3), (0, 3)]).length == 1.0  # a line


def test_a_goal_that_is_covered_in_part(room):
    """The nearest free point of a line that lies in an obstacle, for the disc's centre."""
    line = [(5, 0), (5, 10)]
    assert room.find_path((1, 5), line).goal == pytest.approx([5.0, 8.0])
    assert room.find_path((1, 5), line, radius=0.5).goal == pytest.approx([5.0, 8.5])
    covered = room.find_path((1, 5), [(5, 1), (5, 7)])
    assert covered.status is cw.Status.GOAL_BLOCKED
    assert covered.goal_index is None
    assert np.isnan(covered.goal).all()
    assert room.find_path((5, 5), line).status is cw.Status.START_BLOCKED


def test_lines_on_walls_and_bounds(room):
    assert room.find_path((1, 5), [(4, 0), (4, 8)]).length == 3.0
    assert room.find_path((1, 5), [(0, 0), (0, 10)]).length == 1.0
    assert room.find_path((1, 5), [(0, 0), (0, 10)], radius=0.5).status is cw.Status.GOAL_BLOCKED
    assert room.find_path((1, 5), [(1, 5), (9, 5)]).length == 0.0
    beyond = room.find_path((1, 5), [(-50, 9), (50, 9)])
    assert beyond.length == 4.0


def test_several_goals(room):
    exits = [LineString([(9, 0), (9, 1)]), (8.0, 9.0), Polygon([(0, 8), (2, 8), (2, 9), (0, 9)])]
    path = room.find_path((7, 9), exits)
    assert path.goal_index == 1
    assert path.goal.tolist() == [8.0, 9.0]
    assert room.find_path((3, 5), exits).goal_index == 2
    paths = room.find_paths(
        [(7, 9), (3, 5)], GeometryCollection([LineString([(0, 9), (1, 9)]), Point(9, 9)])
    )
    assert paths.goal_index.tolist() == [1, 0]
    assert paths.goals.tolist() == [[9.0, 9.0], [1.0, 9.0]]
    assert [p.goal_index for p in paths[::-1]] == [0, 1]
    again = pickle.loads(pickle.dumps(paths))
    assert again.goal_index.tolist() == [1, 0]
    assert pickle.loads(pickle.dumps(path)).goal_index == 1


def test_one_place_for_each_start(room):
    goals = [LineString([(9, 0), (9, 10)]), Polygon([(0, 8), (2, 8), (2, 9), (0, 9)])]
    paths = room.find_paths([(7, 9), (1, 5)], goals)
    assert paths.length.tolist() == [2.0, 3.0]
    assert paths.goal_index.tolist() == [0, 0]
    with pytest.raises(cw.InvalidInput, match="3 starts but 2 goals; find_nearest"):
        room.find_paths([(7, 9)] * 3, goals)


@pytest.mark.parametrize("planner", ["channel", "ta*", "tra*", "thpa*", "vg", "vgo", "bsp*"])
def test_other_planners_go_to_the_same_point(room, planner):
    line = LineString([(9, 0), (9, 10)])
    best = room.find_path((1, 1), line)
    path = room.find_path((1, 1), line, planner=planner)
    assert path.found
    assert path.planner == planner
    assert path.goal.tolist() == best.goal.tolist()
    assert path.length >= best.length * (1 - 1e-12)
    assert (
        room.find_path((1, 1), LineString([(5, 1), (5, 2)]), planner=planner).status
        is cw.Status.GOAL_BLOCKED
    )


def test_distances_and_nearest(room):
    exits = [[(9, 0), (9, 1)], [(0, 9), (3, 9)], Polygon([(5, 1), (5.5, 1), (5.5, 2)])]
    lengths = room.distances([(7, 9), (2, 5)], exits)
    assert lengths.shape == (2, 3)
    assert lengths[:, 2].tolist() == [np.inf, np.inf]
    assert lengths[0] == pytest.approx([room.find_path((7, 9), e).length for e in exits])
    row, path = room.find_nearest((2, 5), exits)
    assert row == 1
    assert path.length == 4.0
    rows, paths = room.find_nearest([(2, 5), (7, 1)], exits)
    assert rows.tolist() == [1, 0]
    assert paths.length == pytest.approx([4.0, 2.0])
    rows, paths = room.find_nearest([(2, 5), (7, 1)], [(1, 5), (9, 1)])
    assert rows.tolist() == [0, 1]
    assert room.find_nearest((2, 5), [exits[2]])[0] is None


@pytest.mark.parametrize(
    ("line", "widest"),
    [
        ([(9, 1), (9, 9)], 1.0),
        ([(9, 1), (9, 8)], 1.0),
        ([(1, 1), (9, 1)], 1.0),
        ([(1, 1), (9, 9)], 5.0),
        ([(1, 9), (9, 1)], 5.0),
    ],
)
def test_max_radius_to_a_line_that_begins_on_an_edge_of_the_mesh(line, widest):
    """The first part of such a line is a single point; the rest of it counts too."""
    world = cw.World((0, 0, 10, 10))
    assert world.max_radius((5, 5), LineString(line)) == pytest.approx(widest, rel=1e-12)
    assert world.max_radius(LineString(line[::-1]), (5, 5)) == pytest.approx(widest, rel=1e-12)


def test_reachable_and_max_radius(room):
    left, right = LineString([(2, 0), (2, 10)]), LineString([(8, 0), (8, 10)])
    assert room.reachable(left, right, 0.999)
    assert not room.reachable(left, right, 1.001)
    assert room.max_radius(left, right) == pytest.approx(1.0, rel=1e-12)
    assert room.max_radius((2, 9.5), right) == pytest.approx(0.5, rel=1e-12)
    assert room.max_radius((2, 9.5), Polygon([(0, 0), (3, 0), (3, 10), (0, 10)])) == pytest.approx(
        0.5
    )
    assert math.isnan(room.max_radius((2, 5), LineString([(5, 1), (5, 2)])))
    radii = room.max_radius([left, left], [right, Point(8, 5)])
    assert radii == pytest.approx([1.0, 1.0], rel=1e-12)
    assert room.reachable([left, right], (2, 5), [0.5, 1.5]).tolist() == [True, False]


@pytest.mark.parametrize(
    ("goal", "match"),
    [
        ([(1, 1), (2, float("nan"))], "finite"),
        ({"type": "Sphere"}, "Sphere"),
        (GeometryCollection([]), "empty"),
        ([[(1, 1), (2, 2)], [(1, 2, 3), (4, 5, 6)]], r"goal\[1\]"),
        (LineString([(0, 0), (1e300, 1)]), "2\\*\\*100"),
    ],
)
def test_bad_goals_are_refused(room, goal, match):
    with pytest.raises(cw.InvalidInput, match=match):
        room.find_path((1, 1), goal)


def test_options_for_points_are_refused(room):
    with pytest.raises(cw.InvalidInput, match="partial"):
        room.find_path((1, 1), LineString([(9, 0), (9, 10)]), partial=True)
    limited = room.find_path((1, 1), LineString([(9, 0), (9, 10)]), limit=1)
    assert limited.lower_bound <= room.find_path((1, 1), LineString([(9, 0), (9, 10)])).length


def walls_of(discs):
    """All boundaries, whole and cut where they meet, N x 4."""
    return np.vstack([discs.linework.raw, discs.linework.segments])


def goal_of(rng, walls):
    """Segments of a line or ring, some along walls, through corners, or without length."""
    size = rng.choice([1, 1, 1, 2, 4])
    points = rng.uniform(-1, 21, (size + 1, 2))
    choice = rng.random()
    if choice < 0.15:
        wall = walls[rng.integers(len(walls))]
        points = np.array([wall[:2], wall[2:]])
        if rng.random() < 0.5:
            points = points[0] + rng.uniform(-1, 2, (2, 1)) * (points[1] - points[0])
    elif choice < 0.3:
        points[0] = walls[rng.integers(len(walls)), :2]
    elif choice < 0.35:
        points[:] = points[0]
    elif choice < 0.5:
        points = np.round(points)
    return points


def check(kind, seed, count, by_oracle):
    """Compares with the shortest path to the points that come into question."""
    scene, queries = make(kind, seed, count)
    world, discs = build(cw, scene), Discs(scene.bounds, scene.obstacles)
    walls = walls_of(discs)
    rng = np.random.default_rng([seed, 11])
    compared = 0
    for start, _, radius in queries:
        r = radius if rng.random() < 0.6 else 0.0
        goal = goal_of(rng, walls)
        is_area = len(goal) > 3 and rng.random() < 0.5
        note = f"{kind} {seed} {start} {goal.tolist()} r={r!r} area={is_area}"
        ring = np.vstack([goal, goal[:1]])
        line = ring if is_area else goal
        if (goal == goal[0]).all():
            path = world.find_path(start, [goal[0]], radius=r)
        else:
            path = world.find_path(start, line, radius=r)
        if path.status is cw.Status.START_BLOCKED:
            assert not world.is_free(start, r), note
            continue
        if is_area and LineString(ring).distance(Point(start)) > 1e-9 and inside(goal, start):
            assert path.length == 0, note
            continue
        segments = list(itertools.pairwise(line))

        def length_to(points, start=start, r=r):
            if by_oracle:
                return [
                    math.inf if discs.is_blocked(p, r) else discs.shortest(start, tuple(p), r)[0]
                    for p in points.tolist()
                ]
            return world.distances(start, points, r)

        best, end = shortest(segments, start, walls, r, length_to)
        compared += 1
        if not path.found:
            # A stretch shorter than the steps of the candidates may be missed by them only.
            assert best == math.inf, f"{note}: {path.status.name} but {best!r} to {end}"
            continue
        assert path.length <= best * (1 + NEAR) + NEAR, f"{note}: {path.length!r} {best!r} {end}"
        if best == math.inf or path.length < best * (1 - NEAR) - NEAR:
            # Then the disc must fit at its end, and the path must be legal.
            assert world.is_free(path.goal, r), note
            direct = world.find_path(start, path.goal, radius=r)
            assert direct.found, note
            assert direct.length == pytest.approx(path.length, rel=1e-9), note
        off = min(shapely.distance(LineString([p, q]), Point(path.goal)) for p, q in segments)
        assert off < 1e-9, note
        verdict = path.verify()
        assert verdict["clearance"] >= r * (1 - 1e-9) - 1e-11, f"{note} {verdict}"
        assert not verdict["crosses"], f"{note} {verdict}"
    return compared


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_against_points_that_come_into_question(kind):
    assert sum(check(kind, seed, 12, by_oracle=False) for seed in range(3)) > 10


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_against_the_oracle(kind):
    assert check(kind, 100, 4, by_oracle=True) > 0


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_many_against_points_that_come_into_question(kind):
    compared = sum(check(kind, seed, 40, by_oracle=False) for seed in range(1000, 1020))
    print(kind, compared)
    assert compared > 500


@pytest.mark.parametrize("radius", [0.0, 0.4])
def test_no_sampled_goal_is_nearer_and_samples_converge(radius):
    world = cw.generate.boxes(size=60, seed=4, obstacles=40)
    rng = np.random.default_rng(8)
    for start in world.random_points(12, radius, rng=rng):
        line = rng.uniform(0, 60, (2, 2))
        path = world.find_path(start, line, radius=radius)
        gaps = []
        for count in (50, 400):
            points = line[0] + np.linspace(0, 1, count)[:, None] * (line[1] - line[0])
            nearest = world.distances(start, points, radius).min()
            if not path.found:
                assert nearest == np.inf
                break
            assert path.length <= nearest * (1 + 1e-9)
            gaps.append(nearest - path.length)
        if len(gaps) == 2:
            assert gaps[1] <= 2 * np.hypot(*(line[1] - line[0])) / 400


def test_a_place_in_a_gap_that_is_too_narrow_by_rounding():
    """The middle of the gap is free as a place, as it is as a point: from both sides.

    The radius is the root of 1/2 rounded up, and the posts are twice the exact root apart.
    """
    world = cw.World((0, 0, 7, 7))
    for post in [(4, 5), (4, 3), (3, 4)]:
        world.add_post(post)
    radius, start, middle = math.sqrt(0.5), (3.5, 1.0), (3.5, 4.5)
    corner = [(3.5, 4.5), (3.5, 4.55), (3.45, 4.5), (3.5, 4.5)]
    expected = world.find_path(start, middle, radius)
    for goal in (
        {"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": middle}]},
        [[middle], [(6.5, 6.5)]],
        corner,
    ):
        path = world.find_path(start, goal, radius)
        assert path.length == pytest.approx(expected.length, rel=1e-12)
        assert path.optimal
        field = world.field(goal, radius)
        assert field.distance(start) == pytest.approx(expected.length, rel=1e-12)
    # The gap stays closed on the way to other goals.
    beyond = world.find_path((3.9, 4.05), (3.0, 5.0), radius)
    assert beyond.length > 2 * math.dist((3.9, 4.05), (3.0, 5.0))


@pytest.mark.parametrize(
    ("posts", "walls", "start", "line"),
    [
        (
            [(1.787955825501939, 1.3605325637359034), (11.568574856585052, 5.0446941436652395)],
            [[(5.746459554610745, 8.559602374892824), (9.11856496601996, 18.195662425982277)]],
            (17.838033383660854, 5.572660510378871),
            [(6.013617360028762, 8.59599234725073), (1.0733990497477963, 6.560627819412272)],
        ),
        (
            [(10.372977103274556, 13.175274510339362)],
            [
                [(11.167085615775527, 10.441624589285556), (1.071507786016774, 14.470759299000422)],
                [(18.441963373808722, 15.00509977555625), (10.260927721735863, 18.316336788877653)],
            ],
            (11.093260283527588, 11.255479752013445),
            [(18.657289396925194, 17.228147243078904), (17.75521879583368, 12.464912488902081)],
        ),
    ],
)
def test_a_line_across_needles_of_the_mesh(posts, walls, start, line):
    """No point of the line has coordinates inside a triangle with two corners one unit apart."""
    world = cw.World(bounds=(0, 0, 20, 20))
    for x, y in posts:
        world.add_post((x, y))
        world.add_post((x, math.nextafter(y, math.inf)))
    for wall in walls:
        world.add_wall(wall)
    path = world.find_path(start, [line])
    assert path.found
    assert shapely.LineString(line).distance(shapely.Point(path.points[-1])) < 1e-12
    ends = np.linspace(*line, 65)
    assert path.length <= world.distances(start, ends).min() * (1 + 1e-9)
    assert world.field([line]).distance(start) == pytest.approx(path.length, rel=1e-9)
