"""Draws the flow of a crowd through a door by its width, beside people, into a FILE.

JuPedSim's models are drawn, too, where it is installed (`python -m benchmarks --only crowd`).
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import bench_crowd

AGENTS = 150
CURVES = {
    "people": ("people (experiments)", "k", "s"),
    "flow": ("clearway", "C0", "o"),
    "CollisionFreeSpeedModel_flow": ("JuPedSim CollisionFreeSpeedModel", "C1", "^"),
    "AnticipationVelocityModel_flow": ("JuPedSim AnticipationVelocityModel", "C2", "v"),
}


def main(file: str) -> None:
    """Draws the picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [bench_crowd.flow(width, AGENTS) for width in bench_crowd.PEOPLE]
    figure, axes = pyplot.subplots(figsize=(6.4, 4.0))
    for name, (label, color, marker) in CURVES.items():
        points = [(row["width"], row[name]) for row in rows if name in row]
        if points:
            axes.plot(*zip(*points, strict=True), color=color, marker=marker, label=label)
            print(name, *(f"{width} m: {flow:.2f}" for width, flow in points))
    axes.set(xlabel="width of the door in m", ylabel="agents in a second", ylim=(0, None))
    axes.legend(frameon=False)
    figure.savefig(file, dpi=120, bbox_inches="tight")


if __name__ == "__main__":
    main(sys.argv[1])
