"""The pictures of the documents, each with its command: `python tools/figures.py [NAME ...]`.

Runs the commands and copies what they make to docs/images; without names all of them. Pictures of
tutorials are made by their pages (tools/pages.py), those of experiments by the command that each
report names. The site prints the command below a picture.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
CAVE = "clearway generate caves -o caves.geojson --size 30 --seed 3"


class Figure(NamedTuple):
    """The command, run in any folder that has `examples` and `tools`, and the file it makes."""

    command: str
    makes: str


def _example(name: str, picture: str) -> Figure:
    return Figure(f"python examples/{name}.py {picture}", picture)


FIGURES = {
    "demo.svg": Figure("clearway demo", "clearway-demo/1-paths-and-mesh.svg"),
    "visible.svg": Figure(
        f"{CAVE} && clearway render caves.geojson visible.svg --visible 12,8 --width 480",
        "visible.svg",
    ),
    "vg_vgo.svg": Figure(
        f"{CAVE} && clearway render caves.geojson vg_vgo.svg --graph", "vg_vgo.svg"
    ),
    "radii.svg": _example("radii", "radii.svg"),
    "prefer.svg": _example("prefer", "prefer.svg"),
    "group.svg": _example("group", "group.svg"),
    "waypoints.svg": _example("waypoints", "waypoints.svg"),
    "fortress.svg": _example("fortress", "fortress.svg"),
    "blocked-exits.svg": _example("blocked_exits", "blocked-exits.svg"),
    **{
        f"{name}.svg": Figure("python tools/feature_pictures.py .", f"{name}.svg")
        for name in ("areas", "doors", "links", "regions")
    },
    "reservations.svg": Figure("python examples/reservations.py", "reservations.svg"),
    "crowd-bottleneck.svg": Figure("python examples/crowd.py", "crowd-bottleneck.svg"),
    "crowd-density.png": Figure("python examples/crowd.py", "crowd-density.png"),
    "rts.png": Figure(
        "python examples/rts.py --units 400 --frames 421 --series rts", "rts/frame-0420.png"
    ),
    "crowd-flow.png": Figure("python tools/crowd_flow.py crowd-flow.png", "crowd-flow.png"),
    "crowd-scenarios.png": _example("crowd_scenarios", "crowd-scenarios.png"),
    "generators.png": Figure("python tools/contact_sheet.py generators.png", "generators.png"),
    "field.png": Figure("python tools/field_picture.py field.png", "field.png"),
    **{
        f"explored-{name}.svg": Figure(
            "python tools/explored_pictures.py .", f"explored-{name}.svg"
        )
        for name in ("astar", "dijkstra", "hpastar", "jps", "prastar")
    },
    **{
        f"lab/{name}": Figure("python tools/lab_pictures.py lab", f"lab/{name}")
        for name in (
            *("clearance.png", "compare.png", "corners.png", "field-dark.png"),
            *("grid-search.png", "narrow.png", "path.png", "tour.webp"),
        )
    },
}


def make(command: str, folder: Path) -> None:
    """Runs a command in a folder, with the programs of this Python first."""
    for name in ("examples", "tools", "tests"):
        if not (folder / name).exists():
            (folder / name).symlink_to(ROOT / name)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{command}\n{done.stdout}{done.stderr}")


def main() -> None:
    """Makes the pictures that were asked for."""
    names = sys.argv[1:] or list(FIGURES)
    for command in dict.fromkeys(FIGURES[name].command for name in names):
        with tempfile.TemporaryDirectory() as folder:
            make(command, Path(folder))
            for name in (n for n in names if FIGURES[n].command == command):
                shutil.copy(Path(folder) / FIGURES[name].makes, IMAGES / name)
                print(f"docs/images/{name}: {command}")


if __name__ == "__main__":
    main()
