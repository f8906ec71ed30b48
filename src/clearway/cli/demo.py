"""`clearway demo`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from .. import _demo
from . import common


def demo(
    output: Annotated[Path, typer.Option(help="Folder for the pictures.")] = Path("clearway-demo"),
    json: common.Json = False,
) -> None:
    """Build a small world, find paths, add an obstacle, find them again, draw everything."""
    result = _demo.run(output)
    if json:
        common.print_json(
            {
                "before": {name: common.path_facts(p) for name, p in result.before.items()},
                "after": {name: common.path_facts(p) for name, p in result.after.items()},
                "files": [str(f) for f in result.files],
            }
        )
        return
    rows = []
    for name, before in result.before.items():
        after = result.after[name]
        rows.append(
            [
                name,
                common.number(math.dist(before.start, before.goal), 1),
                common.number(before.length, 1),
                common.number(after.length, 1),
                common.number(after.length - before.length, 1),
                str(before.stats["expanded"]),
                common.number(1e6 * before.stats["seconds"], 0),
            ]
        )
    columns = ["trip", "straight", "length", "with block", "longer", "expanded", "µs"]
    common.table(f"{result.world!r}"[1:-1], columns, rows)
    typer.echo(f"pictures in {output}:")
    for file in result.files:
        typer.echo(f"  {file.name}")
