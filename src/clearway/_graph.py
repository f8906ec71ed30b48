"""Small multigraphs: edges by number, loops and parallel edges allowed."""

from __future__ import annotations

from typing import NamedTuple


class Edge(NamedTuple):
    """An edge between nodes a and b; `number` is the caller's id for it."""

    number: int
    a: int
    b: int


def _incidence(nodes: int, edges: list[Edge]) -> list[list[tuple[int, int]]]:
    """Node -> (position of the edge, other end); a loop occurs twice."""
    at: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
    for i, e in enumerate(edges):
        at[e.a].append((i, e.b))
        at[e.b].append((i, e.a))
    return at


def bridges(nodes: int, edges: list[Edge]) -> set[int]:
    """Numbers of the edges whose removal disconnects their ends."""
    at = _incidence(nodes, edges)
    order = [-1] * nodes  # when a node was first seen
    low = [0] * nodes  # the earliest node that can be reached from below without the edge above
    found: set[int] = set()
    clock = 0
    for first in range(nodes):
        if order[first] >= 0:
            continue
        order[first] = low[first] = clock
        clock += 1
        trail = [(first, -1, iter(at[first]))]
        while trail:
            node, above, rest = trail[-1]
            for i, other in rest:
                if i == above:
                    continue
                if order[other] >= 0:
                    low[node] = min(low[node], order[other])
                    continue
                order[other] = low[other] = clock
                clock += 1
                trail.append((other, i, iter(at[other])))
                break
            else:
                trail.pop()
                if trail:
                    parent = trail[-1][0]
                    low[parent] = min(low[parent], low[node])
                    if low[node] > order[parent]:
                        found.add(edges[above].number)
    return found


def parts(nodes: int, edges: list[Edge]) -> list[list[int]]:
    """Connected components: ascending nodes, ordered by their least node."""
    at = _incidence(nodes, edges)
    seen = [False] * nodes
    out = []
    for first in range(nodes):
        if seen[first]:
            continue
        seen[first] = True
        group = [first]
        for node in group:
            for _, other in at[node]:
                if not seen[other]:
                    seen[other] = True
                    group.append(other)
        out.append(sorted(group))
    return out


Chain = tuple[tuple[int, int] | None, list[int]]


def contract(nodes: int, edges: list[Edge]) -> tuple[list[int], list[Chain], list[int]]:
    """Removes dead ends and replaces chains of nodes with two edges by one edge.

    Returns the nodes with three or more remaining edges, the chains as (ends, numbers of edges in
    order), with None for a cycle without such a node, and the numbers of edges in dead ends.
    """
    at = _incidence(nodes, edges)
    degree = [len(a) for a in at]
    gone = [False] * len(edges)
    dropped = []
    leaves = [n for n in range(nodes) if degree[n] == 1]
    while leaves:
        n = leaves.pop()
        for i, other in at[n]:
            if gone[i]:
                continue
            gone[i] = True
            dropped.append(edges[i].number)
            for end in (n, other):
                degree[end] -= 1
            if degree[other] == 1:
                leaves.append(other)
    kept = [n for n in range(nodes) if degree[n] > 2]

    def walk(start: int, i: int) -> Chain:
        chain = [edges[i].number]
        gone[i] = True
        node = edges[i].b if edges[i].a == start else edges[i].a
        while degree[node] == 2 and node != start:
            i, node = next((j, other) for j, other in at[node] if not gone[j])
            gone[i] = True
            chain.append(edges[i].number)
        return (start, node), chain

    chains = [walk(n, i) for n in kept for i, _ in at[n] if not gone[i]]
    for i, e in enumerate(edges):
        if not gone[i]:
            chains.append((None, walk(e.a, i)[1]))
    return kept, chains, sorted(dropped)
