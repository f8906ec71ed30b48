"""Choke points: every gate, and every bottleneck among them; graphs of one size beside `reachable`."""

import itertools
import math
import pickle

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.gates import gates
from oracle.scene import Scene, box, build
from support.scenes import integer_obstacle

CORNERS = range(3)


def both_ways(ends):
    """Gates with their ends in order."""
    flat = np.asarray(ends, float).reshape(-1, 4)
    swapped = (flat[:, 0] > flat[:, 2]) | ((flat[:, 0] == flat[:, 2]) & (flat[:, 1] > flat[:, 3]))
    return np.where(swapped[:, None], flat[:, [2, 3, 0, 1]], flat)


def missing(some, among, near=1e-7):
    """Those that have no like."""
    some, among = both_ways(some), both_ways(among)
    if not len(some):
        return some
    if not len(among):
        return some
    off = np.abs(some[:, None, :] - among[None, :, :]).max(axis=2)
    # An order by x does not hold for ends that are one above the other but for rounding.
    off = np.minimum(off, np.abs(some[:, None, :] - among[None][..., [2, 3, 0, 1]]).max(axis=2))
    return some[off.min(axis=1) > near]


def check_gates(scene, world):
    """The list against every pair of corners, and of corners and walls."""
    chokes = world.abstraction().choke_points()
    listed = np.array([c.gate.ravel() for c in chokes]).reshape(-1, 4)
    sure, possible = gates(scene)
    assert not len(missing(sure, listed))
    assert not len(missing(listed, possible))
    widths = [c.width for c in chokes]
    assert widths == sorted(widths)
    lengths = np.hypot(*(listed[:, 2:] - listed[:, :2]).T)
    assert widths == pytest.approx(lengths, rel=1e-9)
    return chokes


def check_places(world):
    """Each is in one structure; what dead ends and corridors say of themselves."""
    a = world.abstraction()
    narrowest = {}
    for c in a.choke_points():
        [(kind, number)] = [
            (kind, number)
            for kind in ("corridor", "dead_end", "decision_node")
            if (number := getattr(c, kind)) is not None
        ]
        narrowest.setdefault((kind, number), c.width)
    for d in a.dead_ends:
        least = narrowest.get(("dead_end", d.number), math.inf)
        if d.root is None:
            assert d.width == least
            assert (d.gate is None) == math.isinf(least)
        else:
            assert d.width <= least
            assert math.isfinite(d.width)
        if d.gate is not None:
            assert np.hypot(*(d.gate[0] - d.gate[1])) == pytest.approx(d.width, rel=1e-9)
    for c in a.corridors:
        assert np.hypot(*(c.gate[0] - c.gate[1])) == pytest.approx(c.width, rel=1e-9)


def check_bottlenecks(world, places):
    """A choke point or an end limits the largest disc between two points."""
    widths = np.array([c.width for c in world.abstraction().choke_points()])
    room = world.clearance(places)
    pairs = np.array(list(itertools.combinations(range(len(places)), 2)), int).reshape(-1, 2)
    widest = 2 * world.max_radius(places[pairs[:, 0]], places[pairs[:, 1]])
    ends = 2 * np.minimum(room[pairs[:, 0]], room[pairs[:, 1]])
    stopped = ~np.isnan(widest) & (widest < ends * (1 - 1e-9))
    if not stopped.any():
        return 0
    assert len(widths)
    off = np.abs(widths[None, :] / widest[stopped, None] - 1).min(axis=1)
    assert off.max() < 1e-9, (places[pairs[stopped][off.argmax()]], widest[stopped][off.argmax()])
    return int(stopped.sum())


def turning(a, decision, radius):
    """Points where a disc turns around a corner of the decision node."""
    t = a.decision_nodes[decision].triangle
    corners = a.mesh.vertices[a.mesh.triangles[t]]
    for i in CORNERS:
        if a.mesh.clearances[t, i] < 2 * radius:
            continue
        one, other = (corners[j] - corners[i] for j in ((i + 1) % 3, (i + 2) % 3))
        for share in (0.5, 0.1, 0.9, 0.01, 0.99):
            way = share * one / np.hypot(*one) + (1 - share) * other / np.hypot(*other)
            yield corners[i] + way / np.hypot(*way) * max(radius, 1e-3) * (1 + 1e-12)


