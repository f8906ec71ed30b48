"""A run of a crowd, and what it records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._input import Floats
from .trajectories import Trajectories

if TYPE_CHECKING:
    from .crowd import Crowd


class Recording:
    """A run, and what it has recorded."""

    def __init__(self, crowd: Crowd, dt: float, threads: int | None) -> None:
        self._crowd, self._dt, self._threads = crowd, dt, threads
        self._times: list[float] = []
        self._positions: list[Floats] = []
        self._velocities: list[Floats] = []

    def run(self, steps: int, every: int, until_arrived: bool) -> Trajectories:
        self._record()
        for i in range(1, steps + 1):
            self._crowd.step(self._dt, self._threads)
            done = until_arrived and self._is_done()
            if i % every == 0 or i == steps or done:
                self._record()
            if done:
                break
        return Trajectories(
            self._crowd.world,
            np.array(self._times),
            np.array(self._positions),
            np.array(self._velocities),
            self._crowd.radii,
        )

    def _is_done(self) -> bool:
        core = self._crowd._core
        moving = ~(core.arrived() | core.left() | core.stopped())
        # What remains is not known before the first step after an agent was sent on.
        has_goal = core.sent_to_place() | ~np.isnan(core.remaining())
        return bool(len(moving)) and not (moving & has_goal).any()

    def _record(self) -> None:
        self._times.append(self._crowd.time)
        self._positions.append(self._crowd.positions)
        self._velocities.append(self._crowd.velocities)
