"""Formation slots: places around a goal where discs fit beside each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from .._errors import InvalidInput
from .._input import Floats
from .._mesh import Ints

if TYPE_CHECKING:
    from .._world import World

# Neighbours are this much farther apart than they need, so that rounding does not overlap them.
_APART = 1 + 1e-9
_MOST = 1_000_000  # points of the lattice, about: where a goal has so little room around it


def slots_at(world: World, goal: Floats, radii: Floats, spacing: float = 1.0) -> Floats:
    """A place for each disc, N x 2, near the goal by the way that it walks; none overlap.

    Centres are at least `spacing` times as far apart as touching discs are.

    Wider discs choose first: of the points of a hexagonal lattice around the goal, and of the
    nearest free points to them, the nearest one to the goal that the disc can reach from there.
    """
    out = np.full((len(radii), 2), np.nan)
    placed, around = np.empty((0, 2)), np.empty(0)
    for radius in sorted(set(radii.tolist()), reverse=True):
        rows = np.flatnonzero(radii == radius)
        if radius == 0:
            out[rows] = goal  # points do not take space
            continue
        found = _slots(world, goal, radius, len(rows), placed, around, spacing * _APART)
        out[rows] = found
        placed = np.concatenate((placed, found))
        around = np.concatenate((around, np.full(len(rows), radius)))
    return out


def _slots(
    world: World,
    goal: Floats,
    radius: float,
    count: int,
    placed: Floats,
    around: Floats,
    apart: float,
) -> Floats:
    anchor = goal if world.is_free(goal, radius) else world.snap(goal, radius)
    if anchor is None:
        raise InvalidInput(f"a disc of radius {radius!r} fits nowhere", value=radius)
    x0, y0, x1, y1 = world.bounds
    whole = max(math.dist(anchor, corner) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
    taken = math.fsum((around**2).tolist()) + count * radius**2
    reach = apart * (2 * math.sqrt(taken) + 4 * radius)
    while True:
        chosen = _packed(world, anchor, radius, count, placed, around, min(reach, whole), apart)
        if len(chosen) == count:
            return chosen
        if reach >= whole or (reach / radius) ** 2 > _MOST:
            raise InvalidInput(
                f"there is room for {len(chosen)} of {count} discs of radius {radius!r} around the "
                "goal",
                value=count,
            )
        reach *= 2


def _packed(
    world: World,
    anchor: Floats,
    radius: float,
    count: int,
    placed: Floats,
    around: Floats,
    reach: float,
    apart: float,
) -> Floats:
    """Up to `count` places within this distance of the anchor, one after the other."""
    lattice = anchor + _hexagons(2 * radius * apart, reach)
    free = world.is_free(lattice, radius)
    snapped = world.snap(lattice[~free], radius) if not free.all() else np.empty((0, 2))
    snapped = snapped[~np.isnan(snapped[:, 0])]
    # Moved points fill what the lattice leaves beside obstacles.
    snapped = snapped[np.hypot(*(snapped - anchor).T) <= reach]
    points: Floats = np.unique(np.concatenate((lattice[free], snapped)), axis=0)
    home = np.ascontiguousarray(np.broadcast_to(anchor, points.shape))
    points = points[world.reachable(points, home, radius)]
    if not len(points):
        return points
    lengths = world.distances(anchor, points, radius)
    order: Ints = np.lexsort((points[:, 1], points[:, 0], lengths)).astype(np.int32)
    out: list[Floats] = []
    others, least = placed, (around + radius) * apart
    for i in order.tolist():
        if not math.isfinite(lengths[i]):
            continue
        away = np.hypot(*(others - points[i]).T)
        if (away >= least).all():
            out.append(points[i])
            others = np.concatenate((others, points[i : i + 1]))
            least = np.append(least, 2 * radius * (apart / _APART))
            if len(out) == count:
                break
    return np.array(out).reshape(-1, 2)


def _hexagons(spacing: float, reach: float) -> Floats:
    """A hexagonal lattice with a point at the origin, as far as `reach`."""
    rows = math.ceil(reach / (spacing * math.sqrt(0.75)))
    columns = math.ceil(reach / spacing) + 1
    j, i = np.mgrid[-rows : rows + 1, -columns : columns + 1]
    points: Floats = np.column_stack(
        (((i + 0.5 * (j % 2)) * spacing).ravel(), (j * (math.sqrt(0.75) * spacing)).ravel())
    )
    inside = np.hypot(points[:, 0], points[:, 1]) <= reach
    return np.asarray(points[inside])
