"""The mesh of a world, as arrays."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ._imports import importing
from ._input import Floats

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
_ARRAYS = (
    "vertices",
    "triangles",
    "neighbours",
    "constrained",
    "blocked",
    "clearances",
    "widths",
    "refined",
    "ids",
)


class Mesh:
    """A constrained Delaunay triangulation: one version of a world, as read-only arrays.

    The arrays are views of memory that this object keeps alive; later edits of the world create a
    new mesh and do not change this one. The mesh covers the convex hull of all input; triangles
    outside the bounds are blocked.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> mesh = world.mesh()
    >>> len(mesh), mesh.vertices.shape, mesh.triangles.shape
    (10, (8, 2), (10, 3))
    """

    def __init__(self, source: Any) -> None:
        self._source = source
        self.version: int = source.version

    @cached_property
    def vertices(self) -> Floats:
        """V x 2 coordinates."""
        return self._source.vertices  # type: ignore[no-any-return]

    @cached_property
    def triangles(self) -> Ints:
        """T x 3 rows of `vertices`, counter-clockwise."""
        return self._source.triangles  # type: ignore[no-any-return]

    @cached_property
    def neighbours(self) -> Ints:
        """T x 3 rows of `triangles`: [t, i] is across the edge from corner i to i + 1; -1 none."""
        return self._source.neighbours  # type: ignore[no-any-return]

    @cached_property
    def constrained(self) -> Flags:
        """T x 3: whether edge i is part of an obstacle or of the bounds."""
        return self._source.constrained  # type: ignore[no-any-return]

    @cached_property
    def blocked(self) -> Flags:
        """T: covered by an obstacle, or outside the bounds."""
        return self._source.blocked  # type: ignore[no-any-return]

    @cached_property
    def clearances(self) -> Floats:
        """T x 3: the turn width at corner i, the width of the widest disc that passes; -1: none.

        A disc of radius r passes from one edge at the corner to the other exactly when 2 r is at
        most this width.
        """
        return self._source.clearances  # type: ignore[no-any-return]

    @cached_property
    def widths(self) -> Floats:
        """T x 3: Demyen's width at corner i (2007, 4.1); -1 in blocked triangles.

        The distance to the nearest obstacle between the two edges there, constrained or not.
        Not sufficient for discs, which may not fit elsewhere on their path: see `clearances`.
        """
        widths = self._source.widths()
        widths.flags.writeable = False
        return widths  # type: ignore[no-any-return]

    @cached_property
    def refined(self) -> Flags:
        """V: refinement vertices, which lie on a wall and are no corners of an obstacle."""
        return self._source.refined  # type: ignore[no-any-return]

    @cached_property
    def ids(self) -> Ints:
        """T: identifiers of the triangles, which edits elsewhere do not change."""
        return self._source.ids  # type: ignore[no-any-return]

    @cached_property
    def edges(self) -> Ints:
        """E x 2 rows of `vertices`: every edge once."""
        return self._sides(np.ones_like(self.constrained))

    @cached_property
    def constrained_edges(self) -> Ints:
        """Rows of `vertices` at the ends of every constrained edge, each once."""
        return self._sides(self.constrained)

    def _sides(self, chosen: Flags) -> Ints:
        t, i = np.nonzero(chosen)
        ends = np.column_stack((self.triangles[t, i], self.triangles[t, (i + 1) % 3]))
        return np.unique(np.sort(ends, axis=1), axis=0)

    @property
    def areas(self) -> Floats:
        """Area of each triangle, rounded."""
        a, b, c = (self.vertices[self.triangles[:, i]] for i in range(3))
        u, v = b - a, c - a
        return np.asarray((u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / 2)

    @property
    def free_area(self) -> float:
        """Area that is not blocked, rounded."""
        return float(self.areas[~self.blocked].sum())

    def __len__(self) -> int:
        return len(self.triangles)

    def __repr__(self) -> str:
        return f"<Mesh: {len(self.vertices)} vertices, {len(self.triangles)} triangles>"

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draws the mesh with matplotlib; returns the axes.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> axes = world.mesh().plot()  # doctest: +SKIP
        """
        with importing():
            from .render import plot_mesh

        return plot_mesh(self, ax, **style)

    def _repr_svg_(self) -> str | None:
        with importing():
            from .render.notebook import mesh_svg

        return mesh_svg(self)

    def __getstate__(self) -> dict[str, Any]:
        return {"version": self.version} | {n: np.array(getattr(self, n)) for n in _ARRAYS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for array in state.values():
            if isinstance(array, np.ndarray):
                array.flags.writeable = False
        self._source = None
        self.__dict__.update(state)
