"""`clearway path WORLD X,Y X,Y`."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import render
from .._errors import InvalidInput
from . import common


def path(
    world: common.WorldFile,
    start: Annotated[str, typer.Argument(metavar="X,Y", help="Where from.")],
    goal: Annotated[str, typer.Argument(metavar="X,Y", help="Where to.")],
    radius: common.Radius = 0.0,
    planner: common.PlannerName = "optimal",
    settings: common.Settings = None,
    json: common.Json = False,
    svg: common.SvgFile = None,
    png: common.PngFile = None,
) -> int:
    """Find a path; exit status 1 if there is none.

    With a planner on grids the ends are cells (integers) and WORLD is a grid. Options of
    planners: --set limit=1000, --set effort=2, --set partial=True, --set metric=2.
    """
    loaded = common.load_for(world, planner)
    ends = common.point(start), common.point(goal)
    options = common.settings(settings)
    if taken := sorted(options.keys() & {"start", "goal", "radius", "planner"}):
        raise InvalidInput(f"--set {taken[0]}: it has its own argument", value=taken[0])
    found = loaded.find_path(*ends, radius=radius, planner=planner, **options)
    for file in (svg, png):
        if file is not None:
            render.save(loaded, file, found, channel=True, mesh=True)
    if json:
        common.print_json(common.path_facts(found))
    elif len(found.points):
        proof = ", proved shortest" if found.optimal else ""
        typer.echo(f"{found.status.name}: length {found.length:.6g}{proof}")
        for x, y in found.points.tolist():
            typer.echo(f"  {x:g}, {y:g}")
    else:
        typer.echo(found.status.name)
    return 0 if found else 1
