"""`clearway demo`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from .. import _demo
from .._path import Path as Found
from . import common


def demo(
    output: Annotated[Path, typer.Option(help="Folder for the pictures.")] = Path("clearway-demo"),
    json: common.Json = False,
) -> None:
    """Discs of several sizes on one mesh, several planners, paths before and after an edit."""
    result = _demo.run(output)
    if json:
        common.print_json(
            {
                "before": {name: common.path_facts(p) for name, p in result.before.items()},
                "after": {name: common.path_facts(p) for name, p in result.after.items()},
                "discs": {str(r): common.path_facts(p) for r, p in result.discs.items()},
                "planners": {name: common.path_facts(p) for name, p in result.planners.items()},
                "files": [str(f) for f in result.files],
            }
        )
        return
    rows = [[str(r), *_search(p)] for r, p in result.discs.items()]
    common.table("discs on one mesh, west to east", ["radius", *_SEARCH], rows)
    rows = [
        [name, *_search(p), "yes" if p.optimal else "no"] for name, p in result.planners.items()
    ]
    common.table("planners, corner to corner", ["planner", *_SEARCH, "proved shortest"], rows)
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
    common.table("an edit: a block is added", columns, rows)
    typer.echo(f"pictures in {output}:")
    for file in result.files:
        typer.echo(f"  {file.name}")


_SEARCH = ["length", "expanded", "µs"]


def _search(path: Found) -> list[str]:
    stats = path.stats
    seconds = common.number(1e6 * stats["seconds"], 0)
    return [common.number(path.length, 2), str(stats["expanded"]), seconds]
