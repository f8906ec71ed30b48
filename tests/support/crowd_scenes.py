"""Scenes in which crowds walk, and a walk that tests the law at every step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import shapely

import clearway as cw
from oracle import crowd_law


class CrowdScene(NamedTuple):
    crowd: cw.Crowd
    solid: Any  # all obstacles, for the law
    goals: Any = None  # a point for each agent


def lattice(x0, x1, y0, y1, apart):
    """Points of a square lattice."""
    return np.array([(x, y) for x in np.arange(x0, x1, apart) for y in np.arange(y0, y1, apart)])


def some_of(points, count, seed=1):
    return points[np.random.default_rng(seed).permutation(len(points))[:count]]


def scene(bounds, rings=(), walls=(), **options):
    world = cw.World.from_obstacles([list(map(tuple, ring)) for ring in rings], bounds=bounds)
    for wall in walls:
        world.add_wall(wall)
    solid = crowd_law.blocked(rings, walls, bounds=world.bounds)
    return CrowdScene(cw.Crowd(world, **options), solid)


def circle(count=40, size=10.0, radius=0.3):
    """Everybody walks to the opposite point of a circle."""
    made = scene((-size - 3, -size - 3, size + 3, size + 3))
    angle = np.arange(count) * 2 * np.pi / count
    points = size * np.column_stack((np.cos(angle), np.sin(angle)))
    made.crowd.add(points, radius=radius, goals=-points)
    return made


def crossing(count=40, radius=0.3):
    """Two streams that cross at right angles between four blocks."""
    blocks = [[(x, y), (x + 8, y), (x + 8, y + 8), (x, y + 8)] for x in (0, 12) for y in (0, 12)]
    made = scene((0, 0, 20, 20), blocks)
    points = some_of(lattice(0.6, 7.4, 8.5, 11.8, 0.75), count)
    made.crowd.add(points, radius=radius, goals=[(19.5, 8.4), (19.5, 11.6)])
    made.crowd.add(points[:, ::-1], radius=radius, goals=[(8.4, 19.5), (11.6, 19.5)])
    return made


def counterflow(count=30, width=4.0, radius=0.3):
    """Two groups walk towards each other in a corridor."""
    made = scene((0, 0, 40, width))
    points = some_of(lattice(1, 12, 0.5, width - 0.4, 0.8), count)
    made.crowd.add(points, radius=radius, goals=[(39, 0.4), (39, width - 0.4)])
    points = (40, 0) + points * (-1, 1)
    made.crowd.add(points, radius=radius, goals=[(1, 0.4), (1, width - 0.4)])
    return made


def bottleneck(count=150, width=1.2, radius=0.2):
    """A room that empties through a door."""
    low, high = 5 - width / 2, 5 + width / 2
    rings = [
        [(10, 0), (10.5, 0), (10.5, low), (10, low)],
        [(10, high), (10.5, high), (10.5, 10), (10, 10)],
    ]
    made = scene((0, 0, 16, 10), rings)
    points = some_of(lattice(0.5, 9.5, 0.5, 9.6, 0.55), count)
    made.crowd.add(points, radius=radius, goals=[(15, 1), (15, 9)])
    return made


def exits(count=120, radius=0.25):
    """A room with pillars and three exits of different widths."""
    rings = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for x in (5, 9, 13) for y in (3, 8)]
    rings += [
        [(1, -1), (8, -1), (8, 0), (1, 0)],
        [(10, -1), (19, -1), (19, 0), (10, 0)],
        [(0, 1), (1, 1), (1, 12), (0, 12)],
        [(0, -1), (1, -1), (1, 0), (0, 0)],
        [(19, -1), (20, -1), (20, 5), (19, 5)],
        [(19, 6), (20, 6), (20, 12), (19, 12)],
    ]
    made = scene((-1, -2, 21, 12), rings)
    points = some_of(lattice(1.5, 18.5, 0.5, 11.6, 0.7), 200)
    points = points[made.crowd.world.is_free(points, radius=radius)][:count]
    outside = [[(8, -1.5), (10, -1.5)], [(-0.5, 0.3), (-0.5, 0.7)], [(20.5, 5.2), (20.5, 5.8)]]
    made.crowd.add(points, radius=radius, goals=outside)
    return made


def maze(count=30, radius=0.2, size=15, seed=4):
    """A maze with corridors of width 1: from all over to one cell."""
    cells = cw.generate.maze(size=size, seed=seed, form="grid").blocked
    world = cw.generate.maze(size=size, seed=seed)
    rows, columns = np.nonzero(cells)
    solid = shapely.union_all(shapely.box(columns, rows, columns + 1, rows + 1))
    rows, columns = np.nonzero(~cells)
    free = some_of(np.column_stack((columns, rows)) + 0.5, count + 1)
    crowd = cw.Crowd(world)
    x, y = free[-1]
    goal = [(x - 0.2, y - 0.2), (x + 0.2, y - 0.2), (x + 0.2, y + 0.2), (x - 0.2, y - 0.2)]
    crowd.add(free[:-1], radius=radius, goals=goal)
    return CrowdScene(crowd, solid)


def one_lane_maze(count, radius, seed, leave=True, size=15):
    """A maze with corridors of width 1: from random cells to random cells, one for each."""
    cells = cw.generate.maze(size=size, seed=seed, form="grid").blocked
    rows, columns = np.nonzero(cells)
    solid = shapely.union_all(shapely.box(columns, rows, columns + 1, rows + 1))
    rows, columns = np.nonzero(~cells)
    rng = np.random.default_rng(seed + 100)
    free = (np.column_stack((columns, rows)) + 0.5)[rng.permutation(len(rows))]
    # Those that stay need goals of their own, and not where others start.
    goals = free[rng.permutation(len(free))[:count]] if leave else free[count : 2 * count]
    crowd = cw.Crowd(cw.generate.maze(size=size, seed=seed))
    crowd.add(free[:count], radius=radius, goals=goals, leave=leave)
    return CrowdScene(crowd, solid, goals)


def walk(made, seconds, dt=0.05, threads=None):
    """Walks until all have arrived; returns the breaches of the law, and the seconds it took."""
    crowd, radii = made.crowd, made.crowd.radii
    breaches = []
    before = crowd.positions
    for step in range(round(seconds / dt)):
        crowd.step(dt, threads)
        after = crowd.positions
        walls = crowd_law.too_near_to_walls(made.solid, before, after, radii)
        pairs = crowd_law.overlapping_pairs(before, after, radii)
        breaches += [(step, "wall", int(i)) for i in walls]
        breaches += [(step, "pair", pair) for pair in sorted(pairs)]
        before = after
        if crowd.arrived.all():
            break
    return breaches, crowd.time
