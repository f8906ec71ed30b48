"""Six scenarios that the field knows: everyone arrives, and no two discs ever overlap.

    python crowd_scenarios.py [FILE]

Draws the traces of all agents to crowd-scenarios.png.
"""

import sys
from itertools import pairwise

import numpy as np

import clearway as cw


def box(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def lattice(x0, x1, y0, y1, apart, count):
    """Places of a square lattice, chosen at random."""
    at = np.array([(x, y) for x in np.arange(x0, x1, apart) for y in np.arange(y0, y1, apart)])
    return at[np.random.default_rng(1).permutation(len(at))[:count]]


def crowd_in(bounds, *rings):
    return cw.Crowd(cw.World.from_obstacles(list(rings), bounds=bounds))


def antipodal_circle():
    crowd = crowd_in((-12, -12, 12, 12))
    angle = np.arange(40) * 2 * np.pi / 40
    at = 10 * np.column_stack((np.cos(angle), np.sin(angle)))
    crowd.add(at, goals=-at)
    return crowd


def crossing_streams():
    crowd = crowd_in((0, 0, 20, 20), *(box(x, y, x + 8, y + 8) for x in (0, 12) for y in (0, 12)))
    at = lattice(0.6, 7.4, 8.5, 11.8, 0.75, 40)
    crowd.add(at, goals=[(19.5, 8.4), (19.5, 11.6)])
    crowd.add(at[:, ::-1], goals=[(8.4, 19.5), (11.6, 19.5)])
    return crowd


def counterflow():
    crowd = crowd_in((0, 0, 40, 4))
    at = lattice(1, 12, 0.5, 3.6, 0.8, 30)
    crowd.add(at, goals=[(39, 0.4), (39, 3.6)])
    crowd.add((40, 0) + at * (-1, 1), goals=[(1, 0.4), (1, 3.6)])
    return crowd


def bottleneck():
    crowd = crowd_in((0, 0, 16, 10), box(10, 0, 10.5, 4.4), box(10, 5.6, 10.5, 10))
    crowd.add(lattice(0.5, 9.5, 0.5, 9.6, 0.55, 150), radius=0.2, goals=[(15, 1), (15, 9)])
    return crowd


def several_exits():
    walls = [(1, -1, 8, 0), (10, -1, 19, 0), (0, 1, 1, 12), (0, -1, 1, 0), (19, -1, 20, 5)]
    walls += [(19, 6, 20, 12), *((x, y, x + 1, y + 1) for x in (5, 9, 13) for y in (3, 8))]
    crowd = crowd_in((-1, -2, 21, 12), *(box(*wall) for wall in walls))
    at = lattice(1.5, 18.5, 0.5, 11.6, 0.7, 200)
    at = at[crowd.world.is_free(at, radius=0.25)][:120]
    exits = [[(8, -1.5), (10, -1.5)], [(-0.5, 0.3), (-0.5, 0.7)], [(20.5, 5.2), (20.5, 5.8)]]
    crowd.add(at, radius=0.25, goals=exits)
    return crowd


def maze():
    crowd = cw.Crowd(cw.generate.maze(size=15, seed=4))
    blocked = cw.generate.maze(size=15, seed=4, form="grid").blocked
    free = np.argwhere(~blocked)[:, ::-1] + 0.5
    free = free[np.random.default_rng(1).permutation(len(free))[:31]]
    x, y = free[-1]
    goal = box(x - 0.2, y - 0.2, x + 0.2, y + 0.2)
    crowd.add(free[:-1], radius=0.2, goals=[*goal, goal[0]])
    return crowd


SCENARIOS = (antipodal_circle, crossing_streams, counterflow, bottleneck, several_exits, maze)


def overlap(before, after, radii):
    """The deepest overlap of two discs that move on straight lines from before to after."""
    d, w = before[:, None] - before, (after - before)[:, None] - (after - before)
    speed = (w * w).sum(axis=2)
    t = np.clip(-(d * w).sum(axis=2) / np.where(speed > 0, speed, 1), 0, 1)
    least = np.hypot(*np.moveaxis(d + t[..., None] * w, 2, 0)) - radii[:, None] - radii
    np.fill_diagonal(least, np.inf)
    return max(0.0, -float(np.nanmin(least, initial=np.inf)))


def main():
    walks, late, deepest = [], 0, 0.0
    for make in SCENARIOS:
        crowd = make()
        made = crowd.run(200.0, dt=0.05)
        walks.append((make.__name__.replace("_", " "), made))
        at = made.positions
        deepest = max(deepest, *(overlap(a, b, made.radii) for a, b in pairwise(at)))
        late += int((~crowd.arrived).sum())
        print(
            f"{walks[-1][0]:17} {len(crowd):4} agents, the last arrives after {crowd.time:5.1f} s"
        )
    print(f"{late} have not arrived; the deepest overlap is {deepest:.1g}")
    print("the law holds" if late == 0 and deepest < 1e-9 else "THE LAW IS BROKEN")
    try:
        draw(walks, sys.argv[1] if len(sys.argv) > 1 else "crowd-scenarios.png")
    except ImportError:
        print("pictures need matplotlib")


def draw(walks, file):
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 6.4), dpi=100, layout="constrained")
    for ax, (name, made) in zip(figure.subplots(2, 3).flat, walks, strict=True):
        made.plot(ax)
        ax.set_title(f"{name}, {made.times[-1]:.0f} s", fontsize=9)
        ax.set_aspect("equal")
        ax.set_axis_off()
    figure.savefig(file)


if __name__ == "__main__":
    main()
