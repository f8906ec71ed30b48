"""`clearway render WORLD PICTURE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .. import render as pictures
from .._errors import InvalidInput
from . import common


def render(
    world: common.WorldFile,
    picture: Annotated[Path, typer.Argument(metavar="PICTURE", help="A .svg or .png to write.")],
    mesh: Annotated[bool, typer.Option("--mesh", help="Show the triangles.")] = False,
    constraints: Annotated[
        bool, typer.Option("--constraints", help="Show every constrained edge.")
    ] = False,
    labels: Annotated[bool, typer.Option("--labels", help="Show the handles.")] = False,
    path: Annotated[
        list[str] | None, typer.Option(metavar="X,Y:X,Y", help="Show a path; may be repeated.")
    ] = None,
    channel: Annotated[
        bool, typer.Option("--channel", help="Show the triangles the paths cross.")
    ] = False,
    levels: Annotated[
        bool,
        typer.Option("--levels", help="Show levels and the abstract graph, for --radius."),
    ] = False,
    rooms: Annotated[bool, typer.Option("--rooms", help="Show the tree of rooms.")] = False,
    visible: Annotated[
        list[str] | None,
        typer.Option(metavar="X,Y", help="Show what is seen from a point; may be repeated."),
    ] = None,
    graph: Annotated[
        bool, typer.Option("--graph", help="Show the visibility graphs VG and VGO side by side.")
    ] = False,
    explored: Annotated[
        bool, typer.Option("--explored", help="Show the cells searched; planners of grids only.")
    ] = False,
    radius: common.Radius = 0.0,
    planner: common.PlannerName = "optimal",
    width: Annotated[float, typer.Option(help="Width in pixels.", min=100, max=10_000)] = 960,
    json: common.Json = False,
) -> int:
    """Draw a world, with paths when asked."""
    loaded = common.load_for(world, planner)
    found = []
    for text in path or []:
        ends = text.split(":")
        if len(ends) != 2:
            raise InvalidInput(f"{text!r} is not a trip; write X,Y:X,Y", value=text)
        start, goal = map(common.point, ends)
        found.append(loaded.find_path(start, goal, radius=radius, planner=planner))
    sight: dict[str, Any] = {}
    if visible:
        sight["visible"] = [common.point(text) for text in visible]
    if graph:
        sight["graph"] = "both"
    pictures.save(
        loaded,
        picture,
        found,
        width=width,
        mesh=mesh,
        constraints=constraints,
        labels=labels,
        channel=channel,
        levels=levels,
        rooms=rooms,
        radius=radius,
        explored=explored,
        **sight,
    )
    if json:
        common.print_json({"picture": str(picture), "paths": [common.path_facts(p) for p in found]})
    else:
        typer.echo(f"wrote {picture}")
    return 0 if all(found) else 1
