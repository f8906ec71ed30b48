"""A crowd leaves a room through a door: its flow by the width of the door, pictures, trajectories.

    python crowd.py [FOLDER]

Writes crowd-bottleneck.svg (an animation), crowd-density.png and crowd.sqlite (JuPedSim's format).
"""

import sys
from pathlib import Path

import numpy as np

import clearway as cw


def room(width):
    """Two rooms of 10 m, and a door of this width between them."""
    low, high = 5 - width / 2, 5 + width / 2
    rings = [
        [(10, 0), (10.5, 0), (10.5, low), (10, low)],
        [(10, high), (10.5, high), (10.5, 10), (10, 10)],
    ]
    return cw.World.from_obstacles(rings, bounds=(0, 0, 16, 10))


def walk(width, count=100, record=0.2):
    """Trajectories of a crowd that walks to the far side."""
    grid = np.stack(np.meshgrid(np.arange(0.5, 9.5, 0.6), np.arange(0.5, 9.6, 0.6)), -1)
    at = grid.reshape(-1, 2)
    at = at[np.random.default_rng(1).permutation(len(at))[:count]]
    crowd = cw.Crowd(room(width))
    crowd.add(at, radius=0.2, speed=1.3, goals=[(15, 1), (15, 9)])
    return crowd, crowd.run(200.0, dt=0.05, record=record)


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    for width in (0.8, 1.2, 1.6):
        crowd, made = walk(width)
        through = np.sort([t.min() for t in _times_behind(made, 10.5) if len(t)])
        flow = (len(through) - 1) / (through[-1] - through[0])
        print(
            f"door {width} m: {crowd.arrived.sum()} of {len(crowd)} out after {crowd.time:.0f} s,"
        )
        print(f"    {flow:.2f} per second, {flow / width:.2f} per second and metre")
    crowd, made = walk(1.2, 50, record=0.5)
    made.save(folder / "crowd-bottleneck.svg", speed=1.0)
    made.save(folder / "crowd.sqlite")
    try:
        made.save(folder / "crowd-density.png", density=True, step=0.5, width=640)
    except cw.MissingExtra as error:
        print(error)
    print("everybody is out:", bool(crowd.arrived.all()))


def _times_behind(made, x):
    """For each agent the times at which it was behind this x."""
    return [made.times[made.positions[:, i, 0] > x] for i in range(made.positions.shape[1])]


if __name__ == "__main__":
    main()
