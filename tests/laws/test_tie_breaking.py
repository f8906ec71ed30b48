"""Ties between channels are broken by coordinates: an edited world answers as a fresh one does, to
the point, for planners that return the first of several equal paths ("channel", TA*(1), TRA*(1))."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle.scene import Scene, box, build, insert, script
from support.scenes import crowded, integer_obstacle, tidy

ASKING = {
    "channel": lambda w, a, b, r: cw.Channel(w).find_path(a, b, radius=r),
    "channel by middles": lambda w, a, b, r: cw.Channel(w).find_path(a, b, radius=r, metric=2),
    "TA*(1)": lambda w, a, b, r: cw.TAStar(w).find_path(a, b, radius=r, effort=1),
    "TRA*(1)": lambda w, a, b, r: cw.TRAStar(w).find_path(a, b, radius=r, effort=1),
}


def disturb(world, rng, size):
    """Edits that leave the obstacles as they were."""
    handles = [insert(world, *integer_obstacle(rng, size)) for _ in range(3)]
    for k in rng.permutation(len(handles)):
        world.remove(handles[k])


def check(scene, asked, rng, size):
    world = build(cw, scene)
    before = {name: [ask(world, *q) for q in asked] for name, ask in ASKING.items()}
    disturb(world, rng, size)
    for name, ask in ASKING.items():
        for query, one in zip(asked, before[name], strict=True):
            two = ask(world, *query)
            note = f"{name} {query}: {one!r}, after add and remove {two!r}\n{script(scene)}"
            assert (one.status, one.length) == (two.status, two.length), note
            assert np.array_equal(one.points, two.points), note


@pytest.mark.parametrize("kind", [crowded, tidy])
@pytest.mark.parametrize("seed", range(6))
def test_edits_change_no_tie(kind, seed):
    size = 9
    rng = np.random.default_rng([5, seed])
    scene = kind(rng, size)
    places = rng.integers(0, 2 * size + 1, (20, 4)) / 2
    radii = rng.choice([0.0, 0.0, 0.25, 0.5], 20)
    asked = [((p[0], p[1]), (p[2], p[3]), float(r)) for p, r in zip(places, radii, strict=True)]
    check(scene, asked, rng, size)


def test_edits_change_no_tie_among_equal_boxes():
    """A lattice, where nearly every path has others of the same cost."""
    size = 24
    rings = [box(x, y, x + 1, y + 1) for x in range(1, size, 3) for y in range(1, size, 3)]
    scene = Scene(box(0, 0, size, size), {i: ("ring", r) for i, r in enumerate(rings)})
    rng = np.random.default_rng(8)
    places = rng.integers(0, size // 3, (12, 4)) * 3
    asked = [((p[0], p[1]), (p[2], p[3]), 0.5 * (k % 2)) for k, p in enumerate(places.tolist())]
    asked = [((a[0] + r, a[1] + r), (b[0] + r, b[1] + r), r) for a, b, r in asked]
    check(scene, asked, rng, size)


@pytest.mark.parametrize("seed", [1027, 1067, 1164])
def test_equal_channels_with_paths_of_unequal_length(seed):
    """Ties broken by slots would give 7.236 before adding and removing, and 7.211 after."""
    rng = np.random.default_rng([6, seed])
    scene = crowded(rng, 6)
    ends = [(float(x), float(y)) for x in range(0, 7, 2) for y in range(0, 7, 2)]
    check(scene, [(a, b, 0.0) for a in ends for b in ends], rng, 6)


@pytest.mark.parametrize("mask", range(16))
def test_a_straight_way_that_touches_boxes_on_both_sides(mask):
    world = cw.World(bounds=(-1, 0, 10, 10))
    for i in range(4):
        y = 5 if mask >> i & 1 else 4
        world.add(box(2 * i, y, 2 * i + 1, y + 1))
    for a, b in (((-1, 5), (10, 5)), ((0, 5), (7, 5)), ((9, 5), (0.5, 5))):
        path = world.find_path(a, b, planner="channel")
        assert path.length == math.dist(a, b)
        assert path.optimal
