"""The verifier: what crosses an obstacle and what only touches it, by shapely on small integers,
where touching is common, and on the same worlds turned, where rounding decides it."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.scene import build, script
from support.crossings import SIZE, across, crosses, polyline, ring, turned

ROUNDING = 2.0**-49


@pytest.mark.parametrize("angle", [0.0, 0.3, 2.1])
@pytest.mark.parametrize("kind", ["ring", "wall"])
def test_crossings_by_shapely(kind, angle):
    rng = np.random.default_rng(7)
    square = shapely.box(-1, -1, SIZE + 1, SIZE + 1)
    many = {True: 0, False: 0}
    for _ in range(400):
        world = cw.World(bounds=(-60, -60, 60, 60))
        if kind == "ring":
            points = ring(rng)
            inside = shapely.Polygon(points)
            world.add(turned(points, angle))
        else:
            points, inside = across(rng)
            world.add_wall(turned(points, angle))
        for _ in range(10):
            way = polyline(rng)
            if len(way) < 2:
                continue
            line = shapely.LineString(way)
            owed = line.relate_pattern(inside, "T********")
            if kind == "wall":
                owed = owed and line.relate_pattern(square.difference(inside), "T********")
            many[owed] += 1
            note = f"{points.tolist()} {way.tolist()}"
            assert crosses(world, turned(way, angle)) == owed, note
            assert crosses(world, turned(way[::-1], angle)) == owed, note
    assert min(many.values()) > 200


@pytest.mark.parametrize("angle", [0.0, 0.3])
def test_a_wall_is_crossed_within_and_touched_at_its_ends(angle):
    world = cw.World(bounds=(-60, -60, 60, 60))
    world.add_wall(turned([(1, 1), (4, 1), (4, 3)], angle))
    for way, owed in (
        ([(2, 0), (2, 1), (2, 2)], True),  # with a corner of the path on it
        ([(2, 0), (2, 1), (3, 1), (3, 2)], True),  # along it, and off on the other side
        ([(2, 0), (2, 1), (3, 1), (3, 0)], False),
        ([(2, 0), (2, 1), (1, 1), (1, 2)], False),  # round its end
        ([(0, 1), (4, 1), (5, 1)], False),  # along all of it, below
        ([(2, 2), (2, 1), (4, 1), (5, 1)], True),
        ([(0, 1), (4, 1), (4, 3), (3, 3)], False),
        ([(0, 1), (4, 1), (4, 3), (5, 3)], False),
        ([(0, 0), (2, 2)], False),  # over its end
        ([(0, 1), (2, 1)], False),
        ([(3, 2), (4, 1), (5, 0)], True),
        ([(3, 0), (4, 1), (5, 2)], False),
        ([(3, 2), (4, 2)], False),  # ends on it
        ([(4, 2), (3, 2), (4, 1)], False),
    ):
        assert crosses(world, turned(way, angle)) == owed, way
        assert crosses(world, turned(way[::-1], angle)) == owed, way


@pytest.mark.parametrize("size", [1.0, 1e5, 1e-7])
def test_crossings_deeper_than_rounding_are_found(size):
    world = cw.World(bounds=(-10 * size, -10 * size, 10 * size, 10 * size))
    world.add_wall([(2 * size, -size), (2 * size, 3 * size)])
    world.add(np.array([(4, 0), (6, 0), (6, 2), (4, 2)]) * size)
    for deep, owed in ((0.25, False), (1.5, True), (4.0, True), (1e6, True)):
        d = deep * ROUNDING * 4 * size
        assert crosses(world, [(size, size), (2 * size + d, size)]) == owed
        assert crosses(world, [(3 * size, size), (4 * size + d, size)]) == owed
        way = np.array([(3, 1), (5, 3)]) * size  # over the corner of the ring
        assert not crosses(world, way - (d, 0))
        assert crosses(world, way - (-2 * d, 0)) == owed
        assert crosses(world, [(size, size), (2 * size + d, size), (3 * size, size)])


def near_walls(rng, world, scene):
    corners = np.array(world.mesh().vertices)
    free = corners[[bool(world.is_free(p)) for p in corners]]
    segments = list(scene.segments())
    a, b = (np.array(p, float) for p in segments[rng.integers(len(segments))])
    if rng.random() < 0.5 or not len(free):
        return a + rng.uniform() * (b - a)
    return free[rng.integers(len(free))]


def check_touching(kind, seed, queries):
    """Paths between points on walls and on rounded crossings are legal."""
    scene, _ = make(kind, seed, 1)
    if len(list(scene.segments())) > 60:
        return
    world, rng = build(cw, scene), np.random.default_rng(seed)
    for _ in range(queries):
        a, b = near_walls(rng, world, scene), near_walls(rng, world, scene)
        for planner in ("optimal", "channel"):
            path = world.find_path(a, b, planner=planner)
            if path.found and path.segments:
                verdict = path.verify()
                note = f"{kind} {seed} {a.tolist()} {b.tolist()} {planner}\n{script(scene)}"
                assert not verdict["crosses"], note
                assert verdict["free"], note


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_paths_that_touch_do_not_cross(kind):
    for seed in range(12):
        check_touching(kind, seed, 6)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_paths_that_touch_do_not_cross_long(kind):
    for seed in range(100, 700):
        check_touching(kind, seed, 12)


@pytest.mark.parametrize(
    ("kind", "seed", "a", "b"),
    [
        # Along stairs with a step of one unit in the last place.
        ("zigzags", 140, (9.194103464252404, 7.890462237410304), (11.045359325821924, 8.816090168195064)),
        ("zigzags", 517, (13.479722022100045, 11.34352154923661), (9.88872116073135, 13.444576487864898)),
    ],
)  # fmt: skip
def test_paths_that_once_seemed_to_cross(kind, seed, a, b):
    world = build(cw, make(kind, seed, 1)[0])
    assert not world.find_path(a, b).verify()["crosses"]


def test_a_line_inside_one_obstacle_along_the_side_of_another():
    world = cw.World(bounds=(0, 0, 20, 20))
    world.add([(2, 2), (10, 2), (10, 10), (2, 10)])
    world.add([(4, 4), (8, 4), (8, 6), (4, 6)])
    assert crosses(world, [(5, 4), (7, 4)])
    assert not crosses(world, [(2, 4), (2, 8)])
