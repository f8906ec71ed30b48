"""Points among one-way doors and links, against an exact graph: on a lattice, turned, far away."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle.door_graph import DoorGraph
from support.door_scenes import make

# Exact for points of the lattice. Far away lengths differ by the rounding of feet on lines.
MAPS = {
    "as it is": (lambda p: p, 1.0),
    "turned": (lambda p: (3 * p[0] - 4 * p[1], 4 * p[0] + 3 * p[1]), 5.0),
    "far away": (lambda p: (p[0] + 410_000.0, p[1] + 5_470_000.0), 1.0),
    "tiny": (lambda p: (p[0] * 2.0**-40, p[1] * 2.0**-40), 2.0**-40),
}


def check(seed):
    scene = make(np.random.default_rng([31, seed]))
    graph = DoorGraph(
        (scene.size, scene.size),
        scene.rings,
        scene.walls + scene.closed,
        scene.doors,
        scene.points,
        scene.links,
        scene.lines,
    )
    wanted = [graph.costs(i) for i in range(len(scene.points))]
    names = list(MAPS)
    for name in (names[0], names[1 + seed % 3]):
        moved, scale = MAPS[name]
        world = scene.world(moved, scale)
        for start, costs in zip(scene.points, wanted, strict=True):
            check_start(world, scene, start, costs, moved, scale, (seed, name, start))


def check_start(world, scene, start, costs, moved, scale, where):
    for i, goal in enumerate(scene.points):
        path = world.find_path(moved(start), moved(goal))
        if costs is None or costs[0][i] is None:
            blocked = cw.Status.START_BLOCKED if costs is None else cw.Status.GOAL_BLOCKED
            assert path.status == blocked, (where, goal)
            continue
        check_path(path, costs[0][i] * scale, scale, (where, goal))
        assert world.reachable(moved(start), moved(goal)) == path.found, (where, goal)
    if costs is None:
        return
    free = [i for i, cost in enumerate(costs[0]) if cost is not None]
    found = world.distances(moved(start), [moved(scene.points[i]) for i in free])
    for i, cost in zip(free, found, strict=True):
        assert math.isclose(cost, costs[0][i] * scale, rel_tol=1e-9), (where, scene.points[i])
    for line, cost in zip(scene.lines, costs[1], strict=True):
        path = world.find_path(moved(start), [moved(p) for p in line])
        check_path(path, cost * scale, scale, (where, line), is_proved=not scene.links)


def check_path(path, wanted, scale, where, is_proved=True):
    assert path.found == (wanted < math.inf), where
    if not path:
        return
    assert math.isclose(path.cost, wanted, rel_tol=1e-9, abs_tol=1e-8 * scale), where
    assert path.lower_bound <= wanted * (1 + 1e-9) + 1e-8 * scale, where
    assert path.optimal or not is_proved, where
    assert not path.verify()["crosses"], where


@pytest.mark.parametrize("seed", range(24))
def test_points_among_one_way_doors(seed):
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_points_among_one_way_doors_long(part):
    for seed in range(1000 + 100 * part, 1100 + 100 * part):
        check(seed)
