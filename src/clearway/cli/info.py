"""`clearway info WORLD`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__, formats, planners
from .._world import World
from . import common


def info(
    world: Annotated[Path | None, typer.Argument(metavar="[WORLD]", help="A world's file.")] = None,
    json: common.Json = False,
) -> None:
    """Say what a world holds; without one, what this Clearway can do."""
    title, facts = ("Clearway", _abilities()) if world is None else (world.name, _facts(world))
    if json:
        common.print_json(facts)
        return
    rows = []
    for key, value in facts.items():
        if isinstance(value, dict):
            rows += [[f"{key}: {name}", str(v)] for name, v in value.items()]
        else:
            rows.append([key, _plain(value)])
    common.listing(title, rows)


def _facts(file: Path) -> dict[str, Any]:
    world: World = common.load_world(file)
    kinds = [obstacle.kind for obstacle in world.obstacles.values()]
    return {
        "bounds": list(world.bounds),
        "obstacles": len(world),
        **{f"{kind}s": kinds.count(kind) for kind in ("area", "wall", "post")},
        "free_area": world.mesh().free_area,
        **{k: v for k, v in world.stats.items() if k != "obstacles"},
    }


def _abilities() -> dict[str, Any]:
    return {
        "version": __version__,
        "planner": planners(),
        "format": {name: entry.summary for name, entry in formats.formats().items()},
    }


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_plain(v) for v in value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)
