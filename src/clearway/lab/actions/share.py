"""A world as a link."""

from __future__ import annotations

from typing import Any

from ..registry import Call, action
from ..shapes import Number, Point
from ..sharing import shared


@action("share", get=True)
def share(
    call: Call, start: Point = None, goal: Point = None, radius: Number = None
) -> dict[str, Any]:
    """The world as text for the fragment of a URL, with start, goal and radius if given."""
    given = {"start": start, "goal": goal, "radius": radius}
    suggested = {name: value for name, value in given.items() if value is not None}
    text = shared(call.session.thing, suggested, call.session.limits)
    return {"share": text, "characters": len(text)}
