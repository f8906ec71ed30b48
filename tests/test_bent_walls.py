"""Ends on walls, and within rounding of walls, that crossings and refinement have bent: the walls
as given decide. Statuses by exact cells, legality by exact crossings with the input: the verifier
would let rounding pass."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from campaign import cw
from oracle.arrangement import Arrangement, has_crossings, point, properly_cross
from oracle.disc_worlds import KINDS, make
from oracle.scene import build, script

PLANNERS = ("optimal", "channel", "ta*", "tra*", "vg", "thpa*")


def near_a_wall(rng, segments):
    a, b = map(np.array, segments[rng.integers(len(segments))])
    p = a + rng.uniform() * (b - a)
    how = rng.integers(3)
    if how == 0:
        p = np.array([np.nextafter(x, x + rng.integers(-1, 2)) for x in p])
    elif how == 1:
        p = p + rng.normal(size=2) * 10.0 ** rng.uniform(-22, -14)
    return tuple(0.0 if abs(x) < 2.0**-100 else float(x) for x in p)


def crossed(scene, path):
    """The raw segments that a line of the path properly crosses."""
    ways = [(point(s.start), point(s.end)) for s in path.segments]
    walls = [(point(a), point(b)) for a, b in scene.segments()]
    return [wall for wall in walls for way in ways if properly_cross(*way, *wall)]


def check(world, cells, scene, a, b, planners=PLANNERS):
    owed = cells.status(a, b)
    assert bool(world.is_free(a)) == (owed != "START_BLOCKED"), f"{a}\n{script(scene)}"
    lengths = []
    for planner in planners:
        path = world.find_path(a, b, planner=planner)
        note = f"{planner} {a} {b}: {path!r}, owed {owed}\n{script(scene)}"
        assert path.status.name == owed, note
        if path.found:
            verdict = path.verify()
            assert verdict["inside"] or not path.segments, note
            assert not verdict["crosses"], note
            assert not crossed(scene, path), note
            assert tuple(path.points[0]) == a, note
            assert tuple(path.points[-1]) == b, note
            lengths.append(path.length)
    assert bool(world.reachable(a, b, 0.0)) == (owed == "FOUND"), f"{a} {b}\n{script(scene)}"
    if lengths:
        assert lengths[0] <= min(lengths) * (1 + 1e-12)


def check_world(kind, seed, queries):
    scene, _ = make(kind, seed, 1)
    segments = [(tuple(map(float, a)), tuple(map(float, b))) for a, b in scene.segments()]
    if not has_crossings(segments) or len(segments) > 60:
        return
    cells, world = Arrangement(scene), build(cw, scene)
    rng = np.random.default_rng(seed)
    for _ in range(queries):
        a, b = near_a_wall(rng, segments), near_a_wall(rng, segments)
        if cells.is_sure(a) and cells.is_sure(b):
            check(world, cells, scene, a, b)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_ends_within_rounding_of_walls(kind):
    for seed in range(4):
        check_world(kind, seed, 6)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_ends_within_rounding_of_walls_long(kind):
    for seed in range(100, 160):
        check_world(kind, seed, 20)


@pytest.mark.parametrize(
    ("kind", "seed", "a", "b"),
    [
        # Crossed the wall at the goal.
        ("ends", 11, (12.248141507252557, 5.779416111814508), (15.000000000000002, 7.891840431486801)),
        # On a side by the numbers given, inside by the mesh: was blocked.
        ("gaps", 4, (11.950251771691832, 11.928731117123112), (2.44084724087709, 9.683170073888961)),
        # Must bend at the end of the wall that the start is beside.
        ("walls", 8, (9.211813727360243, 4.062216872227535), (9.600398625227239, 9.311673392324469)),
        # Inside by the numbers given, free by the mesh.
        ("slivers", 16, (9.289270755870145, 13.799815487040078), (9.983545959408636, 12.203421884577116)),
    ],
)  # fmt: skip
def test_found(kind, seed, a, b):
    scene, _ = make(kind, seed, 1)
    world, cells = build(cw, scene), Arrangement(scene)
    check(world, cells, scene, a, b)
    check(world, cells, scene, b, a)


def test_a_small_disc_inside_by_the_numbers_given_is_blocked():
    scene, _ = make("gaps", 2, 1)
    world = build(cw, scene)
    a, b = (15.518631010029354, 1.9199190193955324), (12.076110345248772, 2.2526571022263653)
    assert not Arrangement(scene).is_free(a)
    for radius in (0.0, 1.7335205168181688e-25, 1e-18):
        assert not world.is_free(a, radius=radius)
        assert world.clearance(a) == 0.0
        for planner in ("optimal", "channel"):
            path = world.find_path(a, b, radius=radius, planner=planner)
            assert path.status == cw.Status.START_BLOCKED
            assert path.length == math.inf


def test_clearance_beside_a_wall_with_two_owners():
    """A wall along an edge of an obstacle, but for the last bit of a corner that it bends through."""
    third = 1 / 3
    world = cw.World((third, third, 16 + third, 16 + third))
    outside = [
        (8.333333333333334, 0.3333333333333333),
        (13.333333333333334, 5.333333333333333),
        (6.333333333333333, 12.333333333333334),
    ]
    hole = [
        (13.333333333333334, 12.333333333333334),
        (6.333333333333333, 6.333333333333334),
        (10.833333333333334, 2.833333333333333),
    ]
    rings = [[*map(list, ring), list(ring[0])] for ring in (outside, hole)]
    world.add({"type": "Polygon", "coordinates": rings})
    world.add(
        [
            (13.333333333333334, 5.333333333333333),
            (15.391438802083334, 3.9131673177083335),
            (11.333333333333334, 1.3333333333333333),
        ]
    )
    wall = world.add_wall(
        [(10.833333333333332, 2.833333333333333), (8.333333333333334, 0.3333333333333333)]
    )
    world.validate()
    world.remove(wall)
    world.validate()


def test_clearance_beside_walls_along_parts_of_one_another():
    """Walls between any two of four places on a line, up to rounding: each is another straight
    line, and clearances are those of the walls that are there."""
    for seed in range(100):
        rng = np.random.default_rng(seed)
        world = cw.World((0, 0, 4, 4))
        a, b = rng.uniform(0.5, 3.5, (2, 2)).round(1)
        parts = sorted(rng.choice([0.25, 0.5, 0.75], 2, replace=False))
        places = [a, *(a + t * (b - a) for t in parts), b]
        for place in places[1:-1]:  # they stay vertices
            world.add_wall([place, rng.uniform(0, 4, 2)])
        for place in rng.uniform(0, 4, (4, 2)):
            world.add_post(place)
        pairs = list(itertools.combinations(range(4), 2))
        walls = []
        for i in rng.permutation(len(pairs)):
            walls.append(world.add_wall([places[j] for j in rng.permutation(pairs[i])]))
            world.validate()
        for i in rng.permutation(len(walls)):
            world.remove(walls[i])
            world.validate()


def test_segments_led_through_their_own_end():
    """Corners one bit apart: rounding leads a wall through the vertex where it ends, and on."""
    low, high = 0.18482666015625002, 0.18482666015625004
    shapes = [
        [
            [
                (1.706646728515625, low),
                (1.599896240234375, 1.7302978515625),
                (0.30000000000000004, 0.8),
            ],
            [
                (1.4000000000000001, 0.1),
                (1.706646728515625, low),
                (0.071759033203125, 1.7302978515625),
            ],
        ],
        [
            [
                (1.706646728515625, high),
                (0.5125244140625, 0.16325073242187502),
                (0.8, 1.2000000000000002),
            ]
        ],
    ]
    world = cw.World((0, 0, 1.6, 1.6), max_radius=0)
    for rings in shapes:
        closed = [[*map(list, ring), list(ring[0])] for ring in rings]
        world.add({"type": "Polygon", "coordinates": closed})
        if len(world) == 1:
            line = [(1.3, 0.0), (1.706646728515625, high), (0.30000000000000004, 1.1387451171875)]
            world.add_wall(line)
        world.validate()
    for handle in list(world.obstacles):
        world.remove(handle)
        world.validate()
    assert world.stats["obstacles"] == 0
    assert world.stats["constrained_edges"] == cw.World((0, 0, 1.6, 1.6)).stats["constrained_edges"]
