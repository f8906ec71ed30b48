"""Paths put together from the segments of others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from .._input import Floats
from .._path import Path, Status
from .._path.answers import Answers
from .._segments import row_lengths

if TYPE_CHECKING:
    from .._world import World


def reversed_rows(rows: Floats) -> Floats:
    """The same segments, walked backwards."""
    out = rows[::-1].copy()
    out[:, :4] = out[:, [2, 3, 0, 1]]
    out[:, 7] = -out[:, 7]
    return out


def path_along(
    world: World,
    version: int,
    radius: float,
    pieces: Sequence[Floats],
    start: Floats,
    goal: Floats,
    status: Status = Status.FOUND,
) -> Path:
    """One path through these pieces, each of which begins where the one before it ends."""
    rows = np.concatenate([np.empty((0, 8)), *pieces])
    found = status is Status.FOUND
    length = math.fsum(row_lengths(rows)) if found else math.inf
    bound = min(math.dist(start, goal), length) if found else math.inf
    none = np.zeros(1, dtype=np.int64)
    answers = Answers(
        version=version,
        status=np.array([status], dtype=np.uint8),
        length=np.array([length]),
        lower_bound=np.array([bound]),
        optimal=np.array([False]),
        segment_starts=np.array([0, len(rows)]),
        segments=rows,
        channel_starts=np.zeros(2, dtype=np.int64),
        channel=np.empty(0, dtype=np.int32),
        expanded=none,
        generated=none,
        seconds=np.zeros(1),
    )
    return Path(world, answers, 0, np.array(start), np.array(goal), radius, "waypoints")
