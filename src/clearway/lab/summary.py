"""The world of a session in a few numbers."""

from __future__ import annotations

from typing import Any

from .._features import AREA, DOOR, LINK
from .._grid import Grid
from .session import Session


def summary(session: Session) -> dict[str, Any]:
    """SUMMARY of docs/reference/lab-protocol.md."""
    shown = session.shown
    thing = shown.thing
    common = {
        "version": shown.version,
        "bounds": list(thing.bounds),
        "y_down": bool(thing.y_down),
        "crs": thing.crs,
        "projection": None if thing.projection is None else list(thing.projection),
        "name": shown.name,
        "undo": len(session.history.done),
        "redo": len(session.history.undone),
        **shown.suggested,
    }
    if isinstance(thing, Grid):
        return {
            "kind": "grid",
            **common,
            "width": thing.width,
            "height": thing.height,
            "cell": thing.cell,
            "origin": list(thing.origin),
            "corner_cutting": thing.corner_cutting,
            "free": int(thing.stats["free_cells"]),
        }
    stats = thing.stats
    kinds = [record[0] for record in thing._core.features()[-1]]
    return {
        "kind": "world",
        **common,
        "obstacles": len(thing),
        "areas": kinds.count(AREA),
        "doors": kinds.count(DOOR),
        "links": kinds.count(LINK),
        "vertices": int(stats["vertices"]),
        "triangles": int(stats["triangles"]),
        "max_radius": thing._limit,
    }
