"""Planner "optimal"."""

from __future__ import annotations

from ._base import Planner


class Optimal(Planner, core="optimal"):
    """The shortest path, proved: an exact any-angle search over the triangulation.

    Options: `limit=N` ends a search after N expansions, `effort=F` at F times those of
    a first path, found in a hurry: then with the best path so far, `optimal` False and a
    `lower_bound`. `partial=True`: the closest place that can be reached, where the goal cannot.
    """
