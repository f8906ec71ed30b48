"""Building a waypoint graph: places of the nodes, shortest paths along the edges."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._input import Floats
from .._mesh import Ints
from .cells import cells_at, cells_of, peaks_of, places_in
from .merging import Merging
from .skeleton import Node, Skeleton, skeleton_of

if TYPE_CHECKING:
    from .._world import World

KINDS = {0: "room", 1: "dead_end"}  # by the number of gates; others are decision nodes


class Layout(NamedTuple):
    """The nodes and edges of a waypoint graph, without the paths along the edges."""

    version: int
    points: Floats  # N x 2
    kinds: list[str]
    widths: Floats  # N: of the gate, or of the largest disc that fits there
    gates: Floats  # N x 2 x 2; NaN for nodes that are not gates
    ends: Ints  # E x 2
    edge_widths: Floats  # E
    attached: dict[int, tuple[int, ...]]  # by cell: the nodes next to a point in it


def layout_of(world: World, radius: float, dead_ends: bool) -> Layout:
    """The layout of the current version, whatever other threads do."""
    while True:
        every = cells_of(world, radius)
        peaks = peaks_of(world, every)
        if peaks is None:
            continue
        merging = Merging(every, peaks)
        skeleton = skeleton_of(merging.cells, set(merging.of.tolist()), dead_ends)
        wanted = np.array([n for kind, n in skeleton.nodes if kind == "cell"], dtype=np.int32)
        places = places_in(world, every.version, merging.of, wanted, peaks, radius)
        at = dict(zip(wanted.tolist(), places, strict=True))
        layout = _placed(world, skeleton, merging, at, radius)
        if layout is not None and world.version == every.version:
            return layout


def _placed(
    world: World, skeleton: Skeleton, merging: Merging, at: dict[int, Floats], radius: float
) -> Layout | None:
    cells = merging.cells
    middles = _middles(world, cells.gates, radius)
    widest: dict[int, int] = {}  # by cell: its widest gate
    for gate, sides in enumerate(cells.sides.tolist()):
        for cell in sides:
            widest[cell] = gate
    number: dict[Node, int] = {}
    points: list[Floats] = []
    kinds, widths, gates = [], [], []
    for kind, i in skeleton.nodes:
        point = middles[i] if kind == "gate" else at[i]
        if np.isnan(point[0]):
            if i not in widest:
                continue  # a cell in which the disc fits nowhere
            point = middles[widest[i]]
        number[kind, i] = len(points)
        points.append(point)
        gates.append(cells.gates[i] if kind == "gate" else np.full((2, 2), np.nan))
        widths.append(cells.widths[i] if kind == "gate" else np.nan)
        kinds.append("gate" if kind == "gate" else KINDS.get(skeleton.degrees[i], "decision"))
    spots = np.array(points).reshape(-1, 2)
    room = np.array(widths)
    inside = np.flatnonzero(np.isnan(room))
    room[inside] = 2 * world._core.clearance(np.ascontiguousarray(spots[inside]))
    homes = cells_at(world, spots, cells.version)
    if homes is None:
        return None
    edges: dict[tuple[int, int], float] = {}
    for step in skeleton.steps:
        a, b = number[step.a], number[step.b]
        ends = tuple(None if kinds[n] == "gate" else int(homes[n]) for n in (a, b))
        width = min(room[a], room[b], _width_along(merging, step.gates, ends))
        pair = (a, b) if a < b else (b, a)
        edges[pair] = max(float(width), edges.get(pair, 0.0))
    beside = {
        cell: tuple(number[node] for node in nodes if node in number)
        for cell, nodes in skeleton.attached.items()
    }
    return Layout(
        cells.version,
        spots,
        kinds,
        room,
        np.array(gates).reshape(-1, 2, 2),
        np.array(list(edges), dtype=np.int32).reshape(-1, 2),
        np.array(list(edges.values())),
        {cell: beside.get(into, ()) for cell, into in enumerate(merging.of.tolist())},
    )


def _width_along(merging: Merging, gates: tuple[int, ...], ends: tuple[int | None, ...]) -> float:
    """Of the widest route through these gates in a row, from and to the cells at its ends.

    Between two gates it stays in the cells that are joined there.
    """
    out = min(float(merging.cells.widths[gate]) for gate in gates)
    stops: list[list[int]] = [merging.sides[gate].tolist() for gate in gates]
    if ends[0] is not None:
        stops.insert(0, [ends[0]])
    if ends[1] is not None:
        stops.append([ends[1]])
    for one, other in pairwise(stops):
        shared = {int(merging.of[c]) for c in one} & {int(merging.of[c]) for c in other}
        best = 0.0
        for cell in shared:
            starts, goals = ([c for c in side if merging.of[c] == cell] for side in (one, other))
            best = max(best, merging.width(starts, goals))
        out = min(out, best)
    return out


def _middles(world: World, gates: Floats, radius: float) -> Floats:
    """The middles of gates. Where rounding makes the disc too large, the nearest free point."""
    out = np.ascontiguousarray(gates.mean(axis=1))
    if len(out):
        tight = np.flatnonzero(~world._core.is_free(out, radius))
        if len(tight):
            moved = world._core.snap(np.ascontiguousarray(out[tight]), radius)
            out[tight] = np.where(np.isnan(moved), out[tight], moved)
    return out
