"""Planner "thpa*" (Bhatena 2014)."""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .._arguments import as_truth
from .._core import find_hierarchy_paths
from .._errors import InvalidInput, shown
from .._imports import importing
from .._input import Floats, Pair, as_pair, as_point, plain_pair
from .._journey import Journey
from .._lengths import as_radius
from .._limits import Limits
from .._partition import Partitioner
from .._path import Path
from .._progress import Show
from .._radii import RadiusRange, as_ranges
from . import _persistence as persistence
from ._base import Planner
from ._hierarchies import Hierarchies
from ._level import PER_BORDER, TOLERANCE, Level, LevelOptions

if TYPE_CHECKING:
    from .._core import Plan
    from .._world import World

KEPT_RADII = 8  # that a world prepares on demand

# Re-entrant: a signal handler may query a planner that its own thread is preparing; the core
# refuses that with an error.
_KEEPING = threading.RLock()


def _after_fork() -> None:
    """In the child process: other threads no longer exist, and never release their locks."""
    global _KEEPING
    _KEEPING = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class THPAStar(Planner, core="thpa*"):
    """Hierarchical search (Bhatena 2014): clusters, cached paths, plans, legs on demand.

    `radii`: the radii to prepare: a number, a `cw.RadiusRange`, or several of these; or `"any"`,
    alone, for `cw.RadiusRange()`. Each number has its own hierarchy. A range has one hierarchy for
    all its radii, with breakpoints, which costs more than one radius and less than many. A query
    with another radius uses the next larger prepared one, whose paths are legal for the smaller
    disc too; if that one has no path, an exact search decides, so the status is always correct.
    Raises `InvalidInput` if there is no larger one, or with `strict`.

    `clusters`: their number (default: about the square root of the number of free triangles);
    `per_border`: nodes on the border of two clusters for one radius, at most. `tolerance`: the
    relative excess length that a path kept for a range of radii may have for each of them.
    `progress`: True for a bar, or a callable (done, total).

    `partition`: who cuts the world into clusters. "metis" (the default) needs the extra `hierarchy`
    (pymetis); "grow" needs nothing and cuts longer borders; or a callable (starts, neighbours,
    parts) that returns the part of each vertex i of a graph, whose neighbours are
    neighbours[starts[i]:starts[i + 1]]. It is not saved: a planner that was loaded uses METIS.

    The planner follows every edit: the next query computes
    again only the cached paths that edits affect. Clusters that edits have made too large, too
    small or ragged are cut again (`stats[radius]["recuts"]` counts). When the cut has grown by
    half, or the number of clusters is wrong by a factor of two, the world is partitioned again
    (`stats[radius]["partitions"]`).

    With the name (`World.find_path(..., planner="thpa*")`) a world keeps one planner and prepares
    each radius when it is first used, up to 8; after that larger radii use exact searches.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> planner = cw.THPAStar(world, radii=(0.0, 0.5), clusters=2)  # doctest: +SKIP
    >>> planner.find_path((1, 5), (9, 5), radius=0.3).found  # doctest: +SKIP
    True
    """

    def __init__(
        self,
        world: World,
        radii: Iterable[float | RadiusRange] | float | RadiusRange | str = (0.0,),
        *,
        clusters: int | None = None,
        per_border: int = PER_BORDER,
        tolerance: float = TOLERANCE,
        strict: bool = False,
        threads: int | None = None,
        progress: Show = None,
        partition: str | Partitioner = "metis",
    ) -> None:
        self._configure(
            world,
            clusters=clusters,
            per_border=per_border,
            tolerance=tolerance,
            strict=strict,
            threads=threads,
            progress=progress,
            partition=partition,
        )
        for r in as_ranges(radii, world._limit):
            self._kept.extend(r)

    def _configure(self, world: World, *, strict: bool = False, **options: Any) -> None:
        super().__init__(world)
        self._kept = Hierarchies(
            world._core, LevelOptions.checked(**options), as_truth(strict, "strict")
        )

    @classmethod
    def _cached_for(cls, world: World, show: Show = None) -> THPAStar:
        """A planner with the hierarchies that the world keeps."""
        with _KEEPING:
            kept = world._planners.get(cls.name)
            if not isinstance(kept, Hierarchies):
                kept = Hierarchies(world._core, LevelOptions.checked(), strict=False)
                kept.open_slots = KEPT_RADII
                kept.answers_larger = True
                world._planners[cls.name] = kept
        planner = cls.__new__(cls)
        Planner.__init__(planner, world)
        planner._kept = kept
        return planner

    @property
    def strict(self) -> bool:
        """Whether only the prepared radii are answered."""
        return self._kept.strict

    @strict.setter
    def strict(self, value: bool) -> None:
        self._kept.strict = as_truth(value, "strict")

    @property
    def radii(self) -> tuple[float | RadiusRange, ...]:
        """The prepared radii, in ascending order."""
        return self._kept.radii

    @property
    def _levels(self) -> tuple[Level, ...]:
        return self._kept.levels

    def _pick(self, radius: float, index: int | None = None) -> tuple[Level, float]:
        """The level for a radius, refreshed, and the radius for queries to it."""
        level, taken = self._kept.choice(radius, index)
        self._kept.refresh(level)
        return level, taken

    def find_path(self, start: Any, goal: Any, radius: float = 0.0, **options: Any) -> Path:
        """As `World.find_path`.

        >>> planner.find_path((1, 5), (9, 5), radius=0.5).found  # doctest: +SKIP
        True
        """
        r = as_radius(radius)
        p, q = plain_pair(start), plain_pair(goal)
        if not (p and q) or options:
            return super().find_path(start, goal, r, **options)
        level, taken = self._kept.choice(r, 0)
        if taken > r:
            return super().find_path(p, q, r)
        answers = level.hierarchy.find_path(*p, *q, r, False)
        if answers is None:
            self._kept.refresh(level)
            answers = level.hierarchy.find_path(*p, *q, r, True)
        return Path(self.world, answers, 0, p, q, r, self.name)

    def _run_queries(
        self,
        starts: Floats,
        goals: Floats,
        radii: Floats,
        threads: int,
        options: dict[str, Any],
        snap: float | None = None,
    ) -> Any:
        if len(radii) == 1:
            level, taken = self._pick(float(radii[0]), 0)
            numbers, planned = np.array([0]), np.array([taken])
            levels: tuple[Level, ...] = (level,)
        elif not len(radii):
            levels = self._levels or (self._kept.exact(0.0, math.inf),)
            numbers, planned = np.empty(0), radii
        else:
            numbers, planned = self._kept.cover(radii)
            levels = self._levels
            for i in np.unique(numbers).tolist():
                self._kept.refresh(levels[i])
        return find_hierarchy_paths(
            [level.hierarchy for level in levels],
            numbers.astype(np.int32),
            starts,
            goals,
            planned,
            radii,
            threads,
            snap,
        )

    def explored(
        self, start: Any, goal: Any, radius: float = 0.0, **options: Any
    ) -> npt.NDArray[np.int32]:
        """The triangles that a query expands, in order: rows of `World.mesh()`.

        Only its exact searches expand triangles: between ends near each other, from an end to a
        node where the prepared way is poor, and where the nodes have no plan. `explored_nodes`
        tells the rest of the search. If neither expands anything: the triangles that the path
        crosses.

        >>> planner.explored((1, 5), (9, 5), radius=0.5)  # doctest: +SKIP
        """
        return self._expansions(start, goal, radius, options)[0]

    def explored_nodes(self, start: Any, goal: Any, radius: float = 0.0) -> Floats:
        """The nodes of the hierarchy that a query expands, in order, N x 2 x 2.

        Each row is a line of the search tree: the predecessor of a node, which is another node or
        the start, and the node. A node may be expanded several times.

        >>> planner.explored_nodes((1, 5), (9, 5), radius=0.5)  # doctest: +SKIP
        """
        return self._expansions(start, goal, radius, {})[1]

    def _expansions(
        self, start: Any, goal: Any, radius: float, options: dict[str, Any]
    ) -> tuple[npt.NDArray[np.int32], Floats]:
        a, b, r = as_point(start, "start"), as_point(goal, "goal"), as_radius(radius)
        self._checked(options)
        level, taken = self._pick(r)
        rows, lines = level.hierarchy.explored(a, b, taken, r)
        return rows, lines.reshape(-1, 2, 2)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the prepared data and the world to a file (npz).

        >>> planner.save("town.npz")  # doctest: +SKIP
        """
        persistence.save(self, path)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        world: World | None = None,
        *,
        strict: bool | None = None,
        threads: int | None = None,
        progress: Show = None,
        limits: Limits | None = None,
    ) -> THPAStar:
        """Loads a planner from a file of `save`, for its world or for another. Needs no pymetis.

        If the mesh of the world is the same as in the file, nothing is computed. Otherwise,
        whatever its bounds, each triangle takes the cluster of the nearest old one, and all cached
        paths are computed again. `strict`: by default as saved.

        The file may be untrusted: inconsistent data raise `InvalidInput`, and so does a file
        larger than `limits.bytes`, also when unpacked. docs/how-to/hierarchy.md, Files, describes
        the effect of a consistent file with invented numbers.

        >>> planner = cw.THPAStar.load("town.npz", world)  # doctest: +SKIP
        """
        with importing():
            from ..formats import as_file

        path = as_file(path)
        return persistence.load(
            cls, path, world, strict=strict, threads=threads, progress=progress, limits=limits
        )

    def __getstate__(self) -> dict[str, Any]:
        """The world and the prepared data; not the progress bar."""
        return {
            "world": self.world,
            "prepared": persistence.prepared(self),
            "options": {"threads": self._kept.options.threads},
            "kept": (self._kept.open_slots, self._kept.answers_larger),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        match state:
            case {
                "world": world,
                "prepared": prepared,
                "options": {"threads": None | int() as threads},
                "kept": (int() as open_slots, bool() as answers_larger),
            } if 0 <= open_slots <= KEPT_RADII:
                persistence.restore(
                    self, prepared, world, "a pickle", progress=None, threads=threads
                )
                self._kept.open_slots, self._kept.answers_larger = open_slots, answers_larger
            case _:
                raise InvalidInput("a pickle: not a planner", value=shown(state))

    def begin(self, start: Any, goal: Any, radius: float = 0.0, *, ahead: bool = False) -> Journey:
        """Plans a journey; its legs are computed on demand.

        `ahead`: computes the next leg in the background while the agent follows the current one.

        >>> journey = planner.begin((1, 5), (9, 5), radius=0.5)  # doctest: +SKIP
        """
        a, b = as_pair(start, "start"), as_pair(goal, "goal")
        return Journey(self, a, b, as_radius(radius), as_truth(ahead, "ahead"))

    def _planned(self, level: Level, start: Pair, goal: Pair, radius: float) -> Plan:
        plan = level.hierarchy.plan(*start, *goal, radius, False)
        if plan is None:
            self._kept.refresh(level)
            plan = level.hierarchy.plan(*start, *goal, radius, True)
        return plan  # type: ignore[return-value]

    @property
    def stats(self) -> dict[float | RadiusRange, dict[str, Any]]:
        """For each radius or range: the size of the prepared data, the quality of the partition.

        clusters, triangles (free), nodes, edges (with a path), cached_paths (one for each edge and
        range of radii between breakpoints), cut (portals between clusters), balance (the largest
        cluster over the mean), decay (growth of the cut since the last partition, relative to the
        size), repaired (edges computed so far), recuts, partitions, bytes.
        """
        return {
            level.radius: {**level.hierarchy.stats(), "partitions": level.partitions}
            for level in self._levels
        }

    def clusters(self, radius: float | None = None) -> Any:
        """The cluster of each row of `World.mesh()`; -1 for triangles that are not free.

        >>> planner.clusters(0.5)  # doctest: +SKIP
        """
        level = self._levels[0] if radius is None else self._pick(as_radius(radius))[0]
        return level.hierarchy.clusters()

    def edges(self, radius: float | None = None) -> tuple[Floats, Floats, Floats]:
        """Ends and lengths of the cached paths: two N x 2 arrays and one of N.

        Lengths are exact for one radius, and at the breakpoints of a range; between breakpoints
        they are interpolated.

        >>> planner.edges(0.5)  # doctest: +SKIP
        """
        level, taken = self._pick(
            self._levels[0].radii.least if radius is None else as_radius(radius)
        )
        return level.hierarchy.edges(taken)

    def __repr__(self) -> str:
        return f"THPAStar({self.world!r}, radii={self.radii})"
