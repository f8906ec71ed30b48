"""Batches of obstacles: joining them, and the bounds around them."""

from __future__ import annotations

import numpy as np

from . import _geometry as geometry
from ._core import MAX_COORDINATE
from ._errors import InvalidInput
from ._geometry import Batch, Geometry
from ._input import Floats

_MARGIN = 0.05  # of the larger side of the obstacles' box


def join(parts: list[Batch]) -> Batch:
    """The obstacles of all batches, in order."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return geometry.pack([])
    return Batch(
        geometry.starts(np.concatenate([np.diff(p.obstacle_starts) for p in parts])),
        geometry.starts(np.concatenate([np.diff(p.chain_starts) for p in parts])),
        np.concatenate([p.roles for p in parts]),
        np.concatenate([p.points for p in parts]),
    )


def box_around(points: Floats) -> Geometry:
    """Bounds for a world of obstacles with these points, with a margin on every side."""
    if not len(points):
        raise InvalidInput("a world without obstacles needs bounds")
    low, high = points.min(axis=0), points.max(axis=0)
    margin = _MARGIN * float((high - low).max()) or max(1.0, float(np.abs(points).max()))
    box = np.concatenate((low - margin, high + margin))
    return geometry.bounds(np.clip(box, -MAX_COORDINATE, MAX_COORDINATE))
