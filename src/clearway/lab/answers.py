"""A path as an answer: ANSWER of docs/reference/lab-protocol.md."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._errors import ClearwayError, InvalidInput, shown
from .._grid import Grid
from .._input import as_point
from .._path import Path, Status
from .._segments import Arc, Line
from ..render.swept import swept
from .errors import described
from .session import Session

DETAILS = ("channel", "clearance", "narrowest", "segments", "swept")


def answer(path: Path, details: list[str] | tuple[str, ...] = ()) -> dict[str, Any]:
    """The path with these details."""
    stats = path.stats
    out: dict[str, Any] = {
        "planner": path.planner,
        "status": path.status.name,
        "found": path.found,
        "length": path.length,
        "cost": path.cost,
        "ratio": None,
        "optimal": path.optimal,
        "lower_bound": path.lower_bound,
        "expanded": stats["expanded"],
        "generated": stats["generated"],
        "microseconds": 1e6 * stats["seconds"],
        "radius": path.radius,
        "points": path.points,
        "links": list(path.links),
        "goal": path.goal.tolist(),
        "snapped": None,
    }
    if path.snapped is not None:
        ends = path.snapped._asdict().items()
        out["snapped"] = {name: None if p is None else p.tolist() for name, p in ends}
    for name in details:
        out[name] = _DETAIL[name](path)
    return out


def refusal(planner: Any, error: Exception) -> dict[str, Any]:
    """The answer of a planner that refuses the query."""
    _, facts = described(error)
    return {"planner": planner, "status": "ERROR", "found": False, **facts}


def as_details(value: Any) -> list[str]:
    """The names of details."""
    if value is None:
        return []
    if not isinstance(value, list) or not all(name in DETAILS for name in value):
        raise InvalidInput(f"detail is {shown(value)}: a list of {', '.join(DETAILS)}", value=value)
    return value


def with_ratios(answers: list[dict[str, Any]], optimum: float | None) -> float | None:
    """Writes the ratios to the optimum: the one given, or that of an answer proved shortest."""
    proved = [a["length"] for a in answers if a.get("found") and a["optimal"]]
    if optimum is None and proved:
        optimum = min(proved)
    if optimum is None or not math.isfinite(optimum):
        return None
    for one in answers:
        if one.get("found"):
            one["ratio"] = one["length"] / optimum if optimum > 0 else 1.0
    return optimum


def rings(listed: list[Any]) -> dict[str, Any]:
    """Rings as arrays: `ring_starts` and `points`."""
    starts = np.concatenate(([0], np.cumsum([len(ring) for ring in listed], dtype=np.int64)))
    points = np.concatenate([np.empty((0, 2)), *listed])
    return {"ring_starts": starts, "points": points}


def _swept(path: Path) -> dict[str, Any]:
    there = path.radius > 0 and path.status in (Status.FOUND, Status.PARTIAL)
    return rings(swept(path) if there else [])


def _narrowest(path: Path) -> dict[str, Any] | None:
    if isinstance(path._world, Grid) or path.status not in (Status.FOUND, Status.PARTIAL):
        return None
    try:
        widest, x, y = path._narrowest()
    except ClearwayError:  # the world has changed since
        return None
    return {"point": [x, y], "max_radius": widest}


def _channel(path: Path) -> Any:
    if isinstance(path._world, Grid):
        return path.cells
    mesh = path._world.mesh()
    return mesh.ids[path.channel] if mesh.version == path.version else np.empty(0, np.int32)


def _segments(path: Path) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for s in path.segments:
        ends: dict[str, Any] = {"start": list(s.start), "end": list(s.end)}
        if isinstance(s, Line):
            out.append({"type": "line", **ends})
        elif isinstance(s, Arc):
            facts = {
                "center": list(s.center),
                "radius": s.radius,
                "start_angle": s.start_angle,
                "end_angle": s.end_angle,
                "ccw": s.ccw,
            }
            out.append({"type": "arc", **facts, **ends})
        else:
            out.append({"type": "link", "handle": s.handle, **ends})
    return out


def _clearance(path: Path) -> float | None:
    return None if isinstance(path._world, Grid) else path.clearance


_DETAIL = {
    "swept": _swept,
    "narrowest": _narrowest,
    "channel": _channel,
    "segments": _segments,
    "clearance": _clearance,
}


def cell_of(session: Session, point: Any, name: str, is_cell: bool) -> Any:
    """The cell of the grid that holds a point of the plane."""
    if is_cell:
        return point
    grid = session.grid(name)
    [place] = as_point(point, name)
    cell = np.floor((place - grid.origin) / grid.cell)
    if not ((cell >= 0) & (cell < (grid.width, grid.height))).all():
        raise InvalidInput(
            f"{name} is {tuple(place.tolist())}: it lies outside the grid", value=point
        )
    return (int(cell[0]), int(cell[1]))
