"""Planner "thpa*"."""

from __future__ import annotations

import bisect
import os
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InvalidInput, shown
from .._input import Floats, as_point, as_radius
from .._journey import Journey
from .._partition import partition
from .._path import Answers, Status
from .._progress import Progress, Show
from . import _keeping as keeping
from ._base import Planner, _threads

if TYPE_CHECKING:
    from .._core import Hierarchy
    from .._world import World

DECAY = 0.5  # share of nodes changed by edits at which the world is partitioned anew
CHUNK = 512  # cached paths computed between two steps of the progress bar
PER_BORDER = 3
KEPT_RADII = 8  # that a world prepares for by itself

_KEEPING = threading.Lock()


class Level:
    """What is prepared for one radius."""

    def __init__(self, radius: float, hierarchy: Hierarchy) -> None:
        self.radius = radius
        self.hierarchy = hierarchy
        self.partitions = 0


class THPAStar(Planner):
    """Hierarchical search (Bhathena): clusters, cached paths, plans at once, legs on demand.

    `radii`: those to prepare for. A question with another radius is answered by the next
    larger one, whose paths are legal for it too; where there is none for that one, by an exact
    search, so that the status is always right. It raises `InvalidInput` when there is no
    larger one, or when `strict`. `clusters`: how many (default: about the square root of the
    number of free triangles); `per_border`: nodes on the border of two clusters, at most.
    `progress`: True for a bar, or a callable (done, total).

    Needs the extra `hierarchy` (pymetis). It follows every edit: only cached paths that an edit
    touched are computed again, at the next question. When more than half of the nodes have
    changed, the world is partitioned anew (`stats[radius]["partitions"]` counts).

    By name (`World.find_path(..., planner="thpa*")`) a world keeps one and prepares it for each
    radius when that is first asked for, up to 8 of them.
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
        self._configure(
            world,
            clusters=clusters,
            per_border=per_border,
            strict=strict,
            threads=threads,
            progress=progress,
        )
        wanted = radii if isinstance(radii, Iterable) else (radii,)
        known = sorted({as_radius(r, "radii") for r in wanted})
        if not known:
            raise InvalidInput("radii is empty: give at least one", value=radii)
        for r in known:
            self._extend(r)

    def _configure(
        self,
        world: World,
        *,
        clusters: int | None,
        per_border: int,
        strict: bool,
        threads: int | None,
        progress: Show,
    ) -> None:
        super().__init__(world)
        if clusters is not None:
            _check_count(clusters, "clusters")
        _check_count(per_border, "per_border")
        if progress is not None and not isinstance(progress, bool) and not callable(progress):
            raise InvalidInput(f"progress is {shown(progress)}: a bool or a callable")
        _threads(threads, 1)
        self.strict = bool(strict)
        self._count = clusters
        self._per_border = int(per_border)
        self._progress = progress
        self._workers = threads
        self._room = 0  # radii that may still be prepared when they are asked for
        self._lock = threading.Lock()
        self._levels: tuple[Level, ...] = ()

    @classmethod
    def _kept_by(cls, world: World) -> THPAStar:
        with _KEEPING:
            kept = world._kept.get(cls.name)
            if not isinstance(kept, THPAStar):
                kept = cls(world)
                kept._room = KEPT_RADII - 1
                world._kept[cls.name] = kept
        return kept

    @property
    def radii(self) -> tuple[float, ...]:
        """Prepared, in rising order."""
        return tuple([level.radius for level in self._levels])

    def _extend(self, radius: float) -> None:
        level = Level(radius, self.world._core.hierarchy(radius, self._per_border))
        self._prepare(level)
        self._levels = tuple(sorted((*self._levels, level), key=lambda at: at.radius))

    def _prepare(self, level: Level) -> None:
        """Partitions the world and computes every cached path for one radius."""
        while True:
            mesh = self.world.mesh()
            labels = partition(mesh, self._count)
            if level.hierarchy.partition(mesh.ids, labels, mesh.version):
                break
        level.partitions += 1
        self._compute(level)

    def _compute(self, level: Level) -> None:
        hierarchy = level.hierarchy
        total = left = hierarchy.pending
        threads = _threads(self._workers, max(total, 1))
        with Progress(self._progress, total, f"thpa* radius {level.radius:g}") as show:
            while left:
                left = hierarchy.compute(CHUNK, threads)
                show(max(0, total - left))

    def _pick(self, radius: float, index: int | None = None) -> int:
        """The level for a radius; one past the last: none, and any is welcome."""
        radii = self.radii
        i = bisect.bisect_left(radii, radius)
        if i < len(radii) and radii[i] == radius:
            self._refresh(self._levels[i])
            return i
        if self._room:
            with self._lock:
                if self._room and radius not in self.radii:
                    self._extend(radius)
                    self._room -= 1
            return self._pick(radius, index)
        if i == len(radii) or self.strict:
            known = ", ".join(f"{r:g}" for r in radii)
            rule = "none other is taken (strict)" if self.strict else "none is as large"
            raise InvalidInput(
                f"radius {radius!r}: prepared are {known}; {rule}", index, value=radius
            )
        self._refresh(self._levels[i])
        return i

    def _refresh(self, level: Level) -> None:
        if level.hierarchy.pending and level.hierarchy.stats()["decay"] > DECAY:
            with self._lock:
                self._prepare(level)

    def _exact(self, radius: float) -> Level:
        """Without clusters: every question is answered by an exact search."""
        return Level(radius, self.world._core.hierarchy(radius, 1))

    def _ask(
        self, starts: Floats, goals: Floats, radii: Floats, threads: int, options: dict[str, Any]
    ) -> Any:
        if not len(radii):
            return self._levels[0].hierarchy.find_paths(starts, goals, threads)
        first = float(radii[0])
        if len(radii) == 1 or bool((radii == first).all()):
            i = self._pick(first, 0)
            level = self._levels[i]
            answers: Any = level.hierarchy.find_paths(starts, goals, threads)
            if level.radius == first:
                return answers
            larger = np.full(len(radii), True)
            return self._asked_again(answers, larger, starts, goals, radii, threads)
        for r, k in zip(*np.unique(radii, return_index=True), strict=True):
            self._pick(float(r), int(k))
        levels = self._levels
        known = np.array([level.radius for level in levels])
        numbers = np.searchsorted(known, radii)
        answers = _split(
            numbers,
            lambda i, rows: levels[i].hierarchy.find_paths(starts[rows], goals[rows], threads),
        )
        return self._asked_again(answers, known[numbers] > radii, starts, goals, radii, threads)

    def _asked_again(
        self, answers: Any, larger: Any, starts: Floats, goals: Floats, radii: Floats, threads: int
    ) -> Any:
        """Exact answers in the rows where a larger disc than the one asked for has no path."""
        again = larger & (np.asarray(answers.status) != Status.FOUND)
        if not again.any():
            return answers
        rows = np.flatnonzero(again)
        exact = self.world._core.find_paths(
            "optimal", starts[rows], goals[rows], radii[rows], threads, {}
        )
        place = np.arange(len(radii))
        place[rows] = len(radii) + np.arange(len(rows))
        return _interleaved([answers, exact], place)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes what is prepared to a file (npz); the world is saved on its own."""
        keeping.save(self, path)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        world: World,
        *,
        strict: bool = False,
        threads: int | None = None,
        progress: Show = None,
    ) -> THPAStar:
        """What `save` wrote. Needs no pymetis.

        When the mesh of the world is the same as then, nothing is computed; otherwise the
        clusters are kept, by the places of their triangles, and all cached paths are computed
        anew.
        """
        return keeping.load(cls, path, world, strict=strict, threads=threads, progress=progress)

    def begin(self, start: Any, goal: Any, radius: float = 0.0) -> Journey:
        """Plans a journey at once; its legs are computed when asked for."""
        a, b = as_point(start, "start")[0], as_point(goal, "goal")[0]
        return Journey(self, a, b, as_radius(radius))

    @property
    def stats(self) -> dict[float, dict[str, Any]]:
        """For each radius: clusters, nodes, edges, repaired paths, decay, partitions, bytes."""
        return {
            level.radius: {**level.hierarchy.stats(), "partitions": level.partitions}
            for level in self._levels
        }

    def _level(self, radius: float | None) -> Hierarchy:
        i = 0 if radius is None else self._pick(as_radius(radius))
        return self._levels[i].hierarchy

    def clusters(self, radius: float | None = None) -> Any:
        """The cluster of each row of `World.mesh()`; -1 for triangles that are not free."""
        return self._level(radius).clusters()

    def edges(self, radius: float | None = None) -> tuple[Floats, Floats, Floats]:
        """Ends and lengths of the cached paths: two N x 2 arrays and one of N."""
        return self._level(radius).edges()

    def __repr__(self) -> str:
        return f"THPAStar({self.world!r}, radii={self.radii})"


def _check_count(value: Any, name: str) -> None:
    is_number = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_number or value < 1:
        raise InvalidInput(f"{name} is {shown(value)}: a positive integer", value=value)


def _split(numbers: Any, ask: Callable[[int, Any], Any]) -> Any:
    """Rows of each number asked for in one go, the answers in the order of the rows."""
    first = int(numbers[0])
    if (numbers == first).all():
        return ask(first, slice(None))
    parts = [ask(i, np.flatnonzero(numbers == i)) for i in np.unique(numbers).tolist()]
    return _interleaved(parts, np.argsort(np.argsort(numbers, kind="stable")))


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