def check_connected(world, radius):
    """Decision nodes of one part, and only they, can be got between."""
    a = world.abstraction()
    graph = a.at(radius)
    part_of = {d: k for k, part in enumerate(graph.parts) for d in part.decision_nodes}
    assert len(part_of) == sum(len(part.decision_nodes) for part in graph.parts)
    at = [(d, p) for d in part_of for p in turning(a, d, radius) if world.is_free(p, radius)]
    rng = np.random.default_rng(7)
    pairs = rng.integers(0, len(at), (300, 2)) if at else np.zeros((0, 2), int)
    if len(pairs):
        places = np.array([p for _, p in at])
        got = world.reachable(places[pairs[:, 0]], places[pairs[:, 1]], radius)
        same = [part_of[at[i][0]] == part_of[at[j][0]] for i, j in pairs]
        assert got.tolist() == same
    check_corridors(world, a, graph, rng)
    used = [c for p in graph.passages for c in p.corridors]
    assert sorted([*used, *graph.closed, *graph.dead_ends]) == list(range(len(a.corridors)))
    for p in graph.passages:
        assert p.width >= 2 * radius * (1 - 1e-12)  # widths are rounded
        assert p.width <= min(a.corridors[c].width for c in p.corridors)
        if p.ends is not None:
            check_passage(a, p)
    return len(pairs)


def check_corridors(world, a, graph, rng):
    """Gates of corridors of one part, and only they, can be got between, whatever fits there."""
    radius = graph.radius
    inside = [c for part in graph.parts for c in part.corridors]
    assert sorted([*inside, *graph.closed]) == list(range(len(a.corridors)))
    part_of = {c: k for k, part in enumerate(graph.parts) for c in part.corridors}
    middles = np.array([c.gate.mean(axis=0) for c in a.corridors]).reshape(-1, 2)
    fits = [c for c in inside if world.is_free(middles[c], radius)]
    for c in a.corridors:
        assert c.room <= c.width * (1 + 1e-9)
        assert c.room == pytest.approx(2 * world.clearance(middles[c.number]))
    if fits:
        one, other = rng.choice(fits, 300), rng.choice(fits, 300)
        got = world.reachable(middles[one], middles[other], radius)
        assert got.tolist() == [part_of[i] == part_of[j] for i, j in zip(one, other, strict=True)]
        # No disc wider than the narrowest gate passes; one as wide does, if it reaches the gate.
        widest = 2 * world.max_radius(middles[one], middles[other])
        for i, j, width in zip(one.tolist(), other.tolist(), widest.tolist(), strict=True):
            least = min(a.corridors[i].room, a.corridors[j].room)
            if not math.isclose(width, 2 * radius, rel_tol=1e-12):  # widths are rounded
                assert (width > 2 * radius) == (part_of[i] == part_of[j])
            assert not width > least * (1 + 1e-9)  # NaN: no path for a point
            if i == j:
                assert width == pytest.approx(least)


def check_passage(a, passage):
    """A disc as wide as a passage still has its corridors; one that is wider has lost one."""
    same = a.at(passage.width / 2)
    assert not set(passage.corridors) & set(same.closed)
    parts = [set(part.decision_nodes) for part in same.parts]
    ends = [{e for c in passage.corridors for e in a.corridors[c].ends}, set(passage.ends)]
    assert all(any(group <= part for part in parts) for group in ends)
    wider = a.at(math.nextafter(passage.width, math.inf) / 2)
    kept = [p for p in wider.passages if set(passage.corridors) <= set(p.corridors)]
    assert not kept


def campaign(kind, seeds):
    stopped = connected = 0
    for seed in seeds:
        scene, queries = make(kind, seed, 12)
        world = build(cw, scene)
        check_gates(scene, world)
        check_places(world)
        places = np.array([p for start, goal, _ in queries for p in (start, goal)])
        stopped += check_bottlenecks(world, places[world.is_free(places)])
        for radius in (0.0, 0.2, 0.5, 1.0):
            connected += check_connected(world, radius)
    return stopped, connected


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_bottleneck_is_a_choke_point(kind):
    stopped, _ = campaign(kind, range(2))
    assert stopped > 0


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_bottleneck_is_a_choke_point_long(kind):
    stopped, connected = campaign(kind, range(100, 140))
    assert stopped > 100
    assert connected > 300


