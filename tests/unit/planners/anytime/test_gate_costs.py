"""Gates that cost more or are forbidden, against worlds in which walls close them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import clearway as cw
from support.scenes import disjoint_boxes

SIZE = 14


def make(seed):
    rng = np.random.default_rng(seed)
    boxes = [points for _, points in disjoint_boxes(rng, SIZE)]
    return rng, boxes, cw.World.from_obstacles(boxes, bounds=(0, 0, SIZE, SIZE))


def closed(boxes, gates):
    """The world with a wall in each gate: exactly what cannot be crossed."""
    walls = [gate.gate.tolist() for gate in gates]
    return cw.World.from_obstacles(boxes, bounds=(0, 0, SIZE, SIZE), walls=walls)


def is_apart(points, gate):
    """Whether points are far from the wall that closes a gate, so that discs there keep clear."""
    (ax, ay), (bx, by) = gate.gate.tolist()
    for x, y in points:
        t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
        t = min(1.0, max(0.0, t))
        if math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)) < 1.0:
            return False
    return True


@pytest.mark.parametrize("seed", range(40))
def test_costs_of_points_against_closed_gates(seed):
    rng, boxes, world = make(seed)
    gates = world.abstraction().choke_points()
    a, b = (world.random_point(rng=rng).tolist() for _ in range(2))
    # Those on the shortest path, and others.
    near = world.find_path(a, b)
    on = [g for g in gates if closed(boxes, [g]).find_path(a, b).length > near.length * (1 + 1e-9)]
    chosen = [*on[:2], gates[int(rng.integers(len(gates)))]]
    chosen = list({g.number: g for g in chosen}.values())
    for cost in (0.3, 2.0, math.inf):
        best = math.inf
        for count in range(len(chosen) + 1):
            for taken in itertools.combinations(chosen, count):
                kept = {g.number for g in taken}
                rest = [g for g in chosen if g.number not in kept]
                length = closed(boxes, rest).find_path(a, b).length
                best = min(best, length + (count * cost if count else 0.0))
        path = world.find_path(
            a,
            b,
            planner="tra*",
            gate_costs={g.number: cost for g in chosen},
            prove_with_optimal=False,
            effort=1e6,
        )
        assert path.found == (best < math.inf)
        if not path:
            continue
        assert path.lower_bound <= best * (1 + 1e-9)
        assert path.cost >= best * (1 - 1e-9)
        if path.optimal:
            assert path.cost == pytest.approx(best, rel=1e-9)
        if math.isinf(cost):
            assert path.cost == path.length
            same = world.find_path(a, b, planner="tra*", avoid_gates=chosen)
            assert same.length >= best * (1 - 1e-9)
            if same.optimal:
                assert same.length == pytest.approx(best, rel=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_discs_do_not_pass_forbidden_gates(seed):
    rng, _boxes, world = make(100 + seed)
    radius = 0.2
    gates = world.abstraction().choke_points(radius)
    a, b = (world.random_point(radius, rng=rng).tolist() for _ in range(2))
    chosen = [g for g in gates if is_apart((a, b), g)][::3]
    path = world.find_path(a, b, radius, "tra*", avoid_gates=chosen)
    if not path:
        return
    assert path.clearance >= radius * (1 - 1e-9)
    line = path.sample(1e-6)
    for g in chosen:
        (ax, ay), (bx, by) = g.gate.tolist()
        left = (bx - ax) * (line[:, 1] - ay) - (by - ay) * (line[:, 0] - ax) > 0
        along = (line[:, 0] - ax) * (bx - ax) + (line[:, 1] - ay) * (by - ay)
        inside = (along > 0) & (along < (bx - ax) ** 2 + (by - ay) ** 2)
        changes = np.flatnonzero((left[1:] != left[:-1]) & inside[1:] & inside[:-1])
        assert len(changes) % 2 == 0


def test_gates_and_corridors_together_and_both_kinds_of_keys():
    world = cw.World(bounds=(0, 0, 20, 10))
    for x in (4, 12):
        for y in (0.5, 5.5):
            world.add([(x, y), (x + 4, y), (x + 4, y + 4), (x, y + 4)])
    here, there = (1.0, 5.0), (19.0, 5.0)
    terrain = world.abstraction()
    middle = [g for g in terrain.choke_points() if abs(g.gate[:, 1].mean() - 5) < 0.1]
    left = [g for g in middle if g.gate[0, 0] < 10]
    path = world.find_path(here, there, planner="tra*", gate_costs={left[0].number: 3.0})
    assert path.cost == 18 + 3
    assert path.length == 18
    assert world.find_path(here, there, planner="tra*", avoid_gates=left).length > 18
    numbers = [g.number for g in left]
    assert world.find_path(here, there, planner="tra*", avoid_gates=numbers).length > 18
    inside = world.find_path((6.0, 5.0), there, planner="tra*", avoid_gates=left)
    assert inside.cost == inside.length


def test_an_end_behind_the_only_gate():
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add_wall([(15, 0), (15, 4.5)])
    world.add_wall([(15, 5.5), (15, 10)])
    world.add([(5, 4), (7, 4), (7, 6), (5, 6)])
    [gate] = [g for g in world.abstraction().choke_points() if g.width == 1.0]
    for a, b in (((1, 5), (18, 5)), ((18, 5), (1, 5))):
        assert not world.find_path(a, b, planner="tra*", avoid_gates=[gate])
        assert world.find_path(a, b, planner="tra*", gate_costs={gate.number: 7.0}).cost > 24
    same = world.find_path((16, 1), (18, 9), planner="tra*", avoid_gates=[gate])
    assert same.length == math.hypot(2, 8)


def test_bad_gates_are_refused_and_named():
    world = make(1)[2]
    ends = (1.0, 1.0), (13.0, 13.0)
    count = len(world.abstraction().choke_points())
    for bad in (count, -1, "x", True, 1.5, None):
        with pytest.raises(cw.InvalidInput, match="avoid_gates"):
            world.find_path(*ends, planner="tra*", avoid_gates=[bad])
    with pytest.raises(cw.InvalidInput, match="avoid_gates"):
        world.find_path(*ends, planner="tra*", avoid_gates=3)
    for cost in (-1, math.nan, "3", True):
        with pytest.raises(cw.InvalidInput, match="gate_costs"):
            world.find_path(*ends, planner="tra*", gate_costs={0: cost})
    with pytest.raises(cw.InvalidInput, match="dict"):
        world.find_path(*ends, planner="tra*", gate_costs=[1])
    with pytest.raises(cw.InvalidInput, match="avoid_gates"):
        world.find_path(*ends, planner="ta*", avoid_gates=[0])
    with pytest.raises(cw.InvalidInput, match="point"):
        world.find_path(ends[0], [(1, 1), (3, 3)], planner="tra*", avoid_gates=[0])
