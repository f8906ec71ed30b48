"""Planner "labels" (Akiba et al. 2013; Du, Shen and Cheema 2023)."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .. import _core
from .._arrays import NUMBER, POINTS, WORLD, checked_arrays, read_archive
from .._errors import InvalidInput, shown
from .._imports import importing
from .._input import Floats, as_point, check_range, plain_pair
from .._lengths import as_radius
from .._limits import Limits, as_limits
from .._path import Path
from .._progress import Progress, Show, as_show
from .._saving import replace_file
from ._base import Planner
from ._options import checked, option_of
from ._persistence import _damage
from ._threads import processors, threads_for

if TYPE_CHECKING:
    from .._world import World

FORMAT = 1
CHUNK = 64  # corners labelled between two steps of the progress bar
MEMORY = int(option_of("labels", "memory").default)
_MOST = 2**62  # bytes


class Labels(Planner, core="labels"):
    """Shortest paths for points by hub labels: prepared once, then read instead of searched.

    `prepare()` computes, for the corners of the pruned visibility graph (`cw.VGO`), distances to
    some of them, the hubs, such that a shortest path between any two corners passes a hub that
    both know; and for every triangle the corners that it sees. A query reads these lists. Its
    paths are proved shortest, as those of `"optimal"`, which answers until `prepare()` was called,
    after every edit until it is called again (`is_ready`), and where the labels need more than
    `memory` bytes. Radius 0 only.

    It pays for worlds that rarely change and have long ways around: game maps, caves, floor plans.
    Among thousands of scattered boxes labels become too many: docs/explanation/labels.md.

    By name (`World.find_path(..., planner="labels")`) a world keeps one planner and prepares it
    for the first query, with the default `memory`; after an edit it answers by `"optimal"`.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> planner = cw.Labels(world)
    >>> planner.prepare()["corners"]
    4
    >>> path = planner.find_path((1, 5), (9, 5))
    >>> path.optimal, round(path.length, 3)
    (True, 10.485)
    """

    def __init__(self, world: World, *, memory: int | float = MEMORY) -> None:
        super().__init__(world)
        self._configure(memory)

    def _configure(self, memory: Any) -> None:
        self.memory = _bytes(memory)
        self._labels = _core.Labels(self.world._core)

    @classmethod
    def _cached_for(cls, world: World, show: Show = None) -> Planner:
        """A planner with the labels that the world keeps; they do not refer to the world."""
        kept = world._planners.get(cls.name)
        if not isinstance(kept, _core.Labels):
            made = cls(world)
            made.prepare(progress=show is True)
            kept = world._planners.setdefault(cls.name, made._labels)
        planner = cls.__new__(cls)
        Planner.__init__(planner, world)
        planner.memory, planner._labels = MEMORY, kept
        return planner

    def prepare(
        self,
        memory: int | float | None = None,
        *,
        threads: int | None = None,
        progress: Show = None,
    ) -> dict[str, Any]:
        """Prepares the labels for the world as it is now; returns `stats`.

        `memory`: bytes that may be kept (default: as given to the planner, 100 MB); the
        preparation itself needs about three times as much. If they do not suffice, nothing is
        kept, `stats["over_budget"]` is True and `"optimal"` goes on answering. `threads` build the
        visibility graph. `progress`: True for a bar, or a callable (done, total). Ctrl+C ends it
        with nothing prepared.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> planner = cw.Labels(world)
        >>> planner.prepare(memory=1e6)["over_budget"], planner.is_ready
        (False, True)
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> planner.is_ready  # "optimal" answers
        False
        """
        return self._prepared(np.empty((0, 2)), memory, threads, progress)

    def _prepared(self, hubs: Floats, memory: Any, threads: Any, progress: Show) -> dict[str, Any]:
        budget = self.memory if memory is None else _bytes(memory)
        count = processors() if threads is None else threads_for(threads, 1)
        show = as_show(progress)
        self._labels.begin(budget, hubs, count)
        total = self._labels.stats()["corners"]
        with Progress(show, total, "labels") as step:
            while left := self._labels.compute(CHUNK):
                step(total - left)
            step(total)
        return self.stats

    @property
    def is_ready(self) -> bool:
        """Whether labels answer: they are prepared, and the world has not changed since."""
        return self._labels.is_ready

    @property
    def stats(self) -> dict[str, Any]:
        """Of the last preparation, also one that an edit has made stale.

        corners, edges (of the visibility graph), labels (distances to hubs), sights (corners seen,
        summed over triangles), bytes (kept), seconds, over_budget.
        """
        return dict(self._labels.stats())

    def find_path(self, start: Any, goal: Any, radius: float = 0.0, **options: Any) -> Path:
        """As `World.find_path`.

        >>> import clearway as cw
        >>> planner = cw.Labels(cw.World(bounds=(0, 0, 10, 10)))
        >>> planner.prepare()["corners"]
        0
        >>> planner.find_path((1, 1), (4, 5)).length
        5.0
        """
        p, q = plain_pair(start), plain_pair(goal)
        r = as_radius(radius)
        if not (p and q) or options or r:
            return super().find_path(start, goal, r, **options)
        return Path(self.world, self._labels.find_path(*p, *q, r), 0, p, q, r, self.name)

    def _run_queries(
        self,
        starts: Floats,
        goals: Floats,
        radii: Floats,
        threads: int,
        options: dict[str, Any],
        snap: float | None = None,
    ) -> Any:
        return self._labels.find_paths(starts, goals, radii, threads, snap)

    def explored(
        self, start: Any, goal: Any, radius: float = 0.0, **options: Any
    ) -> npt.NDArray[np.int32]:
        """The triangles that a query expands, in order: rows of `World.mesh()`.

        Labels are read, not searched: `explored_corners` tells which. Triangles are expanded where
        `"optimal"` answers; if neither is needed, these are the triangles that the path crosses.

        >>> import clearway as cw
        >>> planner = cw.Labels(cw.World(bounds=(0, 0, 10, 10)))
        >>> planner.explored((1, 1), (4, 5)).tolist() == planner.find_path(
        ...     (1, 1), (4, 5)
        ... ).channel.tolist()
        True
        """
        return self._expansions(start, goal, radius, options)[0]

    def explored_corners(self, start: Any, goal: Any) -> Floats:
        """The corners whose labels a query reads, in order, N x 2 x 2.

        Each row is a line: an end of the query, first the start, and a corner that it sees. Nothing
        is read where the straight line is free, where the ends are not connected, and where
        `"optimal"` answers.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> planner = cw.Labels(world)
        >>> planner.prepare()["corners"]
        4
        >>> sorted(planner.explored_corners((1, 4), (9, 4))[:, 1].tolist())
        [[4.0, 2.0], [4.0, 8.0], [6.0, 2.0], [6.0, 8.0]]
        """
        return self._expansions(start, goal, 0.0, {})[1]

    def _expansions(
        self, start: Any, goal: Any, radius: float, options: dict[str, Any]
    ) -> tuple[npt.NDArray[np.int32], Floats]:
        a, b, r = as_point(start, "start"), as_point(goal, "goal"), as_radius(radius)
        self._checked(options)
        if r:  # refused in the words of a query
            self._labels.find_path(0.0, 0.0, 0.0, 0.0, r)
        rows, lines = self._labels.explored(a, b)
        return rows, lines.reshape(-1, 2, 2)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the order of the hubs, and the world, to a file (npz). Needs `is_ready`.

        >>> planner.save("town.npz")  # doctest: +SKIP
        """
        with importing():
            from ..formats import as_file

        file = as_file(path)
        while True:
            version, hubs = self._labels.hubs()
            if not self.is_ready and version == self.world.version:
                raise InvalidInput("there are no labels to save: call prepare() first")
            world = self.world._state()
            if version == self.world.version:
                break
        arrays = {
            "clearway_labels": np.array([FORMAT]),
            "memory": np.array([self.memory]),
            "hubs": hubs,
            **{f"world_{name}": array for name, array in world.items()},
        }
        packed = io.BytesIO()
        np.savez_compressed(packed, **arrays)
        replace_file(file, packed.getvalue())

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        world: World | None = None,
        *,
        memory: int | float | None = None,
        threads: int | None = None,
        progress: Show = None,
        limits: Limits | None = None,
    ) -> Labels:
        """Loads what `save` wrote, for the world of the file or for another one, and prepares it.

        The file holds the order in which corners become hubs, which takes most of a preparation to
        find; the labels are computed again. Any order gives right labels, so a file from a
        stranger cannot make an answer wrong; a bad order needs more memory, up to `memory`. If the
        world given has other corners, the order is found again.
        `InvalidInput` for damaged files, and for files larger than `limits.bytes`, also when
        unpacked.

        >>> planner = cw.Labels.load("town.npz")  # doctest: +SKIP
        """
        with importing():
            from ..formats import as_file

        file = as_file(path)
        arrays = read_archive(file, as_limits(limits), "a saved planner")
        if "clearway_labels" not in arrays:
            raise InvalidInput(f"{os.fspath(file)}: not saved labels", value=sorted(arrays))
        if arrays["clearway_labels"].tolist() != [FORMAT]:
            raise InvalidInput(f"{os.fspath(file)}: format {shown(arrays['clearway_labels'])}")
        is_own = world is None
        with _damage(file):
            given = checked_arrays(arrays, {"memory": NUMBER, "hubs": POINTS})
            check_range(given["hubs"], "hubs")
            budget = _bytes(int(given["memory"][0])) if memory is None else memory
            if world is None:
                from .._world import World

                prefix = "world_"
                kept = {
                    k.removeprefix(prefix): v for k, v in arrays.items() if k.startswith(prefix)
                }
                world = World._from_state(checked_arrays(kept, WORLD))
        planner = cls(world, memory=budget)
        try:
            with _damage(file):
                planner._prepared(given["hubs"], None, threads, progress)
        except InvalidInput:
            if is_own:
                raise
            planner.prepare(threads=threads, progress=progress)
        return planner

    def __getstate__(self) -> dict[str, Any]:
        """The world, the budget and the order of the hubs."""
        return {"world": self.world, "memory": self.memory, "hubs": self._labels.hubs()[1]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        match state:
            case {"world": world, "memory": int() as memory, "hubs": np.ndarray()}:
                with _damage("a pickle"):
                    hubs = checked_arrays(state, {"hubs": POINTS})["hubs"]
                    check_range(hubs, "hubs")
                    Planner.__init__(self, world)
                    self._configure(memory)
                    if len(hubs):
                        self._prepared(hubs, None, 1, None)
            case _:
                raise InvalidInput("a pickle: not a planner", value=shown(state))

    def __repr__(self) -> str:
        return f"Labels({self.world!r})"


def _bytes(memory: Any) -> int:
    """A budget, checked."""
    return int(min(checked(option_of("labels", "memory"), memory), _MOST))
