"""`clearway render WORLD PICTURE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from .. import render as pictures
from .._errors import InvalidInput
from .._numbers import exact
from .._planners import VG, VGO
from .._progress import working
from . import common


def render(
    world: common.WorldFile,
    picture: Annotated[
        Path, typer.Argument(metavar="PICTURE", help="A .svg, .png or .pdf to write.")
    ],
    mesh: Annotated[bool, typer.Option("--mesh", help="Show the triangles.")] = False,
    constraints: Annotated[
        bool, typer.Option("--constraints", help="Show every constrained edge.")
    ] = False,
    labels: Annotated[bool, typer.Option("--labels", help="Show the handles.")] = False,
    path: Annotated[
        list[str] | None, typer.Option(metavar="X,Y:X,Y", help="Show a path; may be repeated.")
    ] = None,
    channel: Annotated[
        bool, typer.Option("--channel", help="Show the triangles that the paths cross.")
    ] = False,
    levels: Annotated[
        bool,
        typer.Option("--levels", help="Show levels and the abstract graph, for --radius."),
    ] = False,
    rooms: Annotated[bool, typer.Option("--rooms", help="Show the tree of rooms.")] = False,
    waypoints: Annotated[
        bool, typer.Option("--waypoints", help="Show the waypoint graph, for --radius.")
    ] = False,
    visible: Annotated[
        list[str] | None,
        typer.Option(metavar="X,Y", help="Show the region visible from a point; may be repeated."),
    ] = None,
    graph: Annotated[
        bool, typer.Option("--graph", help="Show the visibility graphs VG and VGO side by side.")
    ] = False,
    explored: Annotated[
        bool,
        typer.Option("--explored", help="Show what the search of --planner expands."),
    ] = False,
    cost: common.CostOptions = None,
    closed: common.ClosedDoors = None,
    opened: common.OpenDoors = None,
    radius: common.Radius = 0.0,
    planner: common.PlannerName = "optimal",
    axes: Annotated[bool, typer.Option("--axes", help="Show axes with coordinates.")] = False,
    scale_bar: Annotated[bool, typer.Option("--scale-bar", help="Show a scale bar.")] = False,
    legend: Annotated[bool, typer.Option("--legend", help="Show the names of the paths.")] = False,
    discs: Annotated[
        int | None, typer.Option(help="Number of discs along each path.", min=2, max=10_000)
    ] = None,
    read: common.Reading = None,
    width: Annotated[float, typer.Option(help="Width in pixels.", min=100, max=10_000)] = 960,
    json: common.Json = False,
) -> int:
    """Draw a world, optionally with paths, visible regions or graphs.

    Exit status 1 if a path is not found or the point of --visible is blocked.
    """
    if explored and not path:
        raise InvalidInput("--explored shows what a search expands: give --path X,Y:X,Y")
    if levels and rooms:
        raise InvalidInput("--levels and --rooms colour the same areas: give only one of them")
    loaded = common.load_for(world, planner, read)
    with working(f"drawing {picture.name}", common.on_terminal()):
        found = []
        seen_as = common.as_seen(cost, closed, opened)
        for text in path or []:
            ends = text.split(":")
            if len(ends) != 2:
                raise InvalidInput(f"{text!r} is not a pair of points; write X,Y:X,Y", value=text)
            start, goal = (common.in_world(common.point(end), loaded) for end in ends)
            found.append(loaded.find_path(start, goal, radius=radius, planner=planner, **seen_as))
        visibility: dict[str, Any] = {}
        places = [common.in_world(common.point(text), loaded) for text in visible or []]
        if places:
            visibility["visible"] = places
        if graph:
            visibility["graph"] = "both"
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
            waypoints=waypoints,
            radius=radius,
            explored=explored,
            axes=axes,
            scale_bar=scale_bar,
            legend=legend,
            discs=discs,
            **visibility,
        )
        terrain = common.terrain_facts(loaded, radius) if levels or rooms else {}
        seen = [_visible_from(loaded, place) for place in places]
        graphs = {p.name: _graph(p(loaded)) for p in (VG, VGO)} if graph else {}
    if json:
        facts = {"picture": str(picture), "paths": [common.path_facts(p) for p in found]}
        common.print_json(facts | {"visible": seen, "graphs": graphs, "terrain": terrain})
    else:
        typer.echo(f"wrote {picture}")
        for region in seen:
            if region["free"]:
                typer.echo(f"visible from {_at(region)}: area {exact(region['area'])}")
        for choke in terrain.get("narrowest", [])[:1]:
            typer.echo(f"narrowest: {common.choke_text(choke)}")
        for name, size in graphs.items():
            typer.echo(f"{name}: {size['corners']} corners, {size['edges']} edges")
    for region in seen:
        if not region["free"]:
            typer.echo(f"clearway: {_at(region)} is blocked: nothing is visible from it", err=True)
    return 0 if all(found) and all(region["free"] for region in seen) else 1


def _at(region: dict[str, Any]) -> str:
    x, y = region["point"]
    return f"{exact(x)},{exact(y)}"


def _visible_from(world: Any, place: Any) -> dict[str, Any]:
    """What is visible from a point of the world, in the coordinates of its file."""
    ring = world.visible_region(place)
    x, y = (ring - place).T
    return {
        "point": common.in_file(np.asarray(place), world),
        "free": len(ring) > 0,
        "area": 0.5 * float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))),
        "ring": common.in_file(ring, world),
        "corners": common.in_file(world.visible_corners(place), world),
    }


def _graph(planner: VG) -> dict[str, int]:
    return {"corners": planner.corner_count, "edges": planner.edge_count}
