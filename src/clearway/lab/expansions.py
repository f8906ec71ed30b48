"""What the searches of planners expand."""

from __future__ import annotations

from typing import Any

from .._planners import THPAStar
from .._planners._visibility import CornerPlanner
from .._world import World
from .versions import with_mesh


def expansions(
    planner: type[Any], world: World, ends: list[Any], radius: Any, options: dict[str, Any]
) -> dict[str, Any]:
    """What a search of a world expands, in order.

    Corners or nodes with their predecessors; of planners that search the mesh, and where the others
    search nothing else, triangles.
    """
    searcher = planner._cached_for(world)
    mesh, (rows, tree) = with_mesh(world, lambda: searcher._expansions(*ends, radius, options))
    if len(tree) or isinstance(searcher, CornerPlanner):
        on = "nodes" if isinstance(searcher, THPAStar) else "corners"
        return {"count": len(tree), "on": on, "lines": tree.reshape(-1, 4)}
    return {"count": len(rows), "on": "triangles", "ids": mesh.ids[rows]}
