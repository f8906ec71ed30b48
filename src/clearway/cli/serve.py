"""`clearway serve`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from .._imports import importing_extra
from .._world import World
from . import common
from .lab import Port


def serve(
    file: common.WorldFile,
    port: Port = 0,
    seconds: Annotated[float, typer.Option(help="The longest time of a query.", min=0.001)] = 10.0,
    read: common.Reading = None,
    json: common.Json = False,
) -> None:
    """Serve one world to programs in any language, as JSON over HTTP; Ctrl+C ends it."""
    with importing_extra("starlette", "the server", "lab"):
        from ..lab.server import Server
    from ..lab.limits import LabLimits
    from ..lab.running import run
    from ..lab.session import Shown

    thing = common.load(file, **common.settings(read))
    limits = LabLimits(seconds=seconds)
    if isinstance(thing, World):  # a world that is large already may still be edited
        limits = replace(limits, points=max(limits.points, 2 * int(thing.stats["vertices"])))

    def ready(url: str) -> None:
        if json:
            common.print_json({"url": url, "openapi": f"{url}api/openapi.json"})
        else:
            typer.echo(f"{file.name} is served at {url}api/ (Ctrl+C ends it)")
            typer.echo(f"what can be asked: {url}api/openapi.json")

    run(Server(lambda: Shown(thing, 0, file.name), shared=True, limits=limits), port, ready)
