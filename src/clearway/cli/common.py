"""What the commands share: arguments, JSON, tables."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from .. import formats
from .._errors import InvalidInput
from .._path import Path as FoundPath
from .._world import World

WorldFile = Annotated[Path, typer.Argument(metavar="WORLD", help="A .geojson or .clearway file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]
Radius = Annotated[float, typer.Option(help="Radius of the disc.")]
PlannerName = Annotated[str, typer.Option(help="Planner; `clearway info` lists them.")]
SvgFile = Annotated[Path | None, typer.Option("--svg", help="Also draw an SVG here.")]
PngFile = Annotated[Path | None, typer.Option("--png", help="Also draw a PNG here (matplotlib).")]


def load_world(file: Path) -> World:
    """The world of a file."""
    world = formats.load(file)
    if not isinstance(world, World):
        raise InvalidInput(f"{file.name} is not a world but a {type(world).__name__}")
    return world


def point(text: str) -> tuple[float, float]:
    """`X,Y` as numbers."""
    parts = text.split(",")
    try:
        x, y = (float(part) for part in parts)
    except ValueError:
        raise InvalidInput(f"{text!r} is not a point; write X,Y", value=text) from None
    return x, y


def print_json(data: Any) -> None:
    """One JSON document on stdout; infinity and NaN become null."""
    typer.echo(json.dumps(_finite(data), indent=2))


def path_facts(found: FoundPath) -> dict[str, Any]:
    """A path as plain data."""
    return {
        "status": found.status.name,
        "length": found.length,
        "lower_bound": found.lower_bound,
        "optimal": found.optimal,
        "clearance": found.clearance,
        "radius": found.radius,
        "points": found.points.tolist(),
        "stats": found.stats,
    }


def number(value: float, digits: int = 3) -> str:
    """For a table."""
    return f"{value:.{digits}f}" if math.isfinite(value) else "-"


def table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    """A table on stdout; the first column holds names, the others numbers."""
    grid = Table(title=title, title_justify="left", header_style="bold")
    for i, column in enumerate(columns):
        grid.add_column(column, justify="left" if i == 0 else "right", no_wrap=i == 0)
    for row in rows:
        grid.add_row(*row)
    Console().print(grid)


def listing(title: str, rows: list[list[str]]) -> None:
    """Names and what they stand for, on stdout."""
    grid = Table(title=title, title_justify="left", show_header=False)
    for row in rows:
        grid.add_row(*row)
    Console().print(grid)


def _finite(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return None
    return data
