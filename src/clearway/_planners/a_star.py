"""Planner "a*"."""

from __future__ import annotations

from typing import Any

from .._errors import InvalidInput, shown
from ._grid_base import GridPlanner

HEURISTICS = ("octile", "euclidean", "manhattan")  # by the number that the core takes


class AStar(GridPlanner, core="a*"):
    """A* over the cells: the shortest path.

    Option `heuristic`: "octile" (the default) and "euclidean" never overestimate, so the path is
    shortest; octile knows the moves and expands less. "manhattan" knows no diagonal moves and
    overestimates: the path may be longer, and `optimal` says False unless no path can be shorter
    (Vinther 2015, 4.2, Figures 10 and 11).

    >>> import clearway as cw
    >>> grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    >>> cw.AStar(grid).find_path((0, 1), (2, 1)).length
    4.0
    """

    @classmethod
    def _checked(cls, options: dict[str, Any], use: str = "when_finding") -> dict[str, Any]:
        if "heuristic" in options:
            named = options["heuristic"]
            if not isinstance(named, str) or named not in HEURISTICS:
                known = ", ".join(map(repr, HEURISTICS))
                raise InvalidInput(f"heuristic is {shown(named)}: one of {known}", value=named)
            options = {**options, "heuristic": HEURISTICS.index(named)}
        return super()._checked(options, use)
