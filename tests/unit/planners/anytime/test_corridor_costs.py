"""Corridors that cost more or are forbidden, against worlds in which walls close them."""

from __future__ import annotations

import itertools
import math
import pickle

import numpy as np
import pytest

import clearway as cw
from support.scenes import disjoint_boxes

SIZE = 14


def make(seed):
    rng = np.random.default_rng(seed)
    boxes = [points for _, points in disjoint_boxes(rng, SIZE)]
    return rng, boxes, cw.World.from_obstacles(boxes, bounds=(0, 0, SIZE, SIZE))


def portal(terrain, corridor):
    """The edge by which the corridor leaves its first decision node."""
    mesh = terrain.mesh
    first = terrain.decision_nodes[corridor.ends[0]].triangle
    last = terrain.decision_nodes[corridor.ends[1]].triangle
    second = int(corridor.triangles[0]) if len(corridor.triangles) else last
    shared = set(mesh.triangles[first].tolist()) & set(mesh.triangles[second].tolist())
    return mesh.vertices[sorted(shared)].tolist()


def closed(boxes, terrain, corridors):
    """The world with a wall across each corridor."""
    walls = [portal(terrain, c) for c in corridors]
    return cw.World.from_obstacles(boxes, bounds=(0, 0, SIZE, SIZE), walls=walls)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("radius", [0.0, 0.2])
def test_costs_against_closed_corridors(seed, radius):
    rng, boxes, world = make(seed)
    terrain = world.abstraction()
    # A disc in a decision node could overlap the walls that close corridors.
    points = (world.random_point(radius, rng=rng).tolist() for _ in range(200))
    outside = (p for p in points if terrain.levels[int(world.locate(p))] != 3)
    a, b = itertools.islice(outside, 2)
    rows = [world.locate(p) for p in (a, b)]
    own = {int(terrain.structures[int(t)].max()) for t in rows}
    free = [c for c in terrain.corridors if c.ends and not c.is_loop and c.number not in own]
    if len(free) < 2:
        pytest.skip("no corridors to choose from")
    chosen = [free[i] for i in rng.choice(len(free), 2, replace=False)]
    for cost in (0.5, 3.0, math.inf):
        costs = {c.number: cost for c in chosen}
        path = world.find_path(
            a, b, radius, "tra*", corridor_costs=costs, prove_with_optimal=False, effort=1e6
        )
        best = math.inf
        for count in range(3):
            for taken in itertools.combinations(chosen, count):
                rest = [c for c in chosen if c not in taken]
                length = closed(boxes, terrain, rest).find_path(a, b, radius).length
                best = min(best, length + (count * cost if count else 0.0))
        if not path:
            assert best == math.inf
            continue
        assert path.lower_bound <= best * (1 + 1e-9)
        assert path.cost >= best * (1 - 1e-9)
        if path.optimal:
            assert path.cost == pytest.approx(best, rel=1e-9)
        assert path.clearance >= radius * (1 - 1e-9)
    avoided = world.find_path(a, b, radius, "tra*", avoid_corridors=chosen)
    assert avoided.cost == avoided.length


def test_bad_corridors_are_refused_and_named():
    world = make(1)[2]
    ends = (1.0, 1.0), (13.0, 13.0)
    count = len(world.abstraction().corridors)
    for bad in (count, -1, "x", True, 1.5):
        with pytest.raises(cw.InvalidInput, match="avoid_corridors"):
            world.find_path(*ends, planner="tra*", avoid_corridors=[bad])
    for cost in (-1, math.nan, "3", True):
        with pytest.raises(cw.InvalidInput, match="corridor_costs"):
            world.find_path(*ends, planner="tra*", corridor_costs={0: cost})
    with pytest.raises(cw.InvalidInput, match="dict"):
        world.find_path(*ends, planner="tra*", corridor_costs=[1])
    with pytest.raises(cw.InvalidInput, match="avoid_corridors"):
        world.find_path(*ends, planner="ta*", avoid_corridors=[0])


def test_the_cost_is_kept_by_pickles_and_the_world_is_unchanged():
    rng, _, world = make(3)
    before = world.version
    for _ in range(20):
        a, b = (world.random_point(rng=rng).tolist() for _ in range(2))
        costs = {c.number: 1.0 for c in world.abstraction().corridors}
        path = world.find_path(a, b, planner="tra*", corridor_costs=costs)
        assert path.cost >= path.length
        assert pickle.loads(pickle.dumps(path)).cost == path.cost
    assert world.version == before


def test_messages_of_worlds_without_corridors():
    world = cw.World(bounds=(0, 0, 10, 10))
    with pytest.raises(cw.InvalidInput, match="avoid_corridors has 0: the world has no corridors"):
        world.find_path((1, 1), (9, 9), planner="tra*", avoid_corridors=[0])
