"""An example of each command: `--help` and the reference show it, the tests run it."""

from __future__ import annotations

EXAMPLES = {
    "path": "clearway path map.geojson 5,5 95,30 --radius 3 --svg path.svg",
    "info": "clearway info map.geojson",
    "render": "clearway render map.geojson map.svg --mesh --path 5,5:95,30 --radius 3",
    "convert": "clearway convert maze.map maze.geojson --smooth 1",
    "generate": "clearway generate caves -o caves.geojson --size 64 --seed 3",
    "bench": "clearway bench maze.map --planner jps,optimal --queries 20 --csv times.csv",
    "demo": "clearway demo --output pictures",
    "lab": "clearway lab map.geojson --port 8000 --no-browser",
    "serve": "clearway serve map.geojson --port 8000",
    "experiment list": "clearway experiment list",
    "experiment run": "clearway experiment run kallmann-1 --quick --output run",
    "experiment report": "clearway experiment report run",
}


def epilog(command: str) -> str:
    """What `--help` says last."""
    return f"Example: {EXAMPLES[command]}"
