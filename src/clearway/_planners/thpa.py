"""Planner "thpa*"."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InvalidInput, shown
from .._input import Floats, as_point, as_radius
from .._journey import Journey
from .._partition import partition
from .._path import Answers
from .._progress import Progress, Show
from ._base import Planner, _threads

if TYPE_CHECKING:
    from .._core import Hierarchy
    from .._world import World

DECAY = 0.5  # share of nodes changed by edits at which the world is partitioned anew
CHUNK = 512  # cached paths computed between two steps of the progress bar
PER_BORDER = 3


class THPAStar(Planner):
    """Hierarchical search (Bhathena): clusters, cached paths, plans at once, legs on demand.

    `radii`: those to prepare for. A question with another radius is answered by the next
    larger one, whose paths are legal for it too, or raises `InvalidInput` when `strict` or
    when there is none. `clusters`: how many (default: about the square root of the number of
    free triangles); `per_border`: nodes on the border of two clusters, at most. `progress`:
    True for a bar, or a callable (done, total).

    Needs the extra `hierarchy` (pymetis). It follows every edit: only cached paths that an edit
    touched are computed again, at the next question. When more than half of the nodes have
    changed, the world is partitioned anew (`stats["partitions"]` counts).
    """

    name = "thpa*"
    summary = "hierarchical: near-optimal plans at once, legs on demand; needs preparation"
    _takes_discs = True

    def __init__(
        self,
        world: World,
        radii: Iterable[float] | float = (0.0,),
        *,
        clusters: int | None = None,
        per_border: int = PER_BORDER,
        strict: bool = False,
        threads: int | None = None,
        progress: Show = None,
    ) -> None:
        super().__init__(world)
        wanted = radii if isinstance(radii, Iterable) else (radii,)
        self.radii = tuple(sorted({as_radius(r, "radii") for r in wanted}))
        if not self.radii:
            raise InvalidInput("radii is empty: give at least one", value=radii)
        for name, value in (("clusters", clusters), ("per_border", per_border)):
            is_number = isinstance(value, int | np.integer) and not isinstance(value, bool)
            if value is not None and not (is_number and value > 0):
                raise InvalidInput(f"{name} is {shown(value)}: a positive integer", value=value)
        self.strict = strict
        self._count = clusters
        self._progress = progress
        self._workers = threads
        self._hierarchies: list[Hierarchy] = [
            world._core.hierarchy(r, int(per_border)) for r in self.radii
        ]
        self._partitions = [0] * len(self.radii)
        for i in range(len(self.radii)):
            self._prepare(i)

    def _prepare(self, i: int) -> None:
        """Partitions the world and computes every cached path for one radius."""
        hierarchy = self._hierarchies[i]
        while True:
            mesh = self.world.mesh()
            labels = partition(mesh, self._count)
            if hierarchy.partition(mesh.ids, labels, mesh.version):
                break
        self._partitions[i] += 1
        total = left = hierarchy.pending
        threads = _threads(self._workers, max(total, 1))
        with Progress(self._progress, total, f"thpa* radius {self.radii[i]:g}") as show:
            while left:
                left = hierarchy.compute(CHUNK, threads)
                show(max(0, total - left))

    def _pick(self, radius: float, index: int | None = None) -> int:
        i = bisect.bisect_left(self.radii, radius)
        if i == len(self.radii) or (self.strict and self.radii[i] != radius):
            known = ", ".join(f"{r:g}" for r in self.radii)
            rule = "none other is taken (strict)" if self.strict else "none is as large"
            raise InvalidInput(
                f"radius {radius!r}: prepared are {known}; {rule}", index, value=radius
            )
        self._refresh(i)
        return i

    def _refresh(self, i: int) -> None:
        hierarchy = self._hierarchies[i]
        if not hierarchy.pending:
            return
        if hierarchy.stats()["decay"] > DECAY:
            self._prepare(i)

    def _ask(
        self, starts: Floats, goals: Floats, radii: Floats, threads: int, options: dict[str, Any]
    ) -> Any:
        if not len(radii):
            return self._hierarchies[0].find_paths(starts, goals, threads)
        levels = np.array([self._pick(float(r), k) for k, r in enumerate(radii.tolist())])
        first = int(levels[0])
        if (levels == first).all():
            return self._hierarchies[first].find_paths(starts, goals, threads)
        parts = []
        order = np.argsort(levels, kind="stable")
        for level in np.unique(levels).tolist():
            rows = np.flatnonzero(levels == level)
            parts.append(self._hierarchies[level].find_paths(starts[rows], goals[rows], threads))
        return _interleaved(parts, np.argsort(order))

    def begin(self, start: Any, goal: Any, radius: float = 0.0) -> Journey:
        """Plans a journey at once; its legs are computed when asked for."""
        a, b = as_point(start, "start")[0], as_point(goal, "goal")[0]
        return Journey(self, a, b, as_radius(radius))

    @property
    def stats(self) -> dict[float, dict[str, Any]]:
        """For each radius: clusters, nodes, edges, repaired paths, decay, partitions, bytes."""
        return {
            r: {**h.stats(), "partitions": n}
            for r, h, n in zip(self.radii, self._hierarchies, self._partitions, strict=True)
        }

    def clusters(self, radius: float | None = None) -> Any:
        """The cluster of each row of `World.mesh()`; -1 for triangles that are not free."""
        return self._hierarchies[0 if radius is None else self._pick(radius)].clusters()

    def edges(self, radius: float | None = None) -> tuple[Floats, Floats, Floats]:
        """Ends and lengths of the cached paths: two N x 2 arrays and one of N."""
        return self._hierarchies[0 if radius is None else self._pick(radius)].edges()

    def __repr__(self) -> str:
        return f"THPAStar({self.world!r}, radii={self.radii})"


def _interleaved(parts: list[Any], rows: Any) -> Answers:
    """Several batches as one, its row i being row rows[i] of all of them in a line."""

    def column(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])[rows]

    def ragged(name: str) -> tuple[Any, Any]:
        flat = np.concatenate([getattr(part, name) for part in parts])
        counts = np.concatenate([np.diff(getattr(part, f"{name[:7]}_starts")) for part in parts])
        starts = np.concatenate(([0], np.cumsum(counts)))
        pieces = [flat[starts[i] : starts[i + 1]] for i in rows]
        return np.concatenate(([0], np.cumsum(counts[rows]))), np.concatenate(pieces)

    segment_starts, segments = ragged("segments")
    channel_starts, channel = ragged("channel")
    return Answers(
        max(part.version for part in parts),
        column("status"),
        column("length"),
        column("lower_bound"),
        column("optimal"),
        segment_starts,
        segments,
        channel_starts,
        channel,
        column("expanded"),
        column("generated"),
        column("seconds"),
    )
