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
            self._rows(self._positions),
            self._rows(self._velocities),
            self._crowd.radii[: len(self._positions[-1])],
        )

    def _rows(self, records: list[Floats]) -> Floats:
        """As one array: another thread may have added agents, which are nowhere before."""
        rows = np.full((len(records), len(self._positions[-1]), 2), np.nan)
        for row, record in zip(rows, records, strict=True):
            row[: len(record)] = record[: len(row)]
        return rows

    def _is_done(self) -> bool:
        core, count = self._crowd._core, len(self._crowd)  # another thread may add agents
        has_ended = core.arrived()[:count] | core.left()[:count] | core.stopped()[:count]
        # What remains is not known before the first step after an agent was sent on.
        has_goal = core.sent_to_place()[:count] | ~np.isnan(core.remaining()[:count])
        return bool(count) and not (~has_ended & has_goal).any()

    def _record(self) -> None:
        self._times.append(self._crowd.time)
        self._positions.append(self._crowd.positions)
        self._velocities.append(self._crowd.velocities)
