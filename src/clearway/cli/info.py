"""`clearway info WORLD`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__, formats, generate, planners
from .._numbers import exact
from .._progress import working
from .._scenarios import Scenarios, load_scenarios
from .._tracing import trace
from .._world import World
from . import common


def info(
    world: Annotated[
        Path | None, typer.Argument(metavar="WORLD", help="A world's file; - for standard input.")
    ] = None,
    read: common.Reading = None,
    json: common.Json = False,
) -> None:
    """Describe a world, grid or scenario file; without one, list formats, planners and kinds."""
    title, facts = (
        ("Clearway", _abilities()) if world is None else (world.name, _facts(world, read))
    )
    if json:
        common.print_json(facts)
        return
    rows = []
    for key, value in facts.items():
        if key == "decision_points":  # deprecated, kept in JSON
            continue
        if key == "narrowest":
            rows += [[f"choke point {i + 1}", common.choke_text(c)] for i, c in enumerate(value)]
        elif isinstance(value, dict):
            rows += [[f"{key}: {name}", str(v)] for name, v in value.items()]
        else:
            rows.append([key, _plain(value)])
    common.listing(title, rows)


def _facts(file: Path, read: list[str] | None) -> dict[str, Any]:
    if ".scen" in file.suffixes:
        return _scenario_facts(load_scenarios(file))
    with working(f"describing {file.name}", common.on_terminal()):
        world = common.load(file, **common.settings(read))
        return _world_facts(world) if isinstance(world, World) else _grid_facts(world)


def _scenario_facts(queries: Scenarios) -> dict[str, Any]:
    known = queries.lengths[queries.lengths >= 0]
    return {
        "queries": len(queries.lengths),
        "maps": sorted(set(queries.maps.tolist())),
        "shortest": float(known.min(initial=float("inf"))),
        "longest": float(known.max(initial=0.0)),
    }


def _grid_facts(grid: Any) -> dict[str, Any]:
    blocked = grid.blocked
    free = int(blocked.size - blocked.sum())
    outlines = trace(~blocked)
    return {
        "width": blocked.shape[1],
        "height": blocked.shape[0],
        "cell": grid.cell,
        "origin": list(grid.origin),
        "free_cells": free,
        "blocked_cells": blocked.size - free,
        "free_regions": len(outlines.polygon_starts) - 1,
        "corners": len(outlines.points),
        # For the polygons of its free cells.
        **(common.terrain_facts(grid.to_world()) if free else {}),
    }


def _world_facts(world: World) -> dict[str, Any]:
    kinds = [obstacle.kind for obstacle in world.obstacles.values()]
    return {
        "bounds": list(world.bounds),
        "obstacles": len(world),
        **{f"{kind}s": kinds.count(kind) for kind in ("area", "wall", "post")},
        "free_area": world.mesh().free_area,
        **{k: v for k, v in world.stats.items() if k != "obstacles"},
        **common.terrain_facts(world),
    }


def _abilities() -> dict[str, Any]:
    return {
        "version": __version__,
        "planner": planners(),
        "format": {name: entry.summary for name, entry in formats.formats().items()},
        "kind": generate.kinds(),
    }


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_plain(v) for v in value)
    return exact(value) if isinstance(value, float) else str(value)
