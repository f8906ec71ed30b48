"""Measurements of a path against the current obstacles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._deprecation import warn_deprecated
from .._errors import InvalidInput
from .._input import Floats
from .._segments import row_lengths
from .absent import AbsentWorld
from .polyline import Polyline
from .status import Status

if TYPE_CHECKING:
    from .._grid import Grid
    from .._world import World


class Verdict(dict[str, Any]):
    """The measurements of `Path.verify`, by name."""

    def __missing__(self, name: str) -> Any:
        if name != "inside":
            raise KeyError(name)
        warn_deprecated("verify()['inside']", "'free'")
        return self["free"]


class Measures(Polyline):
    """Clearance, the narrowest point of the route, verification."""

    __slots__ = ()

    @property
    def clearance(self) -> float:
        """Least distance from the exact path to any obstacle or bound; NaN without a path.

        The verifier measures it at the first access, against the obstacles at that time, which
        need not be those of the search: compare `version` with `World.version`. The verifier
        shares no code with the search.
        """
        if self._clearance is None:
            self._clearance = self.verify()["clearance"] if len(self.points) else math.nan
        return self._clearance

    @property
    def max_radius(self) -> float:
        """Radius of the largest disc that can follow this route; NaN without a path.

        Two paths have the same route if they pass every obstacle on the same side; see
        `narrowest`.
        """
        return self._narrowest()[0]

    @property
    def narrowest(self) -> Floats:
        """The narrowest point of this route; NaN without a path.

        The middle of the gap that stops discs larger than `max_radius`, or the end at which they
        do not fit. Measured on access, in the current world. A disc's path is traced through the
        mesh again; the path of a point is known only by its `channel`, so read this property
        before the next edit.
        """
        return np.array(self._narrowest()[1:])

    def _of_world(self, what: str, hint: str = "") -> World:
        from .._world import World

        if isinstance(self._world, AbsentWorld):
            raise self._world.error(what, hint)
        if not isinstance(self._world, World):
            raise InvalidInput(f"{what}: only a path in a World has it", value=self)
        return self._world

    def _narrowest(self) -> tuple[float, float, float]:
        world = self._of_world("narrowest")
        if self.status not in (Status.FOUND, Status.PARTIAL):
            return math.nan, math.nan, math.nan
        rows = np.ascontiguousarray(self._rows)
        ends = np.array([self.start, rows[-1, 2:4] if len(rows) else self.start])
        channel = np.empty(0, np.int32)
        if self.radius == 0.0 and len(rows):
            mesh = world.mesh()
            if mesh.version != self.version or not len(self.channel):
                raise InvalidInput(
                    f"the world has changed since version {self.version}: the route of a point's "
                    "path is known only until the next edit; find the path again",
                    value=self.version,
                )
            channel = np.ascontiguousarray(mesh.ids[self.channel])
        radius, x, y = world._core.narrowest(ends, rows, channel)
        # If the disc's end lies in a gate, that gate may be too narrow and yet not on its path.
        return max(radius, self.radius), x, y

    def verify(self, world: World | Grid | None = None) -> Verdict:
        """Checks the path against the current obstacles of the world, as given.

        `world`: a world to use instead of its own. A path that was pickled has none: give one
        here, or use `in_world`.

        Every call measures again; after an edit the result may differ from that at the time of
        the search.

        clearance: least distance to any obstacle; nearest: the handle of that obstacle (-1: the
        bounds); gap: largest jump between consecutive segments; free: whether the start is
        free; crosses: whether the path passes through an obstacle; length: summed again.
        Anything within 2^-49 of the coordinates of a boundary touches it: a path that begins, ends
        or runs along the boundary there is neither inside an obstacle nor crosses it. Obstacles
        are checked one by one: a line between two that touch crosses neither.

        >>> import clearway as cw
        >>> path = cw.World(bounds=(0, 0, 10, 10)).find_path((1, 3), (9, 3))
        >>> path.verify()["clearance"], path.verify()["free"], path.verify()["crosses"]
        (1.0, True, False)
        """
        if world is not None:
            return self.in_world(world).verify()
        rows = np.ascontiguousarray(self._rows)
        if not len(rows) and len(self.points):
            rows = np.array([[*self.start, *self.start, 0.0, 0.0, 0.0, 0.0]])
        verdict = Verdict(self._world._core.verify(rows))
        verdict["free"] = verdict.pop("inside")  # in the core: inside free space
        verdict["length"] = math.fsum(row_lengths(rows))
        return verdict
