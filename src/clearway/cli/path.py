"""`clearway path WORLD X,Y X,Y`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import render
from .._errors import InvalidInput
from .._numbers import exact
from .._path import Path as FoundPath
from .._path import Status
from .._progress import working
from ..formats import wkt
from . import common

_ARGUMENTS = {"start", "goal", "radius", "prefer", "planner", "snap", "costs", "doors"}


def path(
    world: common.WorldFile,
    start: Annotated[str, typer.Argument(metavar="X,Y", help="The start.")],
    goal: Annotated[
        str,
        typer.Argument(metavar="GOAL", help="The goal: X,Y, or a line or area as WKT."),
    ],
    radius: common.Radius = 0.0,
    prefer: Annotated[
        float | None,
        typer.Option(help="Clearance to keep where that is possible; inf: the widest way."),
    ] = None,
    planner: common.PlannerName = "optimal",
    settings: common.Settings = None,
    read: common.Reading = None,
    snap: Annotated[
        float | None, typer.Option(help="Move blocked ends to a free point, at most this far.")
    ] = None,
    cost: common.CostOptions = None,
    closed: common.ClosedDoors = None,
    opened: common.OpenDoors = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Write the path: .geojson, .wkt, .csv, .svg, .pdf."),
    ] = None,
    points: Annotated[
        bool, typer.Option("--points", help="Print only the points, one X,Y per line.")
    ] = False,
    step: Annotated[
        float | None, typer.Option(help="Points at equal distances of this length.")
    ] = None,
    tolerance: Annotated[
        float | None, typer.Option(help="Largest distance between polyline and arcs.")
    ] = None,
    outside: Annotated[
        bool, typer.Option("--outside", help="Sample arcs by tangents, which keep the radius.")
    ] = False,
    json: common.Json = False,
    svg: common.SvgFile = None,
    png: common.PngFile = None,
) -> int:
    """Find a path; exit status 1 if there is none.

    With a planner on grids the ends are cells (integers) and WORLD is a grid. Points are in the
    coordinates of the file, also with --read project=true. The goal may be a line or an area, for
    example "LINESTRING (9 0, 9 10)" or a POLYGON: the path leads to its nearest point. Options of
    planners: --set limit=1000, --set seconds=0.1, --set effort=2, --set partial=True. Areas and
    doors are named: --cost enemy=avoid, --cost mud=3, --closed gate, --open gate. --set
    tolerance=0.001: by what fraction a path may cost more than the cheapest.
    """
    loaded = common.load_for(world, planner, read)
    ends = (common.in_world(common.point(start), loaded), _goal(goal, loaded))
    options = common.settings(settings)
    if taken := sorted(options.keys() & _ARGUMENTS):
        raise InvalidInput(f"--set {taken[0]}: it has its own argument", value=taken[0])
    options |= common.as_seen(cost, closed, opened)
    if prefer is not None:
        options["prefer"] = prefer
    with working(f"searching with {planner}", common.on_terminal()):
        found = loaded.find_path(*ends, radius=radius, planner=planner, snap=snap, **options)
    line = found.polyline(step, tolerance, outside)
    for file in (svg, png):
        if file is not None:
            render.save(loaded, file, found, channel=True, mesh=True)
    if output is not None:
        _save(found, output, step, tolerance, outside)
    listed = common.in_file(line, loaded)
    if json:
        common.print_json({**common.path_facts(found), "points": listed})
    else:
        _print(found, listed, points)
    return 0 if found else 1


def _goal(text: str, world: Any) -> Any:
    """A point, or lines and areas in WKT, in the coordinates of the world."""
    if "(" not in text:
        return common.in_world(common.point(text), world)
    several = wkt.geometries(text, "goal")
    for geometry in several:
        geometry["coordinates"] = _in_world(geometry["coordinates"], world)
    return several


def _in_world(coordinates: Any, world: Any) -> Any:
    """Nested positions, each in the coordinates of the world."""
    if isinstance(coordinates[0], float):
        x, y, *_ = coordinates
        return tuple(common.in_world((x, y), world))
    return [_in_world(part, world) for part in coordinates]


def _save(
    found: FoundPath, file: Path, step: float | None, tolerance: float | None, outside: bool
) -> None:
    if file.suffix.lower() in (".svg", ".png", ".pdf"):  # they show the exact path
        found.save(file)
    else:
        found.save(file, step=step, tolerance=tolerance, outside=outside)


def _print(found: FoundPath, listed: list[list[float]], points_only: bool) -> None:
    if not points_only:
        is_weighted = any(map(math.isfinite, found._weights.values()))  # AVOID is proved as usual
        proof = ", proved shortest" if found.optimal and not is_weighted else ""
        length = f": length {exact(found.length)}{proof}" if listed else ""
        typer.echo(f"{found.status.name}{length}")
        if found.links:
            taken = ", ".join(map(str, found.links))
            typer.echo(f"links taken: {taken}; cost {exact(found.cost)}")
        if is_weighted and listed:
            bound = exact(found.lower_bound)
            typer.echo(f"cost {exact(found.cost)}; no path costs less than {bound}")
        for name in ("start", "goal"):
            moved = found.snapped and getattr(found.snapped, name)
            if moved is not None:
                place = common.in_file(moved, found._world)
                typer.echo(f"the {name} was moved to {common.at(place)}")
    indent = "" if points_only else "  "
    for point in listed:
        typer.echo(f"{indent}{common.at(point)}")
    if found.status in (Status.START_BLOCKED, Status.GOAL_BLOCKED) and found._note:
        typer.echo(f"clearway: {found._note}", err=True)
