"""The data that planner "thpa*" prepares for one radius or one range of radii."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._core import cover_radii, needs_partition
from .._errors import MissingExtra
from .._input import Floats
from .._mesh import Mesh
from .._partition import Partitioner, as_partitioner, partition
from .._progress import Progress, Show, as_show
from .._radii import RadiusRange
from ._options import as_count, checked, option_of
from ._threads import threads_for

if TYPE_CHECKING:
    from .._core import World as CoreWorld

PER_BORDER = int(option_of("thpa*", "per_border").default)
TOLERANCE = option_of("thpa*", "tolerance").default
CHUNK = 512  # cached paths computed between two steps of the progress bar


@dataclass(frozen=True)
class LevelOptions:
    """How levels are prepared; `THPAStar` describes the options."""

    clusters: int | None
    per_border: int
    tolerance: float
    threads: int | None
    progress: Show
    partitioner: Partitioner

    @staticmethod
    def checked(
        *,
        clusters: Any = None,
        per_border: Any = PER_BORDER,
        tolerance: Any = TOLERANCE,
        threads: Any = None,
        progress: Any = None,
        partition: Any = "metis",
    ) -> LevelOptions:
        """Raises InvalidInput for values out of range."""
        if clusters is not None:
            clusters = as_count("thpa*", "clusters", clusters)
        per_border = as_count("thpa*", "per_border", per_border)
        threads_for(threads, 1)
        tolerance = checked(option_of("thpa*", "tolerance"), tolerance)
        by = as_partitioner(partition)
        return LevelOptions(clusters, per_border, tolerance, threads, as_show(progress), by)


class Level:
    """A hierarchy of the core. Empty until `prepare`: exact searches answer every query."""

    def __init__(self, core: CoreWorld, radii: RadiusRange, options: LevelOptions) -> None:
        self._core = core
        self.radii = radii
        self.only = radii.least if radii.is_one else None
        self.options = options
        self.hierarchy = core.hierarchy(
            radii.least, radii.most, radii.step or 0.0, options.per_border, options.tolerance
        )
        self.partitions = 0
        self._quality = (0, 0, 0.0)  # of the last partition, when it was made

    @property
    def radius(self) -> float | RadiusRange:
        return self.radii.least if self.radii.is_one else self.radii

    def prepare(self) -> None:
        """Partitions the world and computes every cached path."""
        while True:
            mesh = Mesh(self._core.mesh())
            labels = partition(mesh, self.options.clusters, self.options.partitioner)
            if self.hierarchy.partition(mesh.ids, labels, mesh.version):
                break
        self.partitions += 1
        self.complete()

    def complete(self) -> None:
        """Computes the pending cached paths of a new partition."""
        self._quality = self.hierarchy.quality()
        total = left = self.hierarchy.pending
        threads = threads_for(self.options.threads, max(total, 1))
        with Progress(self.options.progress, total, f"thpa* radius {self.radii}") as show:
            while left:
                left = self.hierarchy.compute(CHUNK, threads)
                show(max(0, total - left))

    def refresh(self) -> None:
        """After edits: cuts the degraded clusters again, or all of them. Not without pymetis."""
        with contextlib.suppress(MissingExtra):
            quality = self.hierarchy.quality()
            is_degraded = needs_partition(quality, self._quality, self.options.clusters)
            if self.hierarchy.is_lost or is_degraded:
                self.prepare()
                return
            for region in self.hierarchy.degraded_regions():
                parts = self.options.partitioner(*region.graph(), region.parts)
                if not self.hierarchy.recut(region, parts):
                    break


def cover(levels: Sequence[Level], radii: Floats) -> tuple[Any, Any]:
    """For each radius the index of a level, and the prepared radius for queries to it.

    This is the next larger prepared radius, infinity if there is none; if several levels have it,
    the one for the narrowest range.
    """
    return cover_radii([level.radii._as_numbers for level in levels], radii)
