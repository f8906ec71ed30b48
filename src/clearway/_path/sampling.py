"""Arcs as polylines: inscribed chords, or tangents that stay outside the circle."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .._angles import angles, arcsines
from .._errors import InvalidInput
from .._input import Floats
from .._segments import sweeps

if TYPE_CHECKING:
    from .._world import World

CHORD_ERROR = 1e-3  # of the radius, where no tolerance is given
MOST_POINTS = 10_000_000  # of one arc
ROUNDING = 2.0**-47  # of the coordinates: contacts that are not deeper are ignored
_ROUNDS = 12  # of splits at contacts; two are enough for one obstacle
_PROBES = np.linspace(0.0, 1.0, 17)  # where a piece of an arc is probed for its nearest obstacle
_ZOOMS = 4  # each narrows the probes to an eighth
_PARABOLAS = 6  # each a quarter as wide as the one before

Indices = npt.NDArray[np.int64]


def inscribed(rows: Floats, tolerance: float | None) -> Floats:
    """Points of all rows after the very first; the end of each row is among them, exactly.

    Refuses a tolerance that would need more than `MOST_POINTS` points for one arc.
    """
    turned = sweeps(rows)
    counts = _counts(rows, turned, tolerance, outside=False)
    row = np.repeat(np.arange(len(rows)), counts)
    last = np.cumsum(counts) - 1
    part = np.arange(1, len(row) + 1) - (last - counts + 1)[row]
    out = _on_circles(rows[row], part * (turned / counts)[row], 1.0)
    out[last] = rows[:, 2:4]
    return out


def circumscribed(rows: Floats, tolerance: float | None, world: World, radius: float) -> Floats:
    """As `inscribed`, along tangents of the arcs, which keep the radius from the arcs' centres.

    The tangents lie on the outer side of an arc. If they come too near to an obstacle on that
    side, the arc gets one more tangent, at the point nearest to this obstacle: it separates the
    obstacle from the arc.
    """
    turned = sweeps(rows)
    counts = _counts(rows, turned, tolerance, outside=True)
    counts[rows[:, 7] == 0] = 0
    row = np.repeat(np.arange(len(rows)), counts)
    size = np.repeat(turned / np.maximum(counts, 1), counts)
    begin = (np.arange(len(row)) - (np.cumsum(counts) - counts)[row]) * size
    new = np.arange(len(row))
    for _ in range(_ROUNDS):
        bad = new[_meets(world, radius, rows[row[new]], begin[new], size[new])]
        if not len(bad):
            break
        cut = _nearest(world, rows[row[bad]], begin[bad], size[bad])
        rest = size[bad] - cut
        size[bad] = cut
        row, size = np.insert(row, bad + 1, row[bad]), np.insert(size, bad + 1, rest)
        begin = np.insert(begin, bad + 1, begin[bad] + cut)
        first = bad + np.arange(len(bad))
        new = np.sort(np.concatenate((first, first + 1)))
    points = np.concatenate((_apexes(rows[row], begin, size), rows[:, 2:4]))
    # Sorted by row: the apexes of an arc in order, then its end.
    order = np.argsort(np.concatenate((row, np.arange(len(rows)))), kind="stable")
    return points[order]


def _counts(rows: Floats, turned: Floats, tolerance: float | None, *, outside: bool) -> Indices:
    """The number of equal pieces of each row; 1 for lines."""
    counts = np.ones(len(rows), dtype=np.int64)
    arcs = rows[:, 7] != 0
    radius, turned = rows[arcs, 6], np.abs(turned[arcs])
    error = np.full(len(radius), CHORD_ERROR)
    if tolerance is not None:
        with np.errstate(over="ignore"):
            error = np.minimum(tolerance / radius, 1.0)
    if outside:  # an apex is at radius / cos(half a piece), not a chord at radius * cos(...)
        error = error / (1.0 + error)
    step = 4 * arcsines(np.sqrt(error / 2))  # 2 acos(1 - error), for small errors too
    bad = ~(turned <= MOST_POINTS * step)
    if bad.any():
        i = int(np.argmax(bad))
        least = 2 * math.sin(turned[i] / MOST_POINTS / 4) ** 2 * radius[i]
        raise InvalidInput(
            f"tolerance is {tolerance!r}: an arc of radius {float(radius[i])!r} would need more "
            f"than {MOST_POINTS} points; use at least "
            f"{1.01 * least:.2e}",  # rounding the printed value must not go below the limit
            value=tolerance,
        )
    some = turned > 0
    counts[np.flatnonzero(arcs)[some]] = np.ceil(turned[some] / step[some])
    return counts


def _on_circles(rows: Floats, turned: Floats, factor: Floats | float) -> Floats:
    """Points at these angles after the start, `factor` times as far from the centre as the arc."""
    angle = angles(rows[:, 1] - rows[:, 5], rows[:, 0] - rows[:, 4]) + turned
    out = np.column_stack((np.cos(angle), np.sin(angle)))
    out *= (rows[:, 6] * factor)[:, None]
    out += rows[:, 4:6]
    return out


def _apexes(rows: Floats, begin: Floats, size: Floats) -> Floats:
    """The intersections of the tangents at both ends of each piece."""
    return _on_circles(rows, begin + size / 2, 1 / np.cos(size / 2))


def _meets(
    world: World, radius: float, rows: Floats, begin: Floats, size: Floats
) -> npt.NDArray[np.bool_]:
    """Whether a disc that moves along the tangents of each piece meets an obstacle.

    False if the disc does not fit at an end of the piece: then an edit since the search has
    blocked the path itself, and no tangent helps.
    """
    fitting = radius - ROUNDING * (max(map(abs, world.bounds)) + radius)
    if fitting <= 0 or not len(rows):
        return np.zeros(len(rows), dtype=bool)
    apex = _apexes(rows, begin, size)
    first, last = (_on_circles(rows, angle, 1.0) for angle in (begin, begin + size))
    core = world._core
    hit = core.raycast(first, apex, fitting)[0] | core.raycast(last, apex, fitting)[0]
    return np.asarray(hit & core.is_free(first, fitting) & core.is_free(last, fitting))


def _nearest(world: World, rows: Floats, begin: Floats, size: Floats) -> Floats:
    """The angle in each piece at which the obstacle on the outer side is nearest.

    On every circle around the corner, this is the direction of the obstacle point nearest to the
    corner. Half a radius outside the arc, this obstacle is nearer than the corner.
    """

    def clearances(angles: Floats) -> Floats:
        row = np.repeat(np.arange(len(rows)), angles.shape[1])
        probes = _on_circles(rows[row], begin[row] + angles.ravel(), 1.5)
        return world._core.clearance(probes).reshape(angles.shape)

    low, high = np.zeros(len(rows)), size
    here = np.arange(len(rows))
    for _ in range(_ZOOMS):
        angles = low[:, None] + (high - low)[:, None] * _PROBES
        best = clearances(angles).argmin(axis=1)
        low = angles[here, np.maximum(best - 1, 0)]
        high = angles[here, np.minimum(best + 1, len(_PROBES) - 1)]
    cut, side = (low + high) / 2, (high - low) / 2
    # A flat minimum gives only half of the digits; a parabola through three points gives more.
    # Where a wall meets its corner the curvature jumps, and the error of the parabola is a fraction
    # of its width, so each parabola is narrower than the one before, but wide enough to correct it.
    for _ in range(_PARABOLAS):
        left, middle, right = clearances(cut[:, None] + side[:, None] * [-1.0, 0.0, 1.0]).T
        bend = left - 2 * middle + right
        step = np.divide(left - right, 2 * bend, out=np.zeros_like(bend), where=bend > 0)
        cut, side = cut + np.clip(step, -1.0, 1.0) * side, side / 4
    # At an end there is a tangent already: the disc meets another obstacle, farther away.
    at_end = np.abs(cut / size - 0.5) > 0.5 - 0.125**_ZOOMS
    return np.where(at_end, size / 2, cut)
