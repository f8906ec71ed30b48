"""Compares an abstraction with the definitions of Demyen 2007, chapter 6."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from oracle import levels as by_definition

CORNERS = range(3)


def check_against_definition(world):
    a = world.abstraction()
    graph = by_definition.portal_graph(a.mesh)
    expected = by_definition.levels(graph)
    got = {t: int(level) for t, level in enumerate(a.levels) if level >= 0}
    assert got == expected
    groups = by_definition.components(graph)
    assert a.component_count == len(groups)
    for group in groups:
        assert len({int(a.components[t]) for t in group}) == 1
        check_component(a, graph, group)
    check_structures(a, graph)
    return a


def check_component(a, graph, group):
    """By Euler's formula, the independent cycles of the component's graph are its holes."""
    n = sum(len(graph[t]) for t in group) // 2 - len(group) + 1
    decisions = sum(1 for t in group if a.levels[t] == 3)
    corridors = [c for c in a.corridors if c.component == a.components[min(group)]]
    assert decisions == max(0, 2 * n - 2)
    assert len(corridors) == (1 if n == 1 else max(0, 3 * n - 3))
    assert sum(c.is_ring for c in corridors) == (n == 1)
    if n == 0:
        assert len(group) == 1 or len([d for d in a.dead_ends if d.root is None]) > 0


def check_structures(a, graph):
    """Each triangle is in exactly one structure; links lead where the corridor leads."""
    seen = np.zeros(len(a.levels), dtype=int)
    seen[[d.triangle for d in a.decision_nodes]] += 1
    seen[a.islands] += 1
    for s in (*a.corridors, *a.dead_ends):
        np.add.at(seen, s.triangles, 1)
    assert (seen == (a.levels >= 0)).all()
    clearances = a.mesh.clearances
    for c in a.corridors:
        assert (a.levels[c.triangles] == 2).all()
        assert (a.structures[c.triangles] == c.number).all()
        if c.is_ring:
            widths = [clearances[t].max() for t in c.triangles]
            assert c.width <= min(widths)
            continue
        ends = [a.decision_nodes[e] for e in c.ends]
        chain = [ends[0].triangle, *c.triangles.tolist(), ends[1].triangle]
        for here, there in itertools.pairwise(chain):
            assert there in graph[here]
        shut = []  # the width of its wider turn at each end
        for end, other in ((0, 1), (1, 0)):
            d = ends[end]
            sides = [i for i in CORNERS if d.corridors[i] == c.number]
            assert len(sides) == (2 if c.is_loop else 1)
            for i in sides:
                assert a.adjacent[d.triangle, i] == ends[other].triangle
                own = a.chokes[d.triangle, i]
                shut.append(max(clearances[d.triangle, [i, (i + 1) % 3]]))
                assert a.lengths[d.triangle, i] == c.length
                assert a.angles[d.triangle, i] == pytest.approx(c.angle, abs=1e-12)
        passed = [own, *(least_turn(a, graph, chain, k) for k in range(1, len(chain) - 1))]
        assert own == min(passed)
        assert min(own, *shut) <= c.width <= own
        assert c.width == own or min(shut) <= c.width
        gap = np.hypot(*(c.gate[0] - c.gate[1]))
        assert gap == pytest.approx(c.width, rel=1e-9)
    for d in a.dead_ends:
        for t in d.triangles.tolist():
            towards = [i for i in CORNERS if a.adjacent[t, i] >= 0]
            if d.root is None:
                assert not towards
                continue
            [i] = towards
            assert a.adjacent[t, i] == d.root
            check_way_to_root(a, graph, t, d)


def least_turn(a, graph, chain, k):
    """Turn width at the corner between the edges to the previous and the next triangle."""
    before, here, after = chain[k - 1 : k + 2]
    widths = [
        a.mesh.clearances[here, i]
        for i in CORNERS
        for before_side, after_side in [
            (a.mesh.neighbours[here, i - 1], a.mesh.neighbours[here, i])
        ]
        if {int(before_side), int(after_side)} == {before, after}
        and not a.mesh.constrained[here, i]
        and not a.mesh.constrained[here, i - 1]
    ]
    if before == after:  # a loop of one triangle
        widths = [w for w in a.mesh.clearances[here] if w >= 0]
    return min(widths)


def check_way_to_root(a, graph, t, dead_end):
    chain, here = [], t
    while here != dead_end.root:
        chain.append(here)
        [i] = [i for i in CORNERS if a.adjacent[here, i] >= 0]
        here = int(a.mesh.neighbours[here, i])
        assert len(chain) <= len(dead_end.triangles)
    chain.append(here)
    [i] = [i for i in CORNERS if a.adjacent[t, i] >= 0]
    ends = a.mesh.vertices[a.mesh.triangles[t, [i, (i + 1) % 3]]]
    turns = [least_turn(a, graph, chain, k) for k in range(1, len(chain) - 1)]
    if turns:
        assert a.chokes[t, i] == min(turns)
    else:
        assert a.chokes[t, i] <= np.hypot(*(ends[0] - ends[1])) * (1 + 1e-12)
