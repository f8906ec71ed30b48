"""Path: the answer to one query, with everything that can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InvalidInput
from .._imports import importing
from .answers import arrays_of
from .corridor import Corridor
from .export import Export
from .parts import Parts
from .status import Status
from .timing import Timing

if TYPE_CHECKING:
    from .._avoid import Avoidance
    from .._world import World


class Path(Corridor, Timing, Parts, Export):
    """The answer to one query.

    Truthy when FOUND. A path belongs to the world in which it was found; later edits do not
    change the path. `clearance` and `verify` are exceptions: they measure when they are read,
    against the obstacles of that moment.
    """

    __slots__ = ()

    def avoid(self, disc: Any) -> Avoidance:
        """What to do about a moving obstacle: (x, y, radius) or (center, radius).

        The agent is at the start of this path. The answer is CLEAR when the disc is not on the
        path; PASS with a path around it near this one (within twice both radii); REPLAN with the
        shortest path elsewhere when the disc closes the channel; WAIT when it closes every route
        or covers an end. Paths are legal for the static obstacles and for the disc, which counts
        as a polygon at most 0.12 % wider. REPLAN costs a copy of the world.
        """
        from .._avoid import avoid

        if self.status not in (Status.FOUND, Status.PARTIAL):
            raise InvalidInput(f"there is no path to avoid anything on: {self!r}", value=self)
        return avoid(self, disc)

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draws the path with matplotlib; returns the axes."""
        with importing():
            from ..render import plot_path

        return plot_path(self, ax, **style)

    def _repr_svg_(self) -> str | None:
        with importing():
            from ..render.notebook import path_svg

        return path_svg(self)

    def _moved_to(self, world: World) -> Path:
        """The same path as a path of another world, without a channel in its mesh."""
        answers = arrays_of(self._answers)._replace(
            version=world.version,
            channel_starts=np.zeros(len(self._answers.status) + 1, dtype=np.int64),
            channel=np.empty(0, dtype=np.int32),
            optimal=np.zeros(len(self._answers.status), dtype=bool),
            lower_bound=np.zeros(len(self._answers.status)),
        )
        return Path(world, answers, self._i, self.start, self.goal, self.radius, self.planner)
