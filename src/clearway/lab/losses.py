"""What a file in a format does not hold of the world or grid that is saved."""

from __future__ import annotations

from typing import Any

from .._grid import Grid
from ..formats import Format
from .history import Thing


def losses(thing: Thing, chosen: Format) -> list[str]:
    """The parts that are missing in the file, in words; empty if none is."""
    return _of_grid(thing, chosen) if isinstance(thing, Grid) else _of_world(thing, chosen)


def _of_world(world: Any, chosen: Format) -> list[str]:
    counts = {"area": len(world.areas), "door": len(world.doors), "link": len(world.links)}
    if chosen.complete:
        return []
    return [_counted(number, noun) for noun, number in counts.items() if number]


def _of_grid(grid: Grid, chosen: Format) -> list[str]:
    out = []
    if not chosen.complete:
        if grid.cell != 1.0:
            out.append(f"the size of a cell, {grid.cell:g}")
        if tuple(grid.origin) != (0.0, 0.0):
            x, y = grid.origin
            out.append(f"the origin, ({x:g}, {y:g})")
    if grid.corner_cutting:
        out.append("the rule that moves may cut corners")
    return out


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