@pytest.mark.parametrize("seeds", [range(15), pytest.param(range(15, 300), marks=pytest.mark.long)])
def test_integer_worlds(seeds):
    """Ties everywhere."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        scene = Scene(box(0, 0, 8, 8))
        scene.obstacles = dict(enumerate(integer_obstacle(rng, 8) for _ in range(5)))
        world = build(cw, scene)
        check_gates(scene, world)
        check_places(world)
        places = rng.uniform(0, 8, (25, 2))
        check_bottlenecks(world, places[world.is_free(places)])
        for radius in (0.0, 0.25, 0.5, 0.7):
            check_connected(world, radius)


def test_a_gate_in_an_island():
    """A wall that doubles back, rounded: a sliver with three walls has a gate of 4e-14."""
    place = lambda p: (0.37 * p[0] + 1000, 0.37 * p[1] + 2000)  # noqa: E731
    w = cw.World(bounds=(1000, 2000, 1007.4, 2007.4))
    w.add_wall([place(p) for p in [(1, 5), (11, 3), (6, 4)]])
    w.add([place(p) for p in [(6, 2), (6, 5), (4, 5)]])
    chokes = w.abstraction().choke_points()
    nowhere = [c for c in chokes if c.corridor is c.dead_end is c.decision_node is None]
    assert len(w.abstraction().islands) >= len(nowhere) > 0
    assert max(c.width for c in nowhere) < 1e-12


# --- gates that hide behind others ------------------------------------------------


def hidden_gate():
    """The gate charged to a corridor lies past a narrower one, outside of it."""
    world = cw.World((0, 0, 8, 8))
    for post in [(1.1, 7.9), (5.1, 7.1), (6.8, 5.5)]:
        world.add_post(post)
    return world


def test_a_gate_outside_its_corridor_does_not_join_parts():
    world = hidden_gate()
    a = world.abstraction()
    [c] = [c for c in a.corridors if sorted(c.gate[:, 1]) == [5.5, 8.0]]
    graph = a.at(1.19)
    assert c.room >= 2 * 1.19
    [part] = [p for p in graph.parts if c.number in p.corridors]
    others = [o for o in a.corridors if o.number not in part.corridors and o.room >= 2 * 1.19]
    assert others
    for o in others:
        assert not world.reachable(c.gate.mean(axis=0), o.gate.mean(axis=0), 1.19)
    check_connected(world, 1.19)


def test_parts_joined_past_a_decision_node_are_one():
    world = cw.World((0, 0, 7, 7))
    for x0, y0, x1, y1 in [
        (0.25, 6.25, 0.75, 6.75),
        (1.25, 4.25, 1.75, 4.75),
        (4.25, 4.25, 4.75, 4.75),
        (5.125, 6.125, 5.875, 6.875),
    ]:
        world.add([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    a = world.abstraction()
    middles = {tuple(c.gate.mean(axis=0).tolist()): c for c in a.corridors if c.room >= 2 * 1.15}
    one, other = middles[3.4375, 5.8125], middles[4.25, 2.125]
    assert world.find_path((3.4375, 5.8125), (4.25, 2.125), radius=1.15).found
    assert any({one.number, other.number} <= set(p.corridors) for p in a.at(1.15).parts)
    check_connected(world, 1.15)


@pytest.mark.parametrize("seeds", [range(60), pytest.param(range(3000), marks=pytest.mark.long)])
def test_parts_are_what_is_reachable(seeds):
    """All pairs of gates, at the widths of corridors and beside them; posts and lattices of boxes."""
    pairs = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        world = cw.World((0, 0, 7, 7))
        if seed % 2:
            for p in rng.uniform(0, 7, (rng.integers(2, 14), 2)):
                world.add_post(p)
        else:
            for i, j in itertools.product(range(7), repeat=2):
                if rng.random() < 0.3:
                    s = rng.choice([0.125, 0.25])
                    world.add(
                        [
                            (i + x, j + y)
                            for x, y in [(s, s), (1 - s, s), (1 - s, 1 - s), (s, 1 - s)]
                        ]
                    )
        a = world.abstraction()
        if not a.corridors:
            continue
        middles = np.array([c.gate.mean(axis=0) for c in a.corridors])
        sizes = sorted({x for c in a.corridors for x in (c.width, c.room, c.room * 0.9999)})
        for radius in np.array(sizes[:: max(1, len(sizes) // 8)]) / 2:
            part_of = {c: k for k, p in enumerate(a.at(radius).parts) for c in p.corridors}
            fits = [c for c in part_of if world.is_free(middles[c], radius)]
            if len(fits) < 2:
                continue
            one, other = np.array(list(itertools.combinations(fits, 2))).T
            same = [part_of[i] == part_of[j] for i, j in zip(one, other, strict=True)]
            assert world.reachable(middles[one], middles[other], radius).tolist() == same
            pairs += len(same)
    assert pairs > 1000


def test_parts_are_of_the_version_asked_for():
    world = hidden_gate()
    a = world.abstraction()
    before = a.at(1.0)
    world.add([(2, 2), (6, 2), (6, 6), (2, 6)])
    assert a.at(1.0) == before
    assert pickle.loads(pickle.dumps(a)).at(1.0) == before
