"""Common parts of the commands: arguments, JSON, tables."""

from __future__ import annotations

import json
import math
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from .. import formats
from .._costs import AVOID
from .._errors import InvalidInput
from .._frame import written
from .._input import Floats
from .._numbers import exact
from .._path import Path as FoundPath
from .._planners import GRID_PLANNERS, planners
from .._progress import working
from .._world import World

WorldFile = Annotated[
    Path,
    typer.Argument(
        metavar="WORLD",
        help="A world or grid, or - for standard input; `clearway info` lists the formats.",
    ),
]
Reading = Annotated[
    list[str] | None,
    typer.Option("--read", metavar="NAME=VALUE", help="A format option, such as project=true."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]
Radius = Annotated[float, typer.Option(help="Radius of the disc.")]
PlannerName = Annotated[
    str,
    typer.Option(
        help="Planner; `clearway info` lists them.",
        autocompletion=lambda incomplete: [p for p in planners() if p.startswith(incomplete)],
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option; may be repeated."),
]
CostOptions = Annotated[
    list[str] | None,
    typer.Option("--cost", metavar="NAME=FACTOR", help="Cost of an area, or avoid; repeatable."),
]
ClosedDoors = Annotated[
    list[str] | None,
    typer.Option("--closed", metavar="NAME", help="Take a door as closed; repeatable."),
]
OpenDoors = Annotated[
    list[str] | None,
    typer.Option("--open", metavar="NAME", help="Take a door as open; repeatable."),
]
_CONSTANTS = {"None": None, "True": True, "False": False}
SvgFile = Annotated[Path | None, typer.Option("--svg", help="Also draw an SVG here.")]
PngFile = Annotated[Path | None, typer.Option("--png", help="Also draw a PNG here (matplotlib).")]


def as_seen(
    cost: list[str] | None, closed: list[str] | None, opened: list[str] | None
) -> dict[str, Any]:
    """The arguments `costs` and `doors` of a query; none that are not given."""
    costs: dict[str, float] = {}
    for text in cost or []:
        name, equals, value = text.rpartition("=")
        try:
            factor = AVOID if value == "avoid" else float(value)
        except ValueError:
            factor, equals = 0.0, ""
        if not equals or not name:
            raise InvalidInput(
                f"{text!r} is not a cost; write NAME=FACTOR or NAME=avoid", value=text
            )
        if name in costs and costs[name] != factor:
            raise InvalidInput(f"area {name!r} has two costs: {costs[name]:g}, {value}", value=text)
        costs[name] = factor
    doors = dict.fromkeys(closed or [], False) | dict.fromkeys(opened or [], True)
    for name in sorted({*(closed or [])} & {*(opened or [])}):
        raise InvalidInput(f"door {name!r} is both --closed and --open", value=name)
    given: dict[str, Any] = {"costs": costs or None, "doors": doors or None}
    return {key: value for key, value in given.items() if value is not None}


def load(file: Path, data: bytes | None = None, **options: Any) -> Any:
    """The world or grid of a file; warnings are lines on stderr. `data`: of standard input."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", UserWarning)
        if str(file) == "-":
            read = sys.stdin.buffer.read() if data is None else data
            with working("reading standard input", on_terminal()):
                loaded = formats.load_bytes(read, name="stdin", **options)
        else:
            loaded = formats.load(file, progress=on_terminal(), **options)
    for warning in said:
        text = str(warning.message)
        if "Load it with" in text:
            text += " On the command line: --read NAME=VALUE (of convert: --set NAME=VALUE)."
        typer.echo(f"clearway: warning: {text}", err=True)
    return loaded


def load_world(file: Path, reading: list[str] | None = None) -> World:
    """The world of a file, traced if the file contains a grid."""
    loaded = load(file, **settings(reading))
    if isinstance(loaded, World):
        return loaded
    world: World = loaded.to_world(progress=on_terminal())
    return world


def on_terminal() -> bool:
    """Whether to show progress: only on a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def load_for(file: Path, planner: str, reading: list[str] | None = None) -> Any:
    """The grid of the file for planners on grids, else its world."""
    if planner not in planners():
        names = ", ".join(planners())
        raise InvalidInput(f"no planner {planner!r}; there are: {names}", value=planner)
    if planner not in GRID_PLANNERS:
        return load_world(file, reading)
    loaded = load(file, **settings(reading))
    if isinstance(loaded, World):
        raise InvalidInput(f"planner {planner!r} searches grids; {file.name} is a world")
    return loaded


def settings(given: list[str] | None) -> dict[str, Any]:
    """`NAME=VALUE`, several times: values are JSON or Python constants, else text."""
    out = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise InvalidInput(f"{text!r} is not a setting; write NAME=VALUE", value=text)
        try:
            out[name] = json.loads(value)
        except ValueError:
            out[name] = _CONSTANTS.get(value, value)
    return out


def point(text: str) -> tuple[float, float]:
    """`X,Y` as numbers."""
    parts = text.split(",")
    try:
        x, y = (float(part) for part in parts)
    except ValueError:
        raise InvalidInput(f"{text!r} is not a point; write X,Y", value=text) from None
    return x, y


def in_world(point: tuple[float, float], world: Any) -> Any:
    """A point given in the coordinates of the file, in those of the world."""
    return point if world.projection is None else world.projection.forward(point)


def in_file(points: Floats, world: Any) -> list[Any]:
    """A point of the world, or several, in the coordinates of its file."""
    listed: list[Any] = written(points, world).tolist()
    return listed


def at(point: Iterable[float]) -> str:
    """`X,Y` as the command line reads it back, without loss."""
    return ",".join(map(exact, point))


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
        "cost": found.cost,
        "links": list(found.links),
        "radius": found.radius,
        "snapped": _snapped(found),
        "points": in_file(found.points, found._world),
        "stats": found.stats,
    }


def _snapped(found: FoundPath) -> dict[str, Any] | None:
    if found.snapped is None:
        return None
    ends = found.snapped._asdict().items()
    return {name: None if p is None else in_file(p, found._world) for name, p in ends}


def terrain_facts(world: World, radius: float = 0.0, narrowest: int = 5) -> dict[str, Any]:
    """The abstraction in numbers, and the narrowest choke points that a disc passes."""
    a = world.abstraction()
    chokes = a.choke_points(radius)
    return {
        "components": a.component_count,
        "levels": {str(level): int((a.levels == level).sum()) for level in range(4)},
        "decision_nodes": len(a.decision_nodes),
        "decision_points": len(a.decision_nodes),  # deprecated
        "corridors": len(a.corridors),
        "dead_ends": len(a.dead_ends),
        "rooms": len(a.rooms),
        "choke_points": len(chokes),
        "narrowest": [
            {
                "width": c.width,
                "middle": c.gate.mean(axis=0).tolist(),
                "gate": c.gate.tolist(),
                "corridor": c.corridor,
                "dead_end": c.dead_end,
                "decision_node": c.decision_node,
                "decision_point": c.decision_node,  # deprecated
            }
            for c in chokes[:narrowest]
        ],
    }


def choke_text(facts: dict[str, Any]) -> str:
    """One of the narrowest choke points of `terrain_facts`, as text."""
    x, y = facts["middle"]
    kinds = ("corridor", "dead_end", "decision_node")
    named = [f"{kind.replace('_', ' ')} {facts[kind]}" for kind in kinds if facts[kind] is not None]
    place = named[0] if named else "island"
    return f"{exact(facts['width'])} at {exact(x)},{exact(y)} ({place})"


def number(value: float, digits: int = 3) -> str:
    """A number for a table."""
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
    """Names and their descriptions, on stdout."""
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
