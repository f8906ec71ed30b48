"""A world that a page makes again in a new session."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._input import as_point
from ..._lengths import as_radius
from ..checks import as_object, as_text, point_count
from ..registry import Call, action
from ..restoring import restored
from ..shapes import Object
from ..summary import summary
from .worlds import check_points, show


@action("restore", changes=True)
def restore(call: Call, world: Object, contents: Object) -> dict[str, Any]:
    """The world of a session that has ended, with its handles; the history begins again."""
    session = call.session
    facts, given = as_object(world, "world"), as_object(contents, "contents")
    points = given.get("points")
    check_points(
        session, points.size // 2 if isinstance(points, np.ndarray) else point_count(points)
    )
    made = restored(facts, given, session.limits)
    name = facts.get("name")
    show(session, made, "" if name is None else as_text(name, "name"), _suggested(facts))
    session.history.clear()
    return summary(session)


def _suggested(facts: dict[str, Any]) -> dict[str, Any]:
    """Start, goal and radius of SUMMARY, where they are given."""
    out: dict[str, Any] = {}
    for end in ("start", "goal"):
        if facts.get(end) is not None:
            [out[end]] = as_point(facts[end], end).tolist()
    if facts.get("radius") is not None:
        out["radius"] = as_radius(facts["radius"])
    return out
