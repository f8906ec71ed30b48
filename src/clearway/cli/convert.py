"""`clearway convert IN OUT`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import formats
from .._errors import InvalidInput
from .._world import World
from ..formats._files import unpacked
from . import common


def convert(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help="A file to read, or - for standard input.")
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="A file to write.")],
    from_format: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="Format of IN; else by suffix.")
    ] = None,
    to_format: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="Format of OUT; else by suffix.")
    ] = None,
    cell: Annotated[
        float | None, typer.Option(help="Side of a cell, if a world becomes a grid.")
    ] = None,
    smooth: Annotated[
        float | None,
        typer.Option(help="Cells by which walls may move, if a grid becomes a world."),
    ] = None,
    settings: common.Settings = None,
    json: common.Json = False,
) -> None:
    """Read one format, write another; grids are traced and worlds rasterised as needed."""
    chosen = formats.choose(target, to_format, None)
    data = sys.stdin.buffer.read() if str(source) == "-" else None
    reading, writing = _split(common.settings(settings), source, from_format, chosen, data)
    loaded = common.load(source, data, format=from_format, **reading)
    is_world = isinstance(loaded, World)
    if is_world and chosen.holds == "grid":
        if cell is None:
            raise InvalidInput(f"{target.name} holds a grid: give the side of a cell with --cell")
        loaded = loaded.to_grid(cell, progress=common.on_terminal())
    elif not is_world and chosen.holds == "world":
        loaded = loaded.to_world(smooth, progress=common.on_terminal())
    elif cell is not None or smooth is not None:
        raise InvalidInput("--cell and --smooth are for grids from worlds and worlds from grids")
    formats.save(loaded, target, to_format, **writing)
    if json:
        common.print_json({"in": str(source), "out": str(target), "format": chosen.name})
    else:
        typer.echo(f"wrote {target}: {loaded!r}")


def _split(
    given: dict[str, Any],
    source: Path,
    name: str | None,
    chosen: formats.Format,
    data: bytes | None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options for writing and for reading; reading refuses unknown ones.

    `data`: of standard input.
    """
    limits = formats.as_limits(given.get("limits"))
    if name is None and data is None:
        data = formats.read_file(source, limits)
    elif data is not None:
        source, data = Path("stdin"), unpacked(data, "stdin", limits)
    own = formats.choose(source, name, data).options
    writing = {k: v for k, v in given.items() if k in chosen.write_options and k not in own}
    return {k: v for k, v in given.items() if k not in writing}, writing
