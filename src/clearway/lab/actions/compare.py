"""A small comparison of planners on the world shown."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ..._errors import ClearwayError, InvalidInput
from ..._grid import Grid
from ..._lengths import as_radius
from ..._planners import GRID_PLANNERS
from ..answers import refusal
from ..checks import as_seconds, as_texts, as_whole
from ..deadlines import deadline
from ..errors import DeadlineExceeded
from ..registry import Call, action
from ..session import Session
from ..shapes import Maybe, Number, Texts, Whole


@action("compare")
def compare(
    call: Call,
    planners: Texts,
    queries: Whole = 100,
    radius: Number = 0.0,
    seed: Whole = 0,
    seconds: Maybe = None,
) -> dict[str, Any]:
    """Random queries, the same for each planner: lengths, expansions, times."""
    session = call.session
    names = as_texts(planners, "planners")
    count = as_whole(queries, "queries", 1, min(1000, session.limits.batch))
    r = as_radius(radius)
    most = as_seconds(seconds, session.limits.seconds)
    starts, goals = _pairs(session, count, r, as_whole(seed, "seed", 0, 2**62))
    optimum = _lengths(session, _best(session), starts, goals, r, most)[0]
    rows = []
    for name in names:
        try:
            rows.append(_row(name, optimum, *_lengths(session, name, starts, goals, r, most)))
        except ClearwayError as error:
            rows.append(refusal(name, error))
    return {"version": session.version, "queries": count, "rows": rows}


def _best(session: Session) -> str:
    return "jps" if isinstance(session.thing, Grid) else "optimal"


def _pairs(session: Session, count: int, radius: float, seed: int) -> tuple[Any, Any]:
    """Free starts and goals: points, or cells."""
    rng = np.random.default_rng(seed)
    thing = session.thing
    if isinstance(thing, Grid):
        free = np.argwhere(~thing.blocked)[:, ::-1]
        if not len(free):
            raise InvalidInput("every cell of the grid is blocked")
        return tuple(free[rng.integers(len(free), size=count)] for _ in range(2))  # type: ignore[return-value]
    points = thing.random_points(2 * count, radius, rng)
    if not len(points):
        raise InvalidInput(f"a disc of radius {radius!r} fits nowhere in the world", value=radius)
    return points[:count], points[count:]


def _lengths(
    session: Session, name: str, starts: Any, goals: Any, radius: float, seconds: float
) -> tuple[Any, Any, Any]:
    """Lengths, expansions and microseconds of the queries of one planner, after a first one."""
    thing: Any = session.thing
    a, b = starts, goals
    if isinstance(thing, Grid) and name not in GRID_PLANNERS:
        thing, a, b = session.polygons(), thing.centres(starts), thing.centres(goals)
    end = time.monotonic() + seconds
    out = []
    for p, q in zip([a[0], *a], [b[0], *b], strict=True):
        left = end - time.monotonic()
        if left <= 0:
            raise DeadlineExceeded(f"planner {name!r} took longer than {seconds:g} s")
        with deadline(left):
            path = thing.find_path(p, q, radius, planner=name)
        out.append((path.length, path.stats["expanded"], 1e6 * path.stats["seconds"]))
    return tuple(np.array(out[1:]).T)


def _row(name: str, optimum: Any, length: Any, expanded: Any, micros: Any) -> dict[str, Any]:
    found = np.isfinite(length) & np.isfinite(optimum) & (optimum > 0)
    ratio = length[found] / optimum[found]
    return {
        "planner": name,
        "found": int(np.isfinite(length).sum()),
        "ratio_mean": float(ratio.mean()) if len(ratio) else None,
        "ratio_worst": float(ratio.max()) if len(ratio) else None,
        "expanded_mean": float(expanded.mean()),
        "microseconds_median": float(np.median(micros)),
        "microseconds_p95": float(np.percentile(micros, 95)),
    }
