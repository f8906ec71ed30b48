"""Sequences of edits that once broke the mesh, as the campaigns reduced them."""

from __future__ import annotations

import pytest

from oracle.scene import RING, WALL, box
from support.edit_campaign import check_mesh
from support.minimise import play

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


@pytest.mark.parametrize(("bounds", "obstacles"), FLAT)
def test_crossing_beside_a_flat_triangle(bounds, obstacles):
    play(bounds, [("add", key, *o) for key, o in enumerate(obstacles)], check_mesh)


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


def test_a_crossing_entered_over_a_flipped_edge():
    """Twelve walls within 1e-9 of one another: the sleeve lost an edge that was flipped."""
    low = [
        (-68.00073963137429, 617.2165375295697), (-68.00073963044508, 617.2165375296248),
        (-68.00073963109746, 617.2165375295862), (-68.00073963135168, 617.216537529571),
        (-68.0007396305859, 617.2165375296165), (-68.00073963089937, 617.2165375295979),
        (-68.00073963104124, 617.2165375295895), (-68.00073963139094, 617.2165375295687),
        (-68.00073963141888, 617.2165375295671),
    ]  # fmt: skip
    high = [
        (-64.66250020751093, 620.5250352062537), (-64.66250020889368, 620.5250352086416),
        (-64.66250020792288, 620.5250352069652), (-64.66250020754458, 620.5250352063119),
        (-64.66250020868414, 620.5250352082799), (-64.66250020821764, 620.5250352074742),
        (-64.66250020800653, 620.5250352071097), (-64.66250020748615, 620.525035206211),
        (-64.66250020744457, 620.5250352061391),
    ]  # fmt: skip
    walls = [list(pair) for pair in zip(low, high, strict=True)]
    walls.insert(1, [high[0], (-66.07037158071667, 621.9455626422816)])
    walls.insert(3, [(-69.40861100463387, 618.6370649648096), low[4]])
    walls.insert(
        6, [(-69.40861100457772, 618.6370649656312), (-68.00073963140807, 617.2165375295676)]
    )
    corners = box(-74.60432333110488, 611.9740998447522, -62.59808303052071, 623.9964609038625)
    added = [(key, WALL, wall) for key, wall in enumerate(walls)]
    play(corners, [("edit", [], added)], lambda world, _: world.validate())
