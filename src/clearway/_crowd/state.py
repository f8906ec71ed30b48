"""The state of a crowd as arrays, with a row for every agent in the order of adding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._input import Floats

if TYPE_CHECKING:
    import numpy.typing as npt

    from .. import _core

    Flags = npt.NDArray[np.bool_]


class CrowdState:
    """What `Crowd` shows of its agents."""

    _core: _core.Crowd

    @property
    def positions(self) -> Floats:
        """A row for every agent in the order of adding; NaN once it has left.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> ids = crowd.add([(1, 5), (2, 2)])
        >>> crowd.positions.tolist()
        [[1.0, 5.0], [2.0, 2.0]]
        """
        return self._core.positions()

    @property
    def velocities(self) -> Floats:
        """The velocity of every agent in the last step, N x 2; NaN once it has left.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), speed=1.0, goals=(9, 5))
        >>> crowd.step(0.5)
        >>> crowd.velocities.tolist()
        [[1.0, 0.0]]
        """
        return self._core.velocities()

    @property
    def headings(self) -> Floats:
        """The direction of every agent's last step in radians; NaN where it did not move.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((5, 1), speed=1.0, goals=(5, 9))
        >>> crowd.step(0.5)
        >>> crowd.headings.round(3).tolist()
        [1.571]
        """
        return headings_of(self.velocities)

    @property
    def radii(self) -> Floats:
        """The radius of every agent.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> ids = crowd.add([(1, 5), (2, 2)], radius=[0.2, 0.5])
        >>> crowd.radii.tolist()
        [0.2, 0.5]
        """
        return self._core.radii()

    @property
    def speeds(self) -> Floats:
        """The greatest speed of every agent.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> ids = crowd.add([(1, 5), (2, 2)], speed=[1.0, 2.0])
        >>> crowd.speeds.tolist()
        [1.0, 2.0]
        """
        return self._core.speeds()

    @property
    def remaining(self) -> Floats:
        """The length of every agent's way to its goal; infinity: no way, NaN: no goal.

        As of the last step.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), speed=1.0, goals=(9, 5))
        >>> crowd.step(0.5)
        >>> crowd.remaining.tolist()
        [7.5]
        """
        return self._core.remaining()

    @property
    def arrived(self) -> Flags:
        """Whether every agent is at its goal, or has left there.

        False again while an agent that stays at its goal is more than two radii away from it, to
        make room for others.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), goals=(9, 5))
        >>> crowd.arrived.tolist()
        [False]
        """
        return self._core.arrived()

    @property
    def waiting(self) -> Flags:
        """Whether every agent has made hardly any way for about a second, though it wants to.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), goals=(9, 5))
        >>> crowd.waiting.tolist()
        [False]
        """
        return self._core.waiting()

    @property
    def inside(self) -> Flags:
        """Whether every agent overlaps an obstacle and is on its way out.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> crowd = cw.Crowd(world)
        >>> agent = crowd.add((5, 5), goals=(9, 5))
        >>> box = world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
        >>> crowd.step(0.1)
        >>> crowd.inside.tolist()
        [True]
        """
        return self._core.inside()

    @property
    def left(self) -> Flags:
        """Whether every agent has left the crowd, by arriving or by `remove`.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> ids = crowd.add([(1, 5), (2, 2)])
        >>> crowd.remove(0)
        >>> crowd.left.tolist()
        [True, False]
        """
        return self._core.left()


def headings_of(velocities: Floats) -> Floats:
    """Directions in radians; NaN for no velocity."""
    out = np.arctan2(velocities[..., 1], velocities[..., 0])
    out[~(np.abs(velocities) > 0).any(axis=-1)] = np.nan
    return out
