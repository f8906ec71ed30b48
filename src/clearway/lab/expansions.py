"""What the searches of planners expand, and why some have nothing to play."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._planners import Labels, THPAStar
from .._planners._visibility import CornerPlanner
from .._world import World
from .versions import with_mesh


def explores(planner: type[Any]) -> bool:
    """Whether a planner tells what its searches expand."""
    if issubclass(planner, CornerPlanner):
        return True
    return bool(planner._info and planner._info.reports_expansions)


def why_unexplored(planner: type[Any]) -> str | None:
    """Why a planner has no expansions to play; None if it has."""
    if explores(planner):
        return None
    if issubclass(planner, Labels):
        return (
            f"planner {planner.name!r} answers without a search: it reads distances that were"
            " prepared, so there are no expansions"
        )
    if issubclass(planner, THPAStar):
        return (
            f"planner {planner.name!r} searches its prepared graph, not the mesh: there are no"
            " expansions, but legs of a journey (mode 'journey')"
        )
    return f"planner {planner.name!r} does not tell what it expands"


def expansions(
    planner: type[Any], world: World, ends: list[Any], radius: Any, options: dict[str, Any]
) -> dict[str, Any]:
    """What a search of a world expands, in order: triangles, or corners with their predecessors."""
    searcher = planner._cached_for(world)
    if isinstance(searcher, CornerPlanner):
        lines = searcher.explored_corners(*ends, **options).reshape(-1, 4)
        return {"count": len(lines), "on": "corners", "lines": lines}
    mesh, rows = with_mesh(world, lambda: np.asarray(searcher.explored(*ends, radius, **options)))
    return {"count": len(rows), "on": "triangles", "ids": mesh.ids[rows]}
