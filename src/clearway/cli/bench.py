"""`clearway bench MAP [SCEN]`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from .. import _benchmark as benchmark
from .._errors import InvalidInput
from .._grid import Grid
from .._saving import replace_file
from .._scenarios import load_scenarios
from .._world import World
from . import common

_COLUMNS = {
    "planner": "planner",
    "found": "found",
    "optimal": "proved",
    "longer": "longer",
    "expanded": "expanded",
    "median_us": "median µs",
    "longest_us": "most µs",
    "preparation": "built s",
}


def bench(
    world: Annotated[Path, typer.Argument(metavar="MAP", help="A grid or a world.")],
    scenarios: Annotated[
        Path | None,
        typer.Argument(metavar="SCEN", help="Its queries; by default MAP.scen, if it exists."),
    ] = None,
    planner: Annotated[
        str | None, typer.Option(help="Planners on grids and worlds, separated by commas.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write a line for each query.")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw times and expansions: .svg, .png or .pdf.")
    ] = None,
    queries: Annotated[
        int | None,
        typer.Option(help="Number of queries, evenly spaced; random ones without SCEN.", min=1),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of random queries.", min=0)] = 0,
    radius: common.Radius = 0.0,
    read: common.Reading = None,
    json: common.Json = False,
) -> None:
    """Run the queries of a scenario file with several planners, and compare them."""
    if plot is not None and plot.suffix.lower() not in (".svg", ".png", ".pdf"):
        raise InvalidInput(f"{plot.name}: plots are .svg, .png or .pdf", value=plot.name)
    loaded = common.load(world, **common.settings(read))
    starts, goals, published = _queries(loaded, world, scenarios, queries, seed, radius)
    names = [name.strip() for name in (planner or _default(loaded)).split(",") if name.strip()]
    watched = common.on_terminal()
    runs = benchmark.run(loaded, starts, goals, names, radius, progress=watched)
    facts = benchmark.summary(runs, published)
    if csv is not None:
        replace_file(csv, benchmark.to_csv(runs, published).encode())
    if plot is not None:
        title = f"{world.name}: {len(starts)} queries"
        replace_file(plot, benchmark.picture(runs, plot.suffix.lower()[1:], title))
    if json:
        common.print_json({"map": world.name, "queries": len(starts), "planners": facts})
        return
    rows = [[_cell(key, entry[key]) for key in _COLUMNS] for entry in facts]
    common.table(f"{world.name}: {len(starts)} queries", list(_COLUMNS.values()), rows)
    for entry in facts:
        if entry.get("differing"):
            count = f"{entry['differing']} of {len(starts)}"
            reason = "; it does not look for the shortest" if not entry["optimal"] else ""
            typer.echo(
                f"{entry['planner']}: {count} paths are missing or do not have the length that the "
                f"file says{reason}"
            )


def _default(loaded: World | Grid) -> str:
    return "a*,jps" if isinstance(loaded, Grid) else "channel,optimal"


def _queries(
    loaded: World | Grid,
    map_file: Path,
    file: Path | None,
    most: int | None,
    seed: int,
    radius: float,
) -> tuple[Any, Any, Any]:
    """Starts, goals, and published lengths or None."""
    if file is None:
        beside = [map_file.with_name(f"{map_file.name}{end}") for end in (".scen", ".scen.gz")]
        file = next((f for f in beside if f.is_file()), None)
    if file is None:
        return *_random(loaded, 1000 if most is None else most, seed, radius), None
    known = load_scenarios(file)
    rows = np.arange(len(known))
    if most is not None and most < len(rows):
        rows = np.linspace(0, len(rows) - 1, most).astype(int)
    if not len(rows):
        raise InvalidInput(f"{file.name}: the file has no queries")
    if isinstance(loaded, Grid) and known.starts.dtype.kind != "i":
        raise InvalidInput(f"{file.name}: its queries are points, not cells of a grid")
    return known.starts[rows], known.goals[rows], known.lengths[rows]


def _random(loaded: World | Grid, count: int, seed: int, radius: float) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    points: Any
    if isinstance(loaded, World):
        points = loaded.random_points(2 * count, radius, rng)
    else:
        free = np.argwhere(~loaded.blocked)[:, ::-1]
        points = free[rng.integers(len(free), size=2 * count)] if len(free) else free
    if len(points) < 2 * count:
        raise InvalidInput("there is no free point for a query")
    return points[:count], points[count:]


def _cell(key: str, value: Any) -> str:
    if isinstance(value, str | int):
        return str(value)
    if key == "longer":
        return f"{common.number(100 * value, 2)} %"
    return common.number(value, 2 if key == "preparation" else 0)
