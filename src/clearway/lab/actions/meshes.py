"""The triangulation, whole or what edits have changed of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._errors import InvalidInput, shown
from ..._grid import Grid
from ..registry import Call, action
from ..session import Delta
from ..shapes import Whole

_BITS = np.array([1, 2, 4], dtype=np.uint8)


@action("mesh", get=True)
def mesh(call: Call, since: Whole = None) -> dict[str, Any]:
    """The triangles of the world, or those that have changed since a version.

    Of a grid: those of its traced polygons.
    """
    session = call.session
    if since is not None and (isinstance(since, bool) or not isinstance(since, int)):
        raise InvalidInput(f"since is {shown(since)}: a version is a whole number", value=since)
    shown_now = session.shown
    is_grid, traced = isinstance(shown_now.thing, Grid), shown_now.version
    world = session.polygons()
    deltas = None if since is None or is_grid else session.deltas_since(since)
    source = world.mesh()
    version = traced if is_grid else shown_now.base + source.version
    origin = world.bounds[:2]
    rows: Any = slice(None)
    more: dict[str, Any] = {"since": None}
    if deltas is not None and version == (deltas[-1].version if deltas else since):
        removed, added = joined(deltas)
        rows = np.flatnonzero(np.isin(source.ids, added))
        more = {"since": since, "removed": removed}
    corners = source.vertices[source.triangles[rows]] - origin
    return {
        "version": version,
        **more,
        "origin": list(origin),
        "ids": source.ids[rows],
        "corners": corners.reshape(-1, 6).astype(np.float32),
        "blocked": source.blocked[rows],
        "constrained": source.constrained[rows] @ _BITS,
    }


def joined(deltas: list[Delta]) -> tuple[Any, Any]:
    """The ids that several edits removed, and those that they added; an id may be in both.

    Removed are only ids of the version before the edits.
    """
    removed: set[int] = set()
    added: set[int] = set()
    for delta in deltas:
        gone = set(delta.removed.tolist())
        removed |= gone - added
        added -= gone
        added |= set(delta.added.tolist())
    both = (sorted(removed), sorted(added))
    return tuple(np.array(ids, dtype=np.int32) for ids in both)  # type: ignore[return-value]
