"""The abstract graph of cells and gates: which of them become waypoints, and which are joined."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .._mesh import Ints
from .cells import Cells

Node = tuple[str, int]  # "cell" or "gate", and its number in `Cells`


class Step(NamedTuple):
    """An edge of the skeleton."""

    a: Node
    b: Node
    gates: tuple[int, ...]  # crossed, those at its ends among them


class Skeleton(NamedTuple):
    """Cells where routes meet or end, and the narrowest gate of every corridor between them."""

    nodes: list[Node]
    steps: list[Step]
    attached: dict[int, tuple[Node, ...]]  # by cell: the waypoints next to a point in it
    degrees: Ints  # by cell: how many gates it has


class _Chain(NamedTuple):
    """Gates in a row between two key cells; `cells[i]` lies between gates i and i + 1."""

    start: int
    gates: list[int]
    cells: list[int]
    end: int


def skeleton_of(cells: Cells, present: set[int], dead_ends: bool) -> Skeleton:
    """The abstract graph of the cells that are present.

    Without `dead_ends` only of what lies on routes between two other places.

    A corridor is a chain of cells with two gates each. Cells with one gate are dead ends, those
    with three or more decision nodes. Every component keeps at least one waypoint.
    """
    gates_at: list[list[int]] = [[] for _ in range(cells.cell_count)]
    sides = cells.sides.tolist()
    for gate, (a, b) in enumerate(sides):
        gates_at[a].append(gate)
        gates_at[b].append(gate)
    peeled: list[tuple[int, int]] = [] if dead_ends else _peel(gates_at, sides)
    gone = {cell for cell, _ in peeled}
    degrees = np.array([len(gates) for gates in gates_at], dtype=np.int32)
    # A cell with a gate to itself has no corridor to be part of.
    keys = {
        c
        for c, gates in enumerate(gates_at)
        if c in present and c not in gone and (len(gates) != 2 or gates[0] == gates[1])
    }
    chains = _chains(gates_at, sides, keys)
    out = Skeleton([("cell", c) for c in sorted(keys)], [], {}, degrees)
    beside: dict[int, list[Node]] = {c: [("cell", c)] for c in keys}
    for chain in chains:
        _add_chain(out, beside, cells, chain)
    out.attached.update({cell: tuple(dict.fromkeys(nodes)) for cell, nodes in beside.items()})
    for cell, root in reversed(peeled):
        out.attached[cell] = out.attached[root]
    return out


def _peel(gates_at: list[list[int]], sides: list[list[int]]) -> list[tuple[int, int]]:
    """Removes dead ends: (cell, the cell that it hung on), in the order of removal."""
    leaves = [c for c, gates in enumerate(gates_at) if len(gates) == 1]
    out = []
    while leaves:
        cell = leaves.pop()
        if len(gates_at[cell]) != 1:  # the last one of a tree
            continue
        [gate] = gates_at[cell]
        a, b = sides[gate]
        root = b if a == cell else a
        gates_at[cell] = []
        gates_at[root].remove(gate)
        out.append((cell, root))
        if len(gates_at[root]) == 1:
            leaves.append(root)
    return out


def _chains(gates_at: list[list[int]], sides: list[list[int]], keys: set[int]) -> list[_Chain]:
    """Every gate in one chain. May turn cells of rings with two gates into keys."""
    used: set[int] = set()

    def walk(start: int, gate: int) -> _Chain:
        gates, between = [gate], []
        used.add(gate)
        a, b = sides[gate]
        cell = b if a == start else a
        while cell not in keys and cell != start:
            between.append(cell)
            gate = next(g for g in gates_at[cell] if g != gate)
            used.add(gate)
            gates.append(gate)
            a, b = sides[gate]
            cell = b if a == cell else a
        return _Chain(start, gates, between, cell)

    def walks(starts: Iterable[int]) -> list[_Chain]:
        return [walk(c, g) for c in starts for g in gates_at[c] if g not in used]

    out = walks(sorted(keys))
    for cell, gates in enumerate(gates_at):  # what is left are rings
        if not gates or gates[0] in used:
            continue
        ring = walk(cell, gates[0])
        if len(ring.gates) > 2:
            out.append(ring)
        else:  # two gates give no cycle of waypoints: the cells between them are needed, too
            used.difference_update(ring.gates)
            keys.update((cell, *ring.cells))
            out += walks((cell, *ring.cells))
    return out


def _add_chain(out: Skeleton, beside: dict[int, list[Node]], cells: Cells, chain: _Chain) -> None:
    """The waypoints of a corridor, and which of them are next to its cells."""
    gates, count = chain.gates, len(chain.gates)
    narrowest = min(range(count), key=lambda i: (cells.widths[gates[i]], gates[i]))
    is_ring = chain.start not in beside
    if is_ring:  # three of its gates, so that both ways around it exist
        chosen = sorted((narrowest + k * count // 3) % count for k in range(3))
    elif chain.start == chain.end and count > 1:  # a loop: two, for the same reason
        chosen = sorted((narrowest, (narrowest + count // 2) % count))
    else:
        chosen = [narrowest]
    out.nodes.extend(("gate", gates[i]) for i in chosen)
    stops: list[tuple[int, Node]] = [(i, ("gate", gates[i])) for i in chosen]
    if is_ring:
        first, last = stops[0], stops[-1]
        around = (*gates[last[0] :], *gates[: first[0] + 1])
        out.steps.append(Step(last[1], first[1], around))
        ends: tuple[Node, Node] = last[1], first[1]
        beside[chain.start] = list(ends)
    else:
        ends = ("cell", chain.start), ("cell", chain.end)
        out.steps.append(Step(ends[0], stops[0][1], tuple(gates[: stops[0][0] + 1])))
        out.steps.append(Step(stops[-1][1], ends[1], tuple(gates[stops[-1][0] :])))
        beside[chain.start].append(stops[0][1])
        beside[chain.end].append(stops[-1][1])
    for (i, a), (j, b) in pairwise(stops):
        out.steps.append(Step(a, b, tuple(gates[i : j + 1])))
    for k, cell in enumerate(chain.cells):  # between gates k and k + 1
        before = [node for i, node in stops if i <= k]
        after = [node for i, node in stops if i > k]
        beside[cell] = [before[-1] if before else ends[0], after[0] if after else ends[1]]
