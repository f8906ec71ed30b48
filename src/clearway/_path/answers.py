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
    """The answers of one `find_paths` in a world, with the names of `_core.PathBatch`."""

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


def arrays_of(answers: Any, kind: Any = Answers) -> Any:
    """A copy of the answers as plain arrays: an instance of `kind`."""
    arrays = (np.array(getattr(answers, name)) for name in kind._fields[1:])
    return kind(answers.version, *arrays)


# Fields with a varying number of rows per path: the starts of the rows, and those of one path.
_RAGGED = {
    "segments": ("segment_starts", np.empty((0, 8))),
    "channel": ("channel_starts", np.empty(0, dtype=np.int32)),
    "cells": ("cell_starts", np.empty((0, 2), dtype=np.int32)),
}


def joined(paths: Sequence[BasePath], kind: Any = Answers) -> Any:
    """Paths as one batch, in this order."""
    out: dict[str, Any] = {"version": max((p._answers.version for p in paths), default=0)}
    for name, (starts, empty) in _RAGGED.items():
        if name not in kind._fields:
            continue
        pieces = []
        for p in paths:
            first, last = getattr(p._answers, starts)[p._i : p._i + 2]
            pieces.append(getattr(p._answers, name)[first:last])
        counts = np.cumsum([len(piece) for piece in pieces], dtype=np.int64)
        out[starts] = np.concatenate(([0], counts))
        out[name] = np.concatenate([empty, *pieces])
    types = {"status": np.uint8, "optimal": bool, "expanded": np.int64, "generated": np.int64}
    for name in kind._fields:
        if name not in out:
            column = [getattr(p._answers, name)[p._i] for p in paths]
            out[name] = np.array(column, dtype=types.get(name, float))
    return kind(**out)


def through(points: Floats, version: int, kind: Any = Answers) -> Any:
    """The polyline through N x 2 points as one answer; without points: no path."""
    steps = np.hypot(*np.diff(points, axis=0).T) if len(points) else np.empty(0)
    rows = np.zeros((len(steps), 8))
    rows[:, :2], rows[:, 2:4] = points[:-1], points[1:]
    length = float(steps.sum()) if len(points) else math.inf
    straight = math.dist(points[0], points[-1]) if len(points) else math.inf
    out: dict[str, Any] = {
        "version": version,
        "status": np.array([Status.FOUND if len(points) else Status.NO_PATH], dtype=np.uint8),
        "length": np.array([length]),
        "lower_bound": np.array([min(straight, length)]),
        "optimal": np.array([False]),
        "expanded": np.array([0]),
        "generated": np.array([0]),
        "seconds": np.array([0.0]),
    }
    for name, (starts, empty) in _RAGGED.items():
        if name in kind._fields:
            out[starts], out[name] = np.array([0, 0]), empty
    out["segment_starts"], out["segments"] = np.array([0, len(rows)]), rows
    return kind(**out)
