"""Roadmaps for searches in time: where agents of one radius can wait, and ways between."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _core
from .._input import Floats

if TYPE_CHECKING:
    from .._path import Path
    from .._world import World

Ints = npt.NDArray[np.int64]

PLACES = 2500  # lattice points in the bounds, where the radius does not ask for fewer
APART = 2.5  # of the radius: lattice points that are nearer block each other
NEAR = 1.8  # of the spacing: nodes that are joined by a line
ROUND = 2.0  # times the distance: ways between portals of one triangle that are no detours
AT_ONCE = 1 << 16  # pairs whose lines are tested in one call


class Ellipse(NamedTuple):
    """The points on ways between two points that are no longer than `length`."""

    a: Floats
    b: Floats
    length: float

    def contains(self, points: Floats) -> npt.NDArray[np.bool_]:
        far = np.hypot(*(points - self.a).T) + np.hypot(*(points - self.b).T)
        return np.asarray(far <= self.length)

    def box(self, bounds: Any) -> tuple[float, float, float, float]:
        """The part of the bounds that holds it."""
        if math.isinf(self.length):
            return tuple(bounds)
        middle, across = (self.a + self.b) / 2, np.abs(self.b - self.a)
        half = np.sqrt(np.maximum(self.length**2 - across[::-1] ** 2, 0.0)) / 2
        (x0, y0), (x1, y1) = middle - half, middle + half
        u0, v0, u1, v1 = bounds
        return max(x0, u0), max(y0, v0), min(x1, u1), min(y1, v1)


class Edges(NamedTuple):
    """Edges in both directions: a line, or the rows of a path from a to b."""

    a: Ints
    b: Ints
    rows: list[Floats | None]


class Roadmap:
    """The nodes and edges for one radius in one version of a world.

    Nodes are a lattice of `spacing`, a point of every portal, and the centre of every triangle,
    where the disc fits. Edges are the lines between nodes within 1.8 spacings of each other that
    the disc can walk, and the shortest paths between the portals of each triangle.
    """

    def __init__(
        self,
        world: World,
        radius: float,
        spacing: float,
        within: Ellipse | None = None,
        extra: Floats | None = None,
    ) -> None:
        """`within`: only nodes there. `extra`: points that are nodes where the disc fits."""
        self.world, self.radius, self.spacing = world, radius, spacing
        self.version = world.version
        mesh = world.mesh()
        ends, sides = _portals(mesh)
        portals = mesh.vertices[ends]
        middles = portals.mean(axis=1)
        if within is not None:
            here = within.contains(middles)
            portals, middles, sides = portals[here], middles[here], sides[here]
        gates, kept = self._fitted(middles, np.hypot(*(portals[:, 1] - portals[:, 0]).T))
        centres = mesh.vertices[mesh.triangles[~mesh.blocked]].mean(axis=1)
        box = world.bounds if within is None else within.box(world.bounds)
        points = [self._lattice(box), centres] + ([] if extra is None else [extra])
        others = np.concatenate(points)
        if within is not None:
            others = others[within.contains(others)]
        self.nodes = np.concatenate((gates, self._free(others)))
        self.edges = self._joined(gates, sides, kept)

    def _lattice(self, box: tuple[float, float, float, float]) -> Floats:
        """A hexagonal lattice in a box."""
        x0, y0, x1, y1 = box
        step = self.spacing
        rise = step * math.sqrt(3) / 2
        ys = np.arange(y0 + self.radius, y1 - self.radius + rise / 2, rise)
        xs = np.arange(x0 + self.radius, x1 - self.radius + step / 2, step)
        if not len(xs) or not len(ys):
            return np.empty((0, 2))
        grid = np.stack(np.meshgrid(xs, ys), axis=-1)
        grid[1::2, :, 0] += step / 2
        out: Floats = grid.reshape(-1, 2)
        return out

    def _free(self, points: Floats) -> Floats:
        free = self.world._core.is_free(np.ascontiguousarray(points), self.radius)
        return np.asarray(points[np.asarray(free, dtype=bool)])

    def _fitted(self, points: Floats, widths: Floats) -> tuple[Floats, Any]:
        """Points of portals where the disc fits, and which portals have one."""
        if not len(points):
            return np.empty((0, 2)), np.zeros(0, dtype=bool)
        places = self.world._core.snap(np.ascontiguousarray(points), self.radius)
        moved = np.hypot(*(places - points).T)
        kept = moved <= widths / 2  # NaN: it fits nowhere
        return places[kept], kept

    def _joined(self, gates: Floats, sides: Ints, kept: Any) -> Edges:
        a, b = _near_pairs(self.nodes, NEAR * self.spacing)
        clear = self.are_clear(self.nodes[a], self.nodes[b])
        a, b = a[clear], b[clear]
        joined = set(zip(a.tolist(), b.tolist(), strict=True))
        # The portals of each triangle, where no line joins them.
        number = np.cumsum(kept) - 1
        around: dict[int, list[int]] = {}
        for portal in np.flatnonzero(kept):
            for triangle in sides[portal]:
                around.setdefault(int(triangle), []).append(int(number[portal]))
        pairs = {
            (min(i, j), max(i, j))
            for several in around.values()
            for i in several
            for j in several
            if i != j
        }
        missing = np.array(sorted(pairs - joined), dtype=np.int64).reshape(-1, 2)
        c, d, rows = self.ways(gates, missing)
        return Edges(np.concatenate((a, c)), np.concatenate((b, d)), [*[None] * len(a), *rows])

    def ways(self, points: Floats, pairs: Ints) -> tuple[Ints, Ints, list[Floats | None]]:
        """Shortest paths between points that are no detours, as edges."""
        if not len(pairs):
            empty = np.empty(0, dtype=np.int64)
            return empty, empty, []
        starts, ends = points[pairs[:, 0]], points[pairs[:, 1]]
        paths = self.world.find_paths(starts, ends, self.radius)
        far = ROUND * np.hypot(*(ends - starts).T) + 2 * self.radius
        good = [i for i, path in enumerate(paths) if 0 < path.length <= far[i] and not path.links]
        rows: list[Floats | None] = [np.array(paths[i]._rows) for i in good]
        return pairs[good, 0], pairs[good, 1], rows

    def are_clear(self, starts: Floats, ends: Floats) -> Any:
        """Whether a disc can walk along the lines."""
        out = np.ones(len(starts), dtype=bool)
        for first in range(0, len(starts), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            a, b = np.ascontiguousarray(starts[part]), np.ascontiguousarray(ends[part])
            hits = np.asarray(self.world._core.raycast(a, b, self.radius)[0])
            out[part] = hits == 0
        return out

    def with_path(self, path: Path) -> tuple[_core.Roadmap, int, int]:
        """The graph with the nodes of a path, and the nodes of its start and goal."""
        along, rows = _cut(path, self.spacing)
        count, first = len(along), len(self.nodes)
        nodes = np.concatenate((self.nodes, along))
        steps = np.arange(first, first + count - 1)
        a, b = _pairs_between(along, self.nodes, NEAR * self.spacing)
        clear = self.are_clear(along[a], self.nodes[b])
        a, b = a[clear] + first, b[clear]
        edges = Edges(
            np.concatenate((self.edges.a, steps, a)),
            np.concatenate((self.edges.b, steps + 1, b)),
            [*self.edges.rows, *rows, *[None] * len(a)],
        )
        return _graph(nodes, edges), first, first + count - 1


def spacing_for(world: World, radius: float) -> float:
    """The spacing of a lattice for this radius."""
    x0, y0, x1, y1 = world.bounds
    return max(APART * radius, math.sqrt((x1 - x0) * (y1 - y0) / PLACES))


def cell_for(world: World, radius: float) -> float:
    """The side of the squares by which reservations are found: 8 radii, within reason."""
    x0, y0, x1, y1 = world.bounds
    size = max(x1 - x0, y1 - y0)
    return float(min(max(8 * radius, size / 256), size / 4))


def _portals(mesh: Any) -> tuple[Ints, Ints]:
    """The edges between free triangles: rows of their vertices, and of the triangles beside."""
    free = ~mesh.blocked
    row, side = np.nonzero(~mesh.constrained & (mesh.neighbours > np.arange(len(free))[:, None]))
    beyond = mesh.neighbours[row, side]
    open_ = free[row] & free[beyond]
    row, side, beyond = row[open_], side[open_], beyond[open_]
    corners = mesh.triangles[row]
    at = np.arange(len(row))
    ends = np.column_stack((corners[at, side], corners[at, (side + 1) % 3]))
    return ends.astype(np.int64), np.column_stack((row, beyond)).astype(np.int64)


def _near_pairs(points: Floats, far: float) -> tuple[Ints, Ints]:
    a, b = _pairs_between(points, points, far)
    once = a < b
    return a[once], b[once]


def _pairs_between(points: Floats, others: Floats, far: float) -> tuple[Ints, Ints]:
    """Rows of points and others that are at most this far apart."""
    if not len(points) or not len(others):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    low = np.minimum(points.min(axis=0), others.min(axis=0)) - far
    width = int((np.maximum(points.max(axis=0), others.max(axis=0))[0] - low[0]) / far) + 3
    cell = ((others - low) / far).astype(np.int64)
    key = cell[:, 1] * width + cell[:, 0]
    order = np.argsort(key, kind="stable")
    keys = key[order]
    own = ((points - low) / far).astype(np.int64)
    a_parts, b_parts = [], []
    for dy in (-1, 0, 1):
        wanted = (own[:, 1] + dy) * width + own[:, 0]
        begin = np.searchsorted(keys, wanted - 1, side="left")
        end = np.searchsorted(keys, wanted + 1, side="right")
        counts = end - begin
        a = np.repeat(np.arange(len(points)), counts)
        inner = np.arange(len(a)) - np.repeat(np.cumsum(counts) - counts, counts)
        a_parts.append(a)
        b_parts.append(order[np.repeat(begin, counts) + inner])
    a, b = np.concatenate(a_parts), np.concatenate(b_parts)
    near = np.hypot(*(points[a] - others[b]).T) <= far
    return a[near].astype(np.int64), b[near].astype(np.int64)


def _cut(path: Path, spacing: float) -> tuple[Floats, list[Floats | None]]:
    """Points along a path, and the rows between them: its joints, and cuts of its long lines."""
    points: list[Any] = [np.asarray(path.start)]
    pieces: list[Floats | None] = []
    for row in path._rows:
        start, end = row[:2], row[2:4]
        if row[7] != 0:
            points.append(end)
            pieces.append(row[None])
            continue
        count = max(1, math.ceil(math.dist(start, end) / spacing))
        for k in range(1, count + 1):
            points.append(end if k == count else start + (end - start) * (k / count))
            pieces.append(None)
    return np.array(points), pieces


def reversed_rows(rows: Floats) -> Floats:
    """The same way in the other direction."""
    out = rows[::-1].copy()
    out[:, :2], out[:, 2:4] = rows[::-1, 2:4], rows[::-1, :2]
    out[:, 7] = -out[:, 7]
    return out


def _graph(nodes: Floats, edges: Edges) -> _core.Roadmap:
    """In rows by node, each edge in both directions."""
    a, b = np.concatenate((edges.a, edges.b)), np.concatenate((edges.b, edges.a))
    order = np.argsort(a, kind="stable")
    starts = np.searchsorted(a[order], np.arange(len(nodes) + 1))
    counts = np.zeros(len(order), dtype=np.int64)
    known = {i: rows for i, rows in enumerate(edges.rows) if rows is not None}
    half = len(edges.a)
    for i, rows in known.items():
        counts[i] = counts[i + half] = len(rows)
    parts = []
    for e in order[counts[order] > 0].tolist():
        rows = known[e % half]
        parts.append(rows if e < half else reversed_rows(rows))
    segments = np.concatenate(parts) if parts else np.empty((0, 8))
    return _core.Roadmap(
        np.ascontiguousarray(nodes),
        starts.astype(np.int64),
        b[order].astype(np.int32),
        np.concatenate(([0], np.cumsum(counts[order]))),
        np.ascontiguousarray(segments),
    )
