"""Contours of values on a raster, by marching squares."""

from __future__ import annotations

import numpy as np

from .._input import Floats


def contour(x: Floats, y: Floats, values: Floats, level: float) -> list[Floats]:
    """The segments where bilinear values pass a level, each 2 x 2; none at cells with infinity.

    `values[row, column]` belongs to `y[row]` and `x[column]`.
    """
    if min(values.shape) < 2:
        return []
    corners = np.stack((values[:-1, :-1], values[:-1, 1:], values[1:, 1:], values[1:, :-1]), axis=2)
    rows, columns = np.nonzero(
        np.isfinite(corners).all(axis=2)
        & ((corners < level).any(axis=2))
        & ((corners >= level).any(axis=2))
    )
    v = corners[rows, columns] - level
    xs = np.stack((x[columns], x[columns + 1], x[columns + 1], x[columns]), axis=1)
    ys = np.stack((y[rows], y[rows], y[rows + 1], y[rows + 1]), axis=1)
    crossing = np.empty((len(v), 4, 2))
    crosses = np.empty((len(v), 4), dtype=bool)
    for i in range(4):
        j = (i + 1) % 4
        crosses[:, i] = (v[:, i] < 0) != (v[:, j] < 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.where(crosses[:, i], v[:, i] / (v[:, i] - v[:, j]), 0.0)[:, None]
        a, b = np.column_stack((xs[:, i], ys[:, i])), np.column_stack((xs[:, j], ys[:, j]))
        crossing[:, i] = a + t * (b - a)
    out: list[Floats] = []
    for points, on, middle, first in zip(crossing, crosses, v.mean(axis=1), v[:, 0], strict=True):
        ends = np.flatnonzero(on)
        if len(ends) == 4 and (middle < 0) == (first < 0):  # a saddle: corners 0 and 2 are joined
            ends = ends[[0, 1, 2, 3]]
        elif len(ends) == 4:
            ends = ends[[3, 0, 1, 2]]
        out += [points[ends[k : k + 2]] for k in range(0, len(ends), 2)]
    return out
