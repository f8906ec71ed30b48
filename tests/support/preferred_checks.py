"""What must hold for a path with a preferred clearance."""

from __future__ import annotations

import math

import numpy as np
import shapely

ROUNDING = 1e-7
OF_COORDINATES = 2.0**-44  # what rounding may take from a clearance, as `tolerance::bend`


def check_preferred(world, ways, path, a, b, radius, prefer, planner="optimal"):
    """Against the widest way by definition; returns the number of its narrow gates, None: unsure."""
    assert path.found
    rounding = OF_COORDINATES * max(map(abs, (*a, *b)))
    verdict = path.verify()
    assert verdict["free"]
    assert not verdict["crosses"]
    assert verdict["gap"] < 1e-9 + rounding
    widest = world.max_radius(a, b)
    least = min(prefer, widest)
    assert verdict["clearance"] >= radius * (1 - 1e-9) - rounding
    assert verdict["clearance"] >= least * (1 - ROUNDING) - 1e-9 - rounding
    if widest >= prefer:
        shortest = world.find_path(a, b, radius=prefer, planner=planner)
        assert path.optimal == shortest.optimal
        assert math.isclose(path.length, shortest.length, rel_tol=1e-9)
        return 0
    assert not path.optimal
    assert path.lower_bound <= path.length
    rows = ways.between(a, b, 2 * prefer)
    if rows is None or not ways.is_sure:
        return None
    crossed = _crossed_gates(ways, path, prefer)
    stations = [_station(path, m, ways.lines.scale) for m in ways.middles[crossed]]
    _check_as_wide(ways, crossed, rows)
    _check_necks(path, stations, prefer, rounding)
    return len(rows)


def _station(path, middle, scale):
    s = float(path.project(middle))
    assert math.dist(path.at(s), middle) <= ROUNDING * scale, "the middle of a gate is missed"
    return s


def _crossed_gates(ways, path, prefer):
    """Rows of the gates narrower than twice the preferred clearance that the path crosses."""
    if not path.length:
        return []
    line = shapely.LineString(path.sample(1e-4))
    rows = np.flatnonzero(ways.widths < 2 * prefer * (1 - 1e-9))
    cuts = shapely.linestrings(ways.gates[rows].reshape(-1, 2, 2))
    ends = shapely.points([path.start, path.goal])
    out = []
    for g, what in zip(rows.tolist(), shapely.intersection(cuts, line), strict=True):
        at_end = not what.is_empty and shapely.distance(ends, what).min() < 1e-6
        if not at_end and shapely.get_num_geometries(what) % 2 and not what.is_empty:
            out.append(g)
    return out


def _check_as_wide(ways, crossed, widest):
    """The gates are as wide as can be, the narrowest compared first; fewer are wider.

    Of equally wide ones either may be crossed; what follows then is another question.
    """
    ours, best = (sorted(rows, key=lambda g: ways.widths[g]) for rows in (crossed, widest))
    for g, h in zip(ours, best, strict=False):
        if not math.isclose(ways.widths[g], ways.widths[h], rel_tol=1e-8):
            assert ways.widths[g] > ways.widths[h], "there is a wider way"
            return
        if g not in widest:
            return
    assert len(crossed) <= len(widest), "there is a way through fewer gates"


def _check_necks(path, stations, prefer, rounding):
    """Where the clearance is below the preferred one, a stop is near: no gap between them."""
    if prefer == math.inf or path.length == 0:
        return
    s = np.linspace(0, path.length, 2000)
    low = path.clearance_at(s) < prefer * (1 - 1e-9) - rounding
    stops = np.array([0.0, *stations, path.length])
    change = np.flatnonzero(np.diff(low.astype(int)))
    for part in np.split(np.arange(len(s)), change + 1):
        if not low[part[0]]:
            continue
        lo, hi = s[part[0]] - path.length / 1999, s[part[-1]] + path.length / 1999
        assert ((stops >= lo - 1e-9) & (stops <= hi + 1e-9)).any(), "below R away from any stop"
