"""Planner "channel"."""

from __future__ import annotations

from ._base import Planner


class Channel(Planner):
    """A* over the triangles by entry edges, then the funnel: fast, nearly shortest."""

    name = "channel"
    summary = "A* over triangles by entry edges, then the funnel; fast, not always shortest"
    options = frozenset({"limit", "metric", "partial"})
    _takes_discs = True
