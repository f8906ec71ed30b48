"""`clearway generate KIND`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .. import formats
from .. import generate as makers
from . import common


def generate(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=", ".join(makers.KINDS))],
    output: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
    size: Annotated[float | None, typer.Option(help="Side of the world.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random numbers.")] = 0,
    form: Annotated[
        str | None, typer.Option(help="polygon or grid; by default from the file format.")
    ] = None,
    settings: common.Settings = None,
    json: common.Json = False,
) -> None:
    """Generate a world; `clearway info` lists the kinds."""
    holds = formats.choose(output, None, None).holds
    arguments: dict[str, Any] = {
        "form": form or ("grid" if holds == "grid" else "polygon"),
        "seed": seed,
        **common.settings(settings),
    }
    if size is not None:
        arguments["size"] = int(size) if size == int(size) else size
    made = makers.make(kind, progress=common.on_terminal(), **arguments)
    formats.save(made, output)
    if json:
        common.print_json({"kind": kind, "out": str(output), **arguments})
    else:
        typer.echo(f"wrote {output}: {made!r}")
