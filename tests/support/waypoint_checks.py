"""Checks of waypoint graphs against the world's own answers."""

from __future__ import annotations

import numpy as np


def components(graph):
    """By row of a node: a number, equal for nodes that edges join."""
    top = list(range(len(graph)))

    def find(i):
        while top[i] != i:
            i = top[i]
        return i

    for a, b in graph.ends.tolist():
        top[find(a)] = find(b)
    return [find(i) for i in range(len(top))]


def check_graph(world, graph):
    """Nodes are free, edges have the lengths of shortest paths and widths that can be passed."""
    radius = graph.radius
    if not len(graph):
        return
    assert world.is_free(graph.points, radius).all()
    assert len(set(graph.ids.tolist())) == len(graph)
    assert (graph.widths >= 2 * radius * (1 - 1e-12)).all()
    ends = graph.points[graph.ends]
    if not len(ends):
        return
    assert len({tuple(sorted(pair)) for pair in graph.ends.tolist()}) == len(ends)
    assert (graph.ends[:, 0] != graph.ends[:, 1]).all()
    paths = world.find_paths(ends[:, 0], ends[:, 1], radius)
    np.testing.assert_allclose(graph.lengths, paths.length, rtol=1e-9, atol=1e-12)
    half = graph.edge_widths / 2 * (1 - 1e-12)
    assert world.reachable(ends[:, 0], ends[:, 1], half).all()


def check_connections(world, graph, pairs):
    """The graph joins two points exactly if the disc can move from one to the other.

    The number of pairs compared. `find_path` is not asked: it may leave the graph out.
    """
    radius, group = graph.radius, components(graph)
    count = 0
    for a, b in pairs:
        if not (world.is_free(a, radius) and world.is_free(b, radius)):
            continue
        cells = world._core.cells(np.array([a, b]))[1].tolist()
        groups = [{group[n] for n in graph._layout.attached.get(c, ())} for c in cells]
        assert all(len(g) <= 1 for g in groups), (a, b)
        reachable = world.reachable(a, b, radius)
        if reachable and world.max_radius(a, b) < radius:
            continue  # a disc that fits at its end, or in a gate, by rounding only
        if not groups[0] and cells[0] == cells[1]:
            assert reachable, (a, b, radius)
        else:
            assert bool(groups[0] & groups[1]) == reachable, (a, b, radius)
        count += 1
    return count
