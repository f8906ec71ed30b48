"""Points in worlds whose dead ends are known: the search over channels answers, not the wedges.

A query with a limit is answered by the wedge search. It shares no search with the other one, so
their answers are compared; and both with the oracle, which knows no mesh.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle.arrangement import Arrangement
from oracle.scene import POST, RING, WALL, Scene, box, build
from oracle.visibility import shortest
from support.nasty_worlds import NASTY
from support.nasty_worlds import build as build_nasty

BY_WEDGES = {"limit": 10**15}


def scene(rng):
    """Posts, walls and boxes that overlap and touch; on round coordinates in most scenes."""
    size = float(rng.choice([8, 16, 40, 100]))
    is_round = rng.random() < 0.6
    obstacles = {}
    for key in range(int(rng.choice([0, 1, 2, 5, 12, 40]))):
        kind = rng.choice([POST, WALL, RING, RING])
        points = rng.uniform(0, size, ({POST: 1, WALL: int(rng.integers(2, 5)), RING: 2}[kind], 2))
        points = np.round(points) if is_round else points
        if kind == RING:
            low, half = points[0], np.ceil(points[1] / 8) if is_round else points[1] / 8
            (x0, y0), (x1, y1) = np.clip(low - half, 0, size), np.clip(low + half, 0, size)
            points = np.array(box(x0, y0, x1, y1))
            if x0 >= x1 or y0 >= y1:
                continue
        elif kind == WALL and len(np.unique(points, axis=0)) < 2:
            continue
        obstacles[key] = (kind, [tuple(map(float, p)) for p in points])
    return Scene(box(0.0, 0.0, size, size), obstacles), size, is_round


def pairs(rng, world, size, is_round, count):
    """Free points; round ones often lie on edges, on corners and in line with them."""
    ends = rng.uniform(0, size, (4 * count, 2))
    ends = np.round(2 * ends) / 2 if is_round else ends
    ends = ends[world.is_free(ends)][: 2 * count]
    half = len(ends) // 2
    return ends[:half].copy(), ends[half : 2 * half].copy()


def by_channels(world, starts, goals):
    """The answers once dead ends are known: the first round makes them."""
    world.find_paths(starts, goals, threads=1)
    return world.find_paths(starts, goals, threads=1)


def compare(world, starts, goals):
    """The number of queries whose expansions differ: those that the channels have decided."""
    decided = 0
    found, known = (
        by_channels(world, starts, goals),
        world.find_paths(starts, goals, threads=1, **BY_WEDGES),
    )
    for path, other in zip(found, known, strict=True):
        assert path.status == other.status, (path.start, path.goal)
        assert path.optimal == other.optimal
        assert path.length == pytest.approx(other.length, rel=1e-12), (path.start, path.goal)
        assert path.lower_bound == pytest.approx(other.lower_bound, rel=1e-12)
        if path.status == cw.Status.FOUND:
            assert not path.verify()["crosses"], (path.start, path.goal)
        decided += path.stats["expanded"] != other.stats["expanded"]
    return decided


def check_against_wedges(seeds, count):
    decided = asked = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        given, size, is_round = scene(rng)
        world = build(cw, given)
        starts, goals = pairs(rng, world, size, is_round, count)
        if len(starts):
            decided += compare(world, starts, goals)
            asked += len(starts)
    return decided, asked


def test_channels_answer_as_wedges_do():
    decided, asked = check_against_wedges(range(60), 60)
    assert decided > asked / 10


@pytest.mark.long
@pytest.mark.parametrize("block", range(8))
def test_channels_answer_as_wedges_do_in_many_worlds(block):
    decided, asked = check_against_wedges(range(1000 + 500 * block, 1500 + 500 * block), 200)
    assert decided > asked / 10


@pytest.mark.parametrize("name", sorted(NASTY))
def test_channels_in_nasty_worlds(name):
    world = build_nasty(cw, NASTY[name](120))
    rng = np.random.default_rng(7)
    compare(world, *pairs(rng, world, 100.0, rng.random() < 0.5, 40))


def check_against_oracle(seeds):
    compared = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        given, size, is_round = scene(rng)
        if len(given.obstacles) > 12:
            continue
        world, arrangement = build(cw, given), Arrangement(given)
        starts, goals = pairs(rng, world, size, is_round, 30)
        for path in by_channels(world, starts, goals)[:4] if len(starts) else []:
            owed = shortest(arrangement, path.start, path.goal)
            # The oracle may pass where obstacles touch: a lower bound.
            assert path.length >= owed * (1 - 1e-12)
            if path.status == cw.Status.FOUND and path.length <= owed * (1 + 1e-12):
                compared += 1
    return compared


def test_lengths_are_those_of_the_oracle():
    assert check_against_oracle(range(12)) > 10


def test_a_tree_of_rooms_has_one_channel():
    """Without holes the channel is unique: no triangle off the way is entered."""
    comb = [(0, 0), (60, 0), (60, 10)]
    for k in range(5, 0, -1):
        comb += [(10 * k + 1, 10), (10 * k + 1, 2), (10 * k - 1, 2), (10 * k - 1, 10)]
    world = cw.World(bounds=[*comb, (0, 10)])
    rng = np.random.default_rng(3)
    ends = rng.uniform((0, 0), (60, 10), (400, 2))
    ends = ends[world.is_free(ends)]
    half = len(ends) // 2
    starts, goals = ends[:half].copy(), ends[half : 2 * half].copy()
    assert compare(world, starts, goals) > half / 2
    for path in by_channels(world, starts, goals):
        assert len(path.channel) >= path.stats["expanded"] - 1


def test_a_ring_without_the_goal_ends():
    """A channel around the only hole comes back to where it began."""
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    world.add_wall([(10, 0), (10, 10)])
    starts, goals = [(2.0, 2.0), (8.0, 8.0), (2.0, 5.0)] * 8, [(15.0, 5.0)] * 24
    for path in by_channels(world, starts, goals):
        assert path.status == cw.Status.NO_PATH
        assert path.lower_bound == math.inf


def test_channels_follow_edits():
    rng = np.random.default_rng(11)
    world = cw.World(bounds=(0, 0, 50, 50))
    handles = []
    for _ in range(12):
        x, y = rng.uniform(0, 44, 2)
        handles.append(world.add(box(x, y, x + rng.uniform(1, 6), y + rng.uniform(1, 6))))
        if len(handles) > 4:
            world.remove(handles.pop(int(rng.integers(len(handles)))))
        compare(world, *pairs(rng, world, 50.0, False, 40))


def test_funnels_along_curves_of_many_corners():
    """A chain of a funnel has as many corners as it sees of a curve."""
    turn = np.linspace(0.5, 6 * np.pi, 900)
    spiral = np.c_[50 + 2 * turn * np.cos(turn), 50 + 2 * turn * np.sin(turn)]
    angles = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    disc = 12 * np.c_[np.cos(angles), np.sin(angles)]
    discs = [disc + np.array([x, y]) for x in (18, 50, 82) for y in (18, 50, 82)]
    bounds = (0, 0, 100, 100)
    rng = np.random.default_rng(1)
    for world in (
        cw.World.from_obstacles(walls=[spiral], bounds=bounds),
        cw.World.from_obstacles(discs, bounds=bounds),
    ):
        ends = rng.uniform(0, 100, (160, 2))
        ends = ends[world.is_free(ends)]
        half = len(ends) // 2
        assert compare(world, ends[:half].copy(), ends[half : 2 * half].copy()) > half / 4
