"""Walls that crossings and refinement have bent, as the campaigns reduced them: the walls as given decide."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import clearway as cw
from oracle.arrangement import Arrangement
from oracle.canonical import same_mesh
from oracle.disc_worlds import make
from oracle.scene import RING, box, build
from support.edit_campaign import Pair, check_mesh, displacement
from support.end_checks import check_ends, crossed
from support.minimise import play


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
def test_ends_within_rounding_of_a_bent_wall(kind, seed, a, b):
    scene, _ = make(kind, seed, 1)
    world, cells = build(cw, scene), Arrangement(scene)
    check_ends(world, cells, scene, a, b)
    check_ends(world, cells, scene, b, a)


def test_a_small_disc_inside_by_the_numbers_given_is_blocked():
    scene, _ = make("gaps", 2, 1)
    world = build(cw, scene)
    a, b = (15.518631010029354, 1.9199190193955324), (12.076110345248772, 2.2526571022263653)
    assert not Arrangement(scene).is_free(a)
    assert world.clearance(a) == 0.0
    assert world.is_free(a)  # by rounding, which does not serve discs that are smaller than it
    for radius in (1.7335205168181688e-25, 1e-18):
        assert not world.is_free(a, radius=radius)
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
    """Walls between any two of four points on a line, up to rounding: each is another straight
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


def test_a_foot_in_the_way_of_another_wall():
    """A foot that goes is between two walls that differ by rounding: the run that is joined must
    not pass through a foot of the other one."""
    low, high = (0.45496832348013955, 2.479161787747153), (2.6013827290066542, 3.1539989531050336)
    world = cw.World((0, 0, 4, 4))
    with world.editing():
        world.add_wall([low, high])
        world.add_wall([low, (3.316854197515492, 3.378944674890994)])
        world.add_wall([high, (2.7013827290066543, 3.9539989531050335)])
        for post in [
            (0.6658108090273794, 2.3548038104129465),
            (2.1495535572461995, 2.6282825306630446),
            (1.649357957026287, 3.2240393279530846),
            (1.5528332240314044, 2.4464508100018056),
            (0.9899576507502965, 2.460639761850411),
            (2.360643042664146, 3.2005769175195473),
            (1.8223989115661223, 3.2635855204310467),
            (1.0168005734638692, 2.8849385062022215),
            (2.0908248787874713, 3.1794000080574003),
        ]:
            world.add_post(post)
    world.validate()


def test_a_wall_across_two_that_differ_by_rounding():
    """The point where it crosses the first is in a triangle thinner than rounding, whose longest
    side is the second: it was led through their common corner instead, far off its line
    (core/fuzz/corpus/path-crosses-4.bin)."""
    near, far = (4.333333333333333, 3.3333333333333335), (9.583333333333334, 1.0833333333333333)
    folded = [
        (11.333333333333334, 0.3333333333333333),
        near,
        far,
        near,
        (3.5356648763020835, 1.0948689778645833),
        (3.5356648763020835, 1.0948689778645835),
        near,
        (6.645711263020833, 3.3333333333333335),
    ]
    across = [
        near,
        (3.5356648763020835, 1.0948689778645835),
        (5.333333333333333, 3.3333333333333335),
        (10.333333333333334, 13.333333333333334),
    ]
    inside = (4.5, 3.25)
    for scale in (1.0, 2.0**-90):
        for max_radius in (0.0, math.inf):
            pair = Pair((scale / 3, scale / 3, 49 * scale / 3, 49 * scale / 3))
            pair.world = cw.World(pair.scene.bounds, max_radius=max_radius)
            for ring in (folded, across):
                pair.add(RING, [(x * scale, y * scale) for x, y in ring])
            pair.world.validate()
            assert not displacement(pair.world, pair.scene)
            assert not pair.world.is_free([c * scale for c in inside])
            path = pair.world.find_path(*([c * scale for c in p] for p in (far, near)))
            assert path.found
            assert not path.verify()["crosses"]
            assert not crossed(pair.scene, path)


def test_a_wall_whose_last_crossing_lies_on_the_next_wall():
    """Flat triangles, in a fan around a corner far off, lie between the two: the second wall is
    led through the crossing, and neither is bent to that corner."""
    left, right = 0.5301318028623444, 0.5301318028623445
    thin = [(left, 0.5), (right, 0.8), (right, 0.36618735695460886), (left, 0.4)]
    across = [(0.4, 0.8), (0.8, 0.1), (0.4, 0.5)]
    for order in ([thin, across], [across, thin]):
        steps = [("add", key, RING, ring) for key, ring in enumerate(order)]
        world, _ = play(box(0, 0, 1, 1), [*steps, ("remove", 0), ("remove", 1)], check_mesh)
        assert same_mesh(world.mesh(), cw.World(box(0, 0, 1, 1)).mesh())


def test_a_wall_that_ends_within_rounding_of_two_others():
    """Its end is the point where it crosses them: they are bent to the end, and it is not led
    through their common corner."""
    u, v, w = 0.25666273826579034, 0.3922740209600537, 0.5940696514934882
    moved = [
        (0.27838202476127183, 0.2783820247612718),
        (0.2783820247612717, 0.16960508476245154),
        (0.2566627382657902, 0.16960508476245156),
        (0.2566627382657903, 0.3922740209600538),
        (0.594069651493488, 0.16960508476245156),
        (0.2566627382657901, 0.39227402096005387),
        (0.5940696514934884, 0.39227402096005387),
    ]
    one = [(u, w), (v, 0.5940696514934881), (0.3, 0.2)]
    other = [
        (0.25666273826579017, w),
        (u, 0.594069651493488),
        (0.1696050847624515, u),
        (0.39227402096005387, 0.5940696514934881),
    ]
    steps = [
        ("add", 0, RING, moved),
        ("add", 1, RING, one),
        ("add", 2, RING, other),
        ("move", 0, RING, [(0.6, 0.3), (0.4, 0.3), (0.27838202476127183, w)]),
    ]
    world, _ = play(box(0, 0, 1, 1), [*steps, *(("remove", key) for key in range(3))], check_mesh)
    assert same_mesh(world.mesh(), cw.World(box(0, 0, 1, 1)).mesh())
