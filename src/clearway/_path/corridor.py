"""The free space around a path: its corridor, and the distances to the obstacles."""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from .._errors import InvalidInput
from .._input import Floats
from .._lengths import as_distances, as_radius
from .._regions import outlines
from .following import Following, Several
from .measures import Measures


class Corridor(Following, Measures):
    """The surroundings of a path in the current version of its World."""

    __slots__ = ()

    @overload
    def clearance_at(self, s: float) -> float: ...
    @overload
    def clearance_at(self, s: Several) -> Floats: ...
    def clearance_at(self, s: Any) -> Any:
        """Distance from the path's point at `s` to the nearest obstacle of the current world.

        A float, or one for each distance from the start; distances are clamped as in `at`.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).find_path((1, 3), (9, 3)).clearance_at([0, 4])
        array([1., 3.])
        """
        world = self._of_world("clearance_at")
        distances, single = as_distances(s)
        clearances = world.clearance(self.at(distances))
        return float(clearances[0]) if single else clearances

    def clearance_profile(self, step: float) -> Floats:
        """Distances to the nearest obstacle at the points of `resample(step)`.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).find_path((1, 3), (9, 3)).clearance_profile(2)
        array([1., 3., 3., 3., 1.])
        """
        world = self._of_world("clearance_profile")
        return world.clearance(self.resample(step))  # type: ignore[no-any-return]

    def corridor(self, radius: float | None = None) -> list[Floats]:
        """The free space around the path, as rings: shells counter-clockwise, holes clockwise.

        Without a radius: the triangles of `channel`, joined. Arcs may leave them at unconstrained
        edges. They are rows of the mesh as it was at `version`, so read this before the next edit.

        With a radius: the free triangles of the current world that a disc of this radius meets
        along the path without crossing an obstacle. With the path's own radius they contain the
        band that its disc covers. Triangles that the disc misses by no more than rounding may be
        among them.

        Rings are N x 2, not closed, and none visits a vertex twice. `render.svg(world, path,
        corridor=True)` draws the first, `corridor=radius` the second.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> [len(ring) for ring in world.find_path((1, 3), (9, 3)).corridor(1.0)]
        [4]
        """
        hint = ", and give a radius, as in corridor(path.radius): the channel is not pickled"
        world = self._of_world("corridor", hint if radius is None else "")
        rows = np.ascontiguousarray(self._followed.rows)
        margin = None if radius is None else as_radius(radius)
        version = None
        while version != world.version:  # an edit in between would renumber the triangles
            version = world.version
            mesh = world.mesh()
            chosen = np.zeros(len(mesh), dtype=bool)
            if margin is not None:
                chosen[world._core.swept(rows, margin)] = True
        if margin is None:
            if not len(self.channel):
                raise InvalidInput(
                    "this path has no channel, because it was pickled, cut or made by avoid: "
                    "give a radius, as in corridor(path.radius), or find the path again",
                    value=self.version,
                )
            if mesh.version != self.version:
                raise InvalidInput(
                    f"the channel of this path consists of triangles of version {self.version} of "
                    f"the world, which is at version {mesh.version} now: give a radius, as in "
                    "corridor(path.radius), or find the path again",
                    value=self.version,
                )
            chosen[self.channel] = True
        return outlines(mesh, chosen)
