"""Path: the answer to one query, with all its methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InvalidInput
from .._imports import importing
from .._input import Floats
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

    Truthy when FOUND; a PARTIAL path is falsy, but can be followed to its end. `radius` and
    `planner` are those of the query. A path belongs to the world in which it was found; later edits
    do not change the path. `clearance` and `verify` are exceptions: they measure when they are
    read, against the current obstacles.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
    >>> path.status, path.optimal, round(path.length, 3)
    (Status.FOUND, True, 11.33)
    """

    __slots__ = ()

    def avoid(
        self, discs: Any, s: float = 0.0, *, keep: bool = True, speed: float | None = None
    ) -> Avoidance:
        """How to react to moving obstacles: one disc or several.

        A disc is (x, y, radius) or (center, radius). The agent is at the distance `s` from the
        start, and the path of the answer begins there. The answer is CLEAR when no disc is on the
        rest of the path; PASS with a path around them near this one (within twice both radii);
        REPLAN with the shortest path elsewhere when they close the channel; WAIT when they close
        every route or cover an end. Paths are legal for the static obstacles and for the discs,
        which count as polygons at most 0.12 % wider. REPLAN costs a copy of the world.

        The path of the answer keeps the discs (`avoided`): its own `avoid` keeps clear of them
        too. `keep=False` drops those of earlier calls, for example because they have moved.

        With a `speed`, at which the agent walks, obstacles are movers: `Mover(position, radius,
        velocity)` or (x, y, radius, vx, vy), at the time 0, which is now. They keep their velocity
        and pass through obstacles; discs without a velocity rest. The answer arrives earliest:
        CLEAR if the agent meets none of them; WAIT for the time `wait`, or SLOW, first at the lower
        `speed`, and then along this path; PASS or REPLAN by another way, if that saves more than
        1 % of the time, on a roadmap as for `Reservations`, without a copy of the world. `timed`
        has the times. The agent counts until its arrival. If no schedule is found, as when a mover
        covers the agent now: WAIT with the path None and `wait` infinite.

        >>> import clearway as cw
        >>> path = cw.World(bounds=(0, 0, 20, 10)).find_path((1, 5), (19, 5), radius=1)
        >>> answer = path.avoid((6, 5, 1)).path.avoid([(12, 4, 1)])
        >>> answer.encounter, answer.path.avoided.tolist()
        (Encounter.PASS, [[6.0, 5.0, 1.0], [12.0, 4.0, 1.0]])
        >>> answer = path.avoid(cw.Mover((10, -1), 0.5, (0, 1)), speed=1.0)
        >>> answer.encounter, answer.timed.arrival < 20
        (Encounter.CLEAR, True)
        """
        from .._avoid import avoid

        if self.status not in (Status.FOUND, Status.PARTIAL):
            raise InvalidInput(f"avoid needs a path that was found: {self!r}", value=self)
        return avoid(self, discs, s, keep, speed)

    @property
    def avoided(self) -> Floats:
        """The discs that this path avoids (`avoid`), N x 3: x, y, radius.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 20, 10)).find_path((1, 5), (19, 5)).avoided.shape
        (0, 3)
        """
        return np.array(self._avoided, dtype=float).reshape(-1, 3)

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draws the path with matplotlib; returns the axes.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> axes = world.find_path((1, 1), (9, 1)).plot()  # doctest: +SKIP
        """
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
        path = Path(world, answers, self._i, self.start, self.goal, self.radius, self.planner)
        path._snapped, path._avoided = self._snapped, self._avoided
        return path
