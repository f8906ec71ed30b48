"""The answers of one call as flat arrays: copying, joining, building them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._input import Floats
from .status import Status

if TYPE_CHECKING:
    from .base import BasePath


class Answers(NamedTuple):
    """The answers of one `find_paths` as arrays, with the names of `_core.PathBatch`."""

    version: int
    status: npt.NDArray[np.uint8]
    length: Floats
    lower_bound: Floats
    optimal: npt.NDArray[np.bool_]
    segment_starts: npt.NDArray[np.int64]
    segments: Floats
    channel_starts: npt.NDArray[np.int64]
    channel: npt.NDArray[np.int32]
    expanded: npt.NDArray[np.int64]
    generated: npt.NDArray[np.int64]
    seconds: Floats


def arrays_of(answers: Any) -> Answers:
    """A copy of the answers as plain arrays."""
    arrays = (np.array(getattr(answers, name)) for name in Answers._fields[1:])
    return Answers(answers.version, *arrays)


def joined(paths: Sequence[BasePath]) -> Answers:
    """Paths as one batch, in this order."""

    def column(name: str, dtype: Any) -> Any:
        return np.array([getattr(p._answers, name)[p._i] for p in paths], dtype=dtype)

    def ragged(name: str, empty: Any) -> tuple[Any, Any]:
        pieces = []
        for p in paths:
            first, last = getattr(p._answers, f"{name[:7]}_starts")[p._i : p._i + 2]
            pieces.append(getattr(p._answers, name)[first:last])
        starts = np.concatenate(([0], np.cumsum([len(piece) for piece in pieces], dtype=np.int64)))
        return starts, np.concatenate([empty, *pieces])

    segment_starts, segments = ragged("segments", np.empty((0, 8)))
    channel_starts, channel = ragged("channel", np.empty(0, dtype=np.int32))
    return Answers(
        max((p._answers.version for p in paths), default=0),
        column("status", np.uint8),
        column("length", float),
        column("lower_bound", float),
        column("optimal", bool),
        segment_starts,
        segments,
        channel_starts,
        channel,
        column("expanded", np.int64),
        column("generated", np.int64),
        column("seconds", float),
    )


def through(points: Floats, version: int) -> Answers:
    """The polyline through N x 2 points as one answer; without points: no path."""
    steps = np.hypot(*np.diff(points, axis=0).T) if len(points) else np.empty(0)
    rows = np.zeros((len(steps), 8))
    rows[:, :2], rows[:, 2:4] = points[:-1], points[1:]
    length = float(steps.sum()) if len(points) else math.inf
    straight = math.dist(points[0], points[-1]) if len(points) else math.inf
    return Answers(
        version,
        np.array([Status.FOUND if len(points) else Status.NO_PATH], dtype=np.uint8),
        np.array([length]),
        np.array([min(straight, length)]),
        np.array([False]),
        np.array([0, len(rows)]),
        rows,
        np.array([0, 0]),
        np.empty(0, dtype=np.int32),
        np.array([0]),
        np.array([0]),
        np.array([0.0]),
    )
