"""cw.plan_group: splits, slots, paths, arrivals."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from clearway._group.flow import Network
from oracle.queues import best_split, last_arrival
from oracle.scene import box


def walled(gaps, size=(40.0, 20.0), at=19.0, thick=2.0):
    """A wall across the world with these gaps: (middle, width)."""
    world = cw.World((0, 0, *size))
    edges = [0.0]
    for middle, width in sorted(gaps):
        edges += [middle - width / 2, middle + width / 2]
    edges.append(size[1])
    for low, high in zip(edges[::2], edges[1::2], strict=True):
        world.add(box(at, low, at + thick, high))
    return world


def check_plan(world, plan, starts, radii):
    """Paths are legal, slots fit and do not overlap, routes and arrivals agree."""
    radii = np.broadcast_to(radii, len(starts))
    assert len(plan) == len(plan.paths) == len(starts)
    for i, path in enumerate(plan.paths):
        if plan.route[i] < 0:
            assert not path.found
            assert math.isinf(plan.arrivals[i])
            assert np.isnan(plan.slots[i]).all()
            continue
        assert path.found
        np.testing.assert_array_equal(path.start, starts[i])
        np.testing.assert_array_equal(path.goal, plan.slots[i])
        assert path.radius == radii[i]
        verdict = path.verify()
        assert not verdict["crosses"]
        assert verdict["free"]
        assert verdict["clearance"] >= radii[i] * (1 - 1e-12)
        assert verdict["gap"] <= 1e-9
        assert i in plan.routes[plan.route[i]].members
        assert plan.routes[plan.route[i]].width * (1 + 1e-12) >= 2 * radii[i]
    taken = np.flatnonzero(plan.route >= 0)
    for i in taken:
        assert world.is_free(plan.slots[i], radii[i])
        for j in taken[taken > i]:
            if radii[i] and radii[j]:
                assert math.dist(plan.slots[i], plan.slots[j]) >= radii[i] + radii[j]
    assert plan.arrival == plan.arrivals.max()


def cluster(rng, count, middle, spread=4.0, apart=1.0):
    out = []
    while len(out) < count:
        p = middle + rng.uniform(-spread, spread, 2)
        if all(math.dist(p, q) >= apart for q in out):
            out.append(p)
    return np.array(out)


@pytest.mark.parametrize("gates", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_splits_are_near_the_best_of_all(gates, seed):
    """Beside all 2^9 or 3^9 splits, by a simulation of lanes that shares no code with the plan."""
    rng = np.random.default_rng([gates, seed])
    middles = np.sort(rng.choice(np.arange(2.5, 18, 2.5), gates, replace=False))
    gaps = [(float(m), float(rng.uniform(1.02, 2.4))) for m in middles]
    world, radius, goal = walled(gaps), 0.5, (35.0, float(rng.uniform(4, 16)))
    starts = cluster(rng, 9, np.array([8.0, rng.uniform(6, 14)]))
    plan = cw.plan_group(world, starts, goal, radius, speed=1.5)
    check_plan(world, plan, starts, radius)

    doors = np.array([(19.0, m) for m, _ in gaps])
    before, behind = world.distances(starts, doors, radius), world.distances(goal, doors, radius)
    options = [
        [(before[i, k] / 1.5, k, behind[k] / 1.5, radius, 1.5, gaps[k][1]) for k in range(gates)]
        for i in range(len(starts))
    ]
    door_of = [
        int(np.argmin(np.abs(doors[:, 1] - route.gates[0][:, 1].mean()))) if route.gates else None
        for route in plan.routes
    ]
    chosen = [options[i][door_of[plan.route[i]]] for i in range(len(starts))]
    best = best_split(options)
    assert last_arrival(chosen) <= 1.03 * best
    # Slots are spread around the goal: some nearer than the goal itself, some farther.
    assert plan.arrival == pytest.approx(best, abs=4 * radius / 1.5 + 0.15 * best)
    single = min(last_arrival([c[k] for c in options]) for k in range(gates))
    assert last_arrival(chosen) <= single * (1 + 1e-12)


@pytest.mark.parametrize(("widths", "count"), [((1.2, 2.2), 40), ((1.2, 2.2, 3.3), 60)])
def test_a_large_group_arrives_earlier_when_split(widths, count):
    gaps = list(zip((4.0, 10.0, 16.0), widths, strict=False))
    world = walled(gaps)
    starts = np.array([(x, y) for y in np.arange(3, 17, 1.1) for x in np.arange(1, 14, 1.1)])[
        :count
    ]
    plan = cw.plan_group(world, starts, (34, 10), 0.5)
    one = cw.plan_group(world, starts, (34, 10), 0.5, together=True)
    check_plan(world, plan, starts, 0.5)
    check_plan(world, one, starts, 0.5)
    assert plan.is_split
    assert not one.is_split
    assert plan.arrival < 0.85 * one.arrival
    # Those who pass are in proportion to the lanes, as far as the ways are equally long.
    passed = {round(r.width, 6): len(r.members) for r in plan.routes if r.gates}
    assert max(passed, key=passed.get) == max(widths)


def test_a_group_stays_together_where_one_channel_is_enough():
    world = walled([(4.0, 1.5), (10.0, 6.0)])
    starts = [(6 + i % 2, 9 + i) for i in range(3)]
    plan = cw.plan_group(world, starts, (35, 10), 0.5)
    check_plan(world, plan, starts, 0.5)
    assert not plan.is_split
    assert len({*plan.route.tolist()}) == 1


def test_an_open_world_has_one_route_without_gates():
    world = cw.World((0, 0, 40, 20))
    plan = cw.plan_group(world, [(2, 2), (2, 5), (2, 8)], (30, 10), 0.5, speed=[1.0, 2.0, 1.0])
    assert [route.gates for route in plan.routes] == [()]
    for path, time, speed in zip(plan.paths, plan.arrivals, (1.0, 2.0, 1.0), strict=True):
        assert path.optimal
        assert time == pytest.approx(path.length / speed)


def test_each_size_takes_a_gate_that_it_passes():
    world = walled([(4.0, 1.1), (16.0, 3.0)])
    starts = np.array([(4 + 2 * (i % 4), 4 + 2 * (i // 4)) for i in range(16)], dtype=float)
    radii = np.where(np.arange(16) % 3 == 0, 1.2, 0.4)
    starts[:, 1] += np.where(radii > 1, 0.0, 0.3)
    plan = cw.plan_group(world, starts, (34, 10), radii)
    check_plan(world, plan, starts, radii)
    for i, radius in enumerate(radii):
        if radius > 1:
            assert plan.routes[plan.route[i]].width == 3.0
    assert plan.is_split


def test_a_gate_behind_both_routes_limits_the_split():
    """Two gates lead into one that carries no more than one of them: a split gains nothing."""
    world = walled([(6.0, 1.2), (14.0, 1.2)], size=(60.0, 20.0))
    for low, high in ((0, 9.4), (10.6, 20)):
        world.add(box(39, low, 41, high))
    starts = [(x, y) for x in (5, 7, 9) for y in range(6, 15, 2)]
    plan = cw.plan_group(world, starts, (55, 10), 0.5)
    one = cw.plan_group(world, starts, (55, 10), 0.5, together=True)
    check_plan(world, plan, starts, 0.5)
    assert plan.arrival == pytest.approx(one.arrival, rel=0.05)


def test_members_beyond_the_gates_go_straight():
    world = walled([(10.0, 1.2)])
    starts = [(5.0, 10.0), (7.0, 10.0), (25.0, 4.0)]
    plan = cw.plan_group(world, starts, (35, 10), 0.5)
    check_plan(world, plan, starts, 0.5)
    assert plan.routes[plan.route[2]].gates == ()
    assert plan.paths[2].optimal
    assert len(plan.routes[plan.route[0]].gates) == 1


def test_members_without_a_path():
    world = walled([(10.0, 1.2)])
    world.add_wall([(0, 4), (19, 4)])
    starts = [(5.0, 10.0), (5.0, 2.0), (20.0, 1.0)]
    plan = cw.plan_group(world, starts, (35, 10), [0.5, 0.5, 0.5])
    check_plan(world, plan, starts, 0.5)
    assert not plan
    assert [path.status.name for path in plan.paths] == ["FOUND", "NO_PATH", "START_BLOCKED"]
    blocked = cw.plan_group(world, starts, (20, 1), 0.5)
    assert blocked.routes == ()
    assert {path.status.name for path in blocked.paths} >= {"GOAL_BLOCKED"}


def test_slots_fill_a_tight_room():
    """A dead end one disc wide: slots lie in a row, as near to the goal as they fit."""
    world = cw.World((0, 0, 30, 10))
    world.add(box(10, 0, 30, 4.5))
    world.add(box(10, 5.5, 30, 10))
    starts = [(2, 2 + 1.5 * i) for i in range(5)]
    plan = cw.plan_group(world, starts, (28, 5), 0.5)
    check_plan(world, plan, starts, 0.5)
    assert (plan.slots[:, 0] > 22).all()
    np.testing.assert_allclose(plan.slots[:, 1], 5, atol=1e-9)
    # Who comes first goes in first.
    order = np.argsort(plan.arrivals - plan.slots[:, 0])
    assert (np.diff(plan.slots[order, 0]) < 0).all()


def test_no_room_for_all():
    world = cw.World((0, 0, 30, 10))
    world.add_wall([(20, 0), (20, 4.5)])
    world.add_wall([(20, 5.5), (20, 10)])
    with pytest.raises(cw.InvalidInput, match="room for"):
        starts = [(x, y) for x in np.arange(1.0, 19) for y in np.arange(1.0, 9.5)]
        cw.plan_group(world, starts, (25, 5), 0.5, spacing=2.0)


def apart(world, radii, rng):
    """Random places that do not overlap."""
    out = []
    while len(out) < len(radii):
        p = world.random_point(radii[len(out)], rng=rng)
        if all(math.dist(p, q) >= radii[len(out)] + radii[j] for j, q in enumerate(out)):
            out.append(p)
    return np.array(out)


@pytest.mark.parametrize("seed", range(8))
def test_random_worlds(seed):
    rng = np.random.default_rng(seed)
    rings = rng.uniform(10, 50, (40, 1, 2)) + np.array(box(0, 0, 3, 3)) * rng.uniform(0.3, 1.5)
    world = cw.World.from_obstacles(list(rings), bounds=(0, 0, 60, 60))
    radii = rng.choice([0.3, 0.5, 0.8], 20)
    starts = apart(world, radii, np.random.default_rng(seed))
    goal = world.random_point(0.9, rng=seed)
    for together in (False, True):
        plan = cw.plan_group(
            world, starts, goal, radii, speed=rng.uniform(1, 2, 20), together=together
        )
        check_plan(world, plan, starts, radii)


def test_points_take_no_time_at_gates():
    plan = cw.plan_group(walled([(10.0, 1.0)]), [(5, 10), (5, 12)], (35, 10), 0.0)
    np.testing.assert_array_equal(plan.slots, [(35, 10), (35, 10)])
    assert plan.arrivals == pytest.approx([path.length for path in plan.paths])


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"starts": []}, "starts is empty"),
        ({"starts": [(1, math.nan)]}, r"starts\[0\] is"),
        ({"starts": [(5, 5), (3, 3), (3.5, 3.5)]}, r"starts\[2\] .* overlaps starts\[1\]"),
        ({"radii": -1.0}, "radii"),
        ({"radii": [0.5, 0.5]}, "radii"),
        ({"speed": 0.0}, "speed is 0.0: it must lie between"),
        ({"speed": [0.0]}, r"speed\[0\] is 0.0"),
        ({"speed": math.nan}, "speed"),
        ({"goal": (1, 2, 3)}, "goal"),
        ({"together": "yes"}, "together"),
        ({"world": 3}, "world is 3"),
    ],
)
def test_bad_input(change, text):
    good = {"world": cw.World((0, 0, 10, 10)), "starts": [(5, 5)], "goal": (7, 7), "radii": 0.5}
    assert cw.plan_group(**good)
    with pytest.raises(cw.InvalidInput, match=text):
        cw.plan_group(**good | change)


@pytest.mark.parametrize("seed", range(20))
def test_quickest_flow_beside_time_expanded_networks(seed):
    """The least time by a maximum flow over time steps, for whole times and capacities."""
    networkx = pytest.importorskip("networkx")
    rng = np.random.default_rng(seed)
    count, nodes = int(rng.integers(5, 30)), 6
    arcs = {}
    for _ in range(14):
        a, b = rng.choice(nodes, 2, replace=False).tolist()
        arcs[a, b] = int(rng.integers(1, 4)), int(rng.integers(1, 6))
    network = Network()
    for _ in range(nodes):
        network.add_node()
    for (a, b), (capacity, time) in arcs.items():
        network.add_arc(a, b, float(capacity), float(time))
    paths = network.quickest(0, nodes - 1, count)

    def carried(horizon):
        layers = networkx.DiGraph()
        layers.add_nodes_from(((0, 0), (nodes - 1, horizon)))
        for t in range(horizon):
            for node in range(nodes):
                layers.add_edge((node, t), (node, t + 1))  # waiting, without a limit
            for (a, b), (capacity, time) in arcs.items():
                if t + time <= horizon:
                    layers.add_edge((a, t), (b, t + time), capacity=capacity)
        return networkx.maximum_flow_value(layers, (0, 0), (nodes - 1, horizon))

    if not paths:
        assert carried(60) == 0
        return
    total, work = sum(p.rate for p in paths), sum(p.rate * p.time for p in paths)
    # Repeated in whole steps: the k-th unit of a path arrives after its time and k - 1 steps.
    horizon = next(
        t for t in range(200) if sum(p.rate * max(0, t - p.time + 1) for p in paths) >= count
    )
    assert carried(horizon) >= count
    assert carried(horizon - 1) < count
    assert all(p.time <= (count + work) / total + 1e-9 for p in paths)
    for (a, b), (capacity, _) in arcs.items():
        used = sum(
            p.rate
            for p in paths
            for pair in zip(p.nodes, p.nodes[1:], strict=False)
            if pair == (a, b)
        )
        assert used <= capacity + 1e-9


def test_a_world_that_another_thread_edits_meanwhile():
    """The graph belongs to a version before the edit: the plan is made again, for the next one."""

    class Restless(cw.World):
        edits = 0

        def waypoints(self, *arguments, **options):
            graph = super().waypoints(*arguments, **options)
            if self.edits < 3:
                self.edits += 1
                self.add_post((20.0, 9.0 + self.edits))
            return graph

    world = Restless((0, 0, 40, 20))
    world.add(box(19, 0, 21, 5))
    starts = [(5.0, y) for y in range(3, 18, 2)]
    plan = cw.plan_group(world, starts, (35, 10), 0.5)
    assert world.edits == 3
    check_plan(world, plan, starts, 0.5)


def test_pictures():
    world = walled([(4.0, 1.5), (16.0, 1.5)])
    plan = cw.plan_group(world, [(5, y) for y in range(3, 18, 2)], (35, 10), 0.5)
    picture = cw.render.svg(world, group=plan)
    assert picture.count("<path") > cw.render.svg(world).count("<path")
    with pytest.raises(cw.InvalidInput, match="group is"):
        cw.render.svg(world, group="all")
