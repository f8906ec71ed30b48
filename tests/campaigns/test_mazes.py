"""Crowds in many mazes for one lane: the law holds, and nobody who is late is silent."""

from __future__ import annotations

import numpy as np
import pytest

from oracle import crowd_law
from support import crowd_scenes

SECONDS, DT = 300, 0.05
MINUTE = 60  # after which those who are late are reported
MAZES = [
    (seed, radius, count, leave)
    for radius in (0.3, 0.45)
    for count in (10, 20)
    for leave in (True, False)
    for seed in range(1, 17)
]


@pytest.mark.long
@pytest.mark.parametrize("part", range(16))
def test_whoever_is_late_is_reported_long(part):
    late = arrived = 0
    for seed, radius, count, leave in MAZES[part::16]:
        made = crowd_scenes.one_lane_maze(count, radius, seed, leave)
        crowd, named = made.crowd, set()
        at_goal = np.full(count, -np.inf)  # when it was last there
        before = crowd.positions
        for _ in range(round(SECONDS / DT)):
            crowd.step(DT)
            now = crowd.positions
            assert not len(crowd_law.too_near_to_walls(made.solid, before, now, crowd.radii))
            assert not len(crowd_law.overlapping_pairs(before, now, crowd.radii))
            before = now
            at_goal[crowd.arrived] = crowd.time
            if crowd.arrived.all():
                break
        for report in crowd.reports():
            named |= {report.agent, report.other}
        waiting = np.flatnonzero(~crowd.arrived).tolist()
        # One that has just been pushed from its goal is not late.
        named |= set(np.flatnonzero(at_goal > crowd.time - MINUTE).tolist())
        assert set(waiting) <= named, (seed, radius, count, leave)
        away = np.hypot(*(crowd.positions - made.goals).T)
        stay = crowd.arrived & ~crowd.left
        assert (away[stay] <= 2.001 * radius).all(), (seed, radius, count, leave)
        late += len(waiting)
        arrived += int(crowd.arrived.sum())
    print(f"{arrived} arrived, {late} late, all of them reported")
