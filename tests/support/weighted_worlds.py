"""Worlds with weighted areas on a lattice: boundaries along obstacles and along each other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely

import clearway as cw
from oracle.scene import box
from oracle.weighted import WeightedPlane

SIZE = 8
BOUNDS = box(-1, -1, SIZE + 1, SIZE + 1)
# Also factors that nearly agree, whose critical angle is nearly a right angle.
FACTORS = (0.05, 0.25, 0.5, 0.7, 0.999999, 1.0000001, 1.1, 1.5, 2.0, 3.0, 10.0, 1000.0)


class LatticeCase(NamedTuple):
    """A world, its shapes in plain Python, factors by name, and two ends."""

    world: cw.World
    obstacles: list
    walls: list
    areas: list  # (ring, factor)
    costs: dict
    ends: tuple


def ring(rng):
    """A box, a triangle or a quadrilateral with corners on the lattice."""
    kind = rng.integers(4)
    if kind < 2:
        x, y = map(float, rng.integers(0, SIZE, 2))
        w, h = map(float, rng.integers(1, 5, 2))
        return box(x, y, min(SIZE, x + w), min(SIZE, y + h))
    while True:
        points = rng.integers(0, SIZE + 1, (int(kind) + 1, 2)).astype(float)
        shape = shapely.Polygon(points)
        if shape.is_valid and shape.area > 0.5:
            return [tuple(p) for p in shape.exterior.coords[:-1]]


def end(rng, rings):
    """A lattice point, a point on a boundary, or any point."""
    kind = rng.integers(4)
    if kind == 0:
        return tuple(map(float, rng.integers(0, SIZE + 1, 2)))
    if kind == 1:
        corners = rings[rng.integers(len(rings))]
        i, t = rng.integers(len(corners)), rng.choice([0, 0.25, 0.5, rng.random()])
        a, b = np.array(corners[i]), np.array(corners[(i + 1) % len(corners)])
        return tuple((a + t * (b - a)).tolist())
    return tuple(rng.uniform(0, SIZE, 2).tolist())


def lattice_case(rng, is_rotated=False, on_boundaries=False):
    """`is_rotated`: turned, scaled and moved, so that lattice points are rounded.

    The ends are then not on boundaries, unless that is asked for: rounding decides on which side of
    a wall they are.
    """
    angle, scale = rng.uniform(0, 2 * np.pi), 10 ** rng.uniform(-3, 3)
    offset = scale * 10 ** rng.uniform(-1, 5) * rng.uniform(-1, 1, 2)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])

    def placed(points):
        if not is_rotated:
            return points
        return [tuple(p) for p in (scale * np.array(points) @ turn + offset).tolist()]

    world = cw.World(bounds=placed(BOUNDS))
    obstacles = [ring(rng) for _ in range(rng.integers(0, 5))]
    for shape in obstacles:
        world.add(placed(shape))
    walls = []
    for _ in range(rng.integers(0, 3)):
        a, b = (tuple(map(float, p)) for p in rng.integers(0, SIZE + 1, (2, 2)))
        if a != b:
            walls.append((a, b))
            world.add_wall(placed([a, b]))
    areas, costs = [], {}
    for i in range(rng.integers(1, 7)):
        shape, factor = ring(rng), float(rng.choice(FACTORS))
        areas.append((shape, factor))
        costs[f"area {i}"] = factor
        world.add_area(placed(shape), f"area {i}")
    rings = obstacles + [shape for shape, _ in areas]
    ends = [end(rng, rings), end(rng, rings)]
    if is_rotated and not on_boundaries:
        ends = rng.uniform(0, SIZE, (2, 2)).tolist()
    ends = tuple(placed(ends))
    return LatticeCase(world, obstacles, walls, areas, costs, ends)


THIN = 1e-7


def oracle_plane(case):
    """The case for the oracle, and by how much its costs may differ; None: it cannot have it.

    Lines of the oracle pass through walls and between obstacles that touch in a point: where there
    are any, the shapes are thicker by a little. Then the ends must not touch them.
    """
    shapes = [shapely.Polygon(ring) for ring in case.obstacles]
    if not case.walls and not is_pinched(shapes):
        return WeightedPlane(BOUNDS, case.obstacles, case.areas), 0.0
    shapes += [shapely.LineString(wall) for wall in case.walls]
    if any(shape.distance(shapely.Point(end)) < 1e-5 for shape in shapes for end in case.ends):
        return None
    thick = [s.buffer(THIN, cap_style="square", join_style="mitre", mitre_limit=20) for s in shapes]
    rings = [list(shape.exterior.coords)[:-1] for shape in thick]
    most = np.prod([max(factor, 1.0) for _, factor in case.areas])
    return WeightedPlane(BOUNDS, rings, case.areas), 100 * THIN * float(most)


def is_pinched(shapes):
    """Whether obstacles touch in points, through which the oracle's lines would pass."""
    if any(a.touches(b) for i, a in enumerate(shapes) for b in shapes[:i]):
        return True
    parts = shapely.get_parts(shapely.union_all(shapes)) if shapes else []
    return any(part.buffer(-1e-6).geom_type != "Polygon" for part in parts)
