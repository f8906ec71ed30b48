"""`clearway lab`."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from threading import Thread
from typing import Annotated, Any

import typer

from .._imports import importing_extra
from . import common

Port = Annotated[
    int, typer.Option(help="Port on this machine; 0 takes a free one.", min=0, max=65535)
]


def lab(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="WORLD", help="A world or grid to begin with; else a demonstration."
        ),
    ] = None,
    port: Port = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
    ] = True,
    reports: Annotated[
        Path | None,
        typer.Option(
            help="Folder of reports of experiments to browse.", exists=True, file_okay=False
        ),
    ] = None,
    read: common.Reading = None,
    json: common.Json = False,
) -> None:
    """Open a page in the browser that draws, changes and asks worlds; Ctrl+C ends it."""
    with importing_extra("starlette", "the lab", "lab"):
        from ..lab.server import Server
    from ..lab.builtin import make
    from ..lab.reports import Reports
    from ..lab.running import run
    from ..lab.session import Shown
    from ..lab.sessions import copies_of

    if file is None:

        def first() -> Shown:
            thing, suggested = make("demo")
            return Shown(thing, 0, "demo", suggested)
    else:
        first = copies_of(common.load(file, **common.settings(read)), file.name)
    folder = None if reports is None else Reports(reports)

    def ready(url: str) -> None:
        _say(url, json, {"reports": None if reports is None else str(reports)})
        if browser:  # some browsers return only when they are closed: not in the server's thread
            Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    run(Server(first, reports=folder), port, ready)


def _say(url: str, as_json: bool, more: dict[str, Any]) -> None:
    """The address, for people or for programs."""
    if as_json:
        common.print_json({"url": url, **more})
    else:
        typer.echo(f"the lab is at {url} (Ctrl+C ends it)")
