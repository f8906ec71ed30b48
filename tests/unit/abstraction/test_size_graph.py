"""Abstractions for one radius: which structures a disc passes, lengths and widths."""

import math

import numpy as np
import pytest

import clearway as cw
from oracle.scene import box
from support.abstraction_checks import CORNERS, check_against_definition
from support.terrain_worlds import world_of


def test_size_graph_drops_dead_ends_and_joins_chains():
    """Three obstacles in a row; the gap between the last two is closed to a big disc."""
    world = cw.World((0, 0, 50, 20))
    for x0, x1 in ((8, 14), (24, 30), (31, 40)):
        world.add(box(x0, 8, x1, 12))
    a = check_against_definition(world)
    assert len(a.decision_nodes) == 4
    small, big = a.at(0.5), a.at(0.6)
    assert len(small.decision_nodes) == 4
    assert len(small.passages) == 6
    assert len(big.decision_nodes) == 2
    assert len(big.passages) == 3
    assert len(big.closed) == 1
    used = [c for p in big.passages for c in p.corridors]
    assert sorted([*used, *big.closed, *big.dead_ends]) == list(range(6))
    for p in big.passages:
        assert p.width == min(a.corridors[c].width for c in p.corridors)


@pytest.mark.parametrize("kind", ["convex", "posts", "walls", "grid"])
def test_size_graph_has_the_cycles_that_a_disc_has(kind):
    """Cycles left = cycles of the mesh's graph without portals and turns that are too narrow."""
    for seed in range(3):
        _, world = world_of(kind, seed)
        a = world.abstraction()
        for radius in (0.0, 0.2, 0.5, 1.0):
            graph = a.at(radius)
            ends = [p.ends for p in graph.passages]
            nodes = len(graph.decision_nodes)
            closed = sum(e is None for e in ends)
            parts = _parts(graph.decision_nodes, [e for e in ends if e is not None])
            cycles = (len(ends) - closed) - nodes + parts + closed
            assert cycles == _disc_cycles(a, 2 * radius)


def _parts(nodes, edges):
    group = {n: n for n in nodes}

    def top(n):
        while group[n] != n:
            n = group[n]
        return n

    for a, b in edges:
        group[top(a)] = top(b)
    return len({top(n) for n in nodes})


def _disc_cycles(a, width):
    """Nodes are portals wide enough, edges the passable turns; a triangle of three is one hub."""
    mesh = a.mesh
    nodes, edges = {}, []
    for t in np.flatnonzero(~mesh.blocked):
        open_ = [i for i in CORNERS if not mesh.constrained[t, i]]
        hub = ("t", int(t))
        for i in open_:
            n = int(mesh.neighbours[t, i])
            door = (
                "d",
                *sorted((int(t), n)),
                *sorted(mesh.triangles[t, [i, (i + 1) % 3]].tolist()),
            )
            turns = [
                mesh.clearances[t, i],
                mesh.clearances[t, (i + 1) % 3],
            ]
            if max(turns) >= width:
                nodes[hub] = nodes[door] = True
                edges.append((hub, door))
    return len(edges) - len(nodes) + _parts(list(nodes), edges)


def test_length_bounds_are_below_every_path():
    for kind in ("stars", "walls", "posts"):
        _scene, world = world_of(kind, 2)
        a = world.abstraction()
        for c in a.corridors:
            if c.is_ring or len(c.triangles) < 3:
                continue
            route = a.route(c)
            drawn = np.hypot(*np.diff(route[1:-1], axis=0).T).sum()
            assert c.length <= drawn * (1 + 1e-12)
            assert c.angle >= 0


def test_widths_of_section_4_1_let_a_disc_through_where_it_does_not_fit():
    """Kallmann's Figure 7: by Demyen's widths alone a disc of 0.7 would pass a gap of 1."""
    world = cw.World((-4, 0, 24, 20), max_radius=0)
    world.add([(-4, 0), (24, 0), (24, 8), (20, 8), (0, 8), (-4, 8)])
    world.add([(1, 20), (2, 9), (9, 9.5), (16, 12), (17, 20)])
    a, b, radius = (-2, 15), (21, 15), 0.7
    assert not world.find_path(a, b, radius=radius).found
    assert world.find_path(a, b, radius=0.5).found
    assert _passes(world, a, b, 2 * radius, world.mesh().widths)
    exact = cw.World((-4, 0, 24, 20), max_radius=math.inf)
    for h in world.obstacles:
        exact.add(world.obstacles[h])
    assert not _passes(exact, a, b, 2 * radius, exact.mesh().clearances)
    assert _passes(exact, a, b, 1.0, exact.mesh().clearances)


def _passes(world, start, goal, width, widths):
    """A walk over (triangle, entry side) that tests each turn by the widths given."""
    mesh = world.mesh()
    first, last = world.locate(start), world.locate(goal)
    todo = [(int(first), i) for i in CORNERS if not mesh.constrained[first, i]]
    seen = set()
    while todo:
        t, out = todo.pop()
        n = int(mesh.neighbours[t, out])
        if n == last:
            return True
        entry = int(np.flatnonzero(mesh.neighbours[n] == t)[0])
        if (n, entry) in seen:
            continue
        seen.add((n, entry))
        for corner, side in ((entry, (entry + 2) % 3), ((entry + 1) % 3, (entry + 1) % 3)):
            if not mesh.constrained[n, side] and widths[n, corner] >= width:
                todo.append((n, side))
    return False


def test_widths_by_definition():
    """Where the corner sees a wall squarely in its own triangle, or none: cases 1 and 2."""
    _, world = world_of("convex", 1)
    mesh = world.mesh()
    corners = mesh.vertices[mesh.triangles]
    assert (mesh.widths[mesh.blocked] == -1).all()
    for t in np.flatnonzero(~mesh.blocked):
        for i in CORNERS:
            c, a, b = corners[t, i], corners[t, (i + 1) % 3], corners[t, (i + 2) % 3]
            least = min(np.hypot(*(c - a)), np.hypot(*(c - b)))
            square = np.dot(b - a, c - a) > 0 and np.dot(a - b, c - b) > 0
            if not square:
                assert mesh.widths[t, i] == pytest.approx(least)
            elif mesh.constrained[t, (i + 1) % 3]:
                height = 2 * mesh.areas[t] / np.hypot(*(a - b))
                assert mesh.widths[t, i] == pytest.approx(height)
            else:
                assert mesh.widths[t, i] <= least * (1 + 1e-12)


def test_radius_above_that_of_the_world():
    a = world_of("convex", 1, max_radius=0.5)[1].abstraction()
    assert a.at(0.5).radius == 0.5
    assert a.choke_points(0.5)
    for ask in (a.at, a.choke_points):
        with pytest.raises(cw.InvalidInput, match=r"above the max_radius 0\.5"):
            ask(0.6)
        with pytest.raises(cw.InvalidInput):
            ask(-1.0)
