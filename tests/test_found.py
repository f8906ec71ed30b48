"""Sequences that once went wrong, as the campaigns reduced them."""

from __future__ import annotations

import pytest
from campaign import displacement, wrong_area
from minimise import play
from oracle.scene import RING, WALL, box

# A crossing on a side whose neighbour triangle is flat, because its three corners stem
# from one line: it has to stay on that line.
FLAT = [
    (
        box(-3, -3, 3, 3),
        [(RING, [(-2, 3), (3, 2), (2, 1)]), (RING, [(2, 3), (3, -2), (3, -1), (0, -1), (3, -3)])],
    ),
    (
        box(0, 0, 12, 12),
        [
            (WALL, [(11, 10), (2, 7)]),
            (RING, [(5, 7), (8, 7), (8, 8), (5, 8)]),
            (RING, [(4, 11), (4, 5), (0, 7), (2, 8), (0, 6), (12, 11), (11, 1), (5, 0)]),
        ],
    ),
    (
        box(-4, -4, 4, 4),
        [
            (
                WALL,
                [
                    (-0.030174909510287007, -0.10771916518394875),
                    (-0.8375596184389074, -1.2376087458144724),
                ],
            ),
            (
                RING,
                [
                    (-0.3936432452552667, -0.6160288842946862),
                    (-0.3702668229624222, -0.5836587082750939),
                    (-0.3838205710126821, -0.6026264178825774),
                    (-0.8617017972803562, -1.2714193788729669),
                ],
            ),
        ],
    ),
]


def check(world, scene):
    world.validate()
    wrong = displacement(world, scene) or wrong_area(world, scene)
    assert not wrong, wrong


@pytest.mark.parametrize(("bounds", "obstacles"), FLAT)
def test_crossing_beside_a_flat_triangle(bounds, obstacles):
    play(bounds, [("add", key, *o) for key, o in enumerate(obstacles)], check)


def test_delaunay_after_an_edit_that_removes_and_adds():
    tiny = 4.8e-18
    first = [
        (-3.0, -2.0), (tiny, 3.0), (1.0, 3.0), (-1.0, 2.0),
        (1e-16, 2.0), (1.0, 1.0), (-2.0, -3.0), (-1.0, tiny),
    ]  # fmt: skip
    second = [(-3.0, 2.0), (-3.0, -3.0), (3.0, -2.0), (-1.0, 3.0), (-2.0, tiny), (-2.0, -1.0)]
    third = [(1.0, -2.0), (-2.0, 3.0), (1e-16, 1e-300)]
    operations = [
        ("edit", [], [(2, RING, first), (3, RING, second)]),
        ("edit", [2], [(4, RING, third), (5, WALL, [(-2.0, -0.9999999999999999), (1.0, 1.0)])]),
    ]
    play(box(-3.0, -3.0, 3.0, 3.0), operations, lambda world, _: world.validate())
