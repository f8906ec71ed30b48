"""Draws areas, doors, links and the regions of a field, each into a picture of a FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

import clearway as cw
from clearway import render

RADIUS = 0.4
EXITS = ([(0.0, 7.0), (0.0, 9.0)], [(16.0, 1.0), (16.0, 3.0)])


def areas(file: Path) -> None:
    """The same query with three costs, and the lengths and costs of its paths."""
    world = cw.World(bounds=(0, 0, 20, 14))
    world.add_area([(7, 3), (13, 2), (14, 11), (8, 12)], "camp")
    world.add_area([(1, 0.5), (19, 0.5), (19, 1.5), (1, 1.5)], "road")
    world.add([(3, 9), (5.5, 9), (5.5, 11), (3, 11)])
    world.add([(15, 3), (17, 3), (17, 5), (15, 5)])
    panels = []
    for costs in ({}, {"camp": cw.AVOID}, {"camp": 5.0, "road": 0.4}):
        path = world.find_path((2, 7.5), (18, 7.5), RADIUS, costs=costs)
        given = ", ".join(f"{name} {factor:g}" for name, factor in costs.items())
        title = given.replace("inf", "AVOID") or "no costs"
        panels.append((world, path, f"{title}: length {path.length:.1f}, cost {path.cost:.1f}"))
    render.save_panels(file, panels, width=1000, legend=True)


def doors(file: Path) -> None:
    """A door that is closed, open, and open to one side."""
    panels = []
    for title, start, goal, door in (
        ("closed", (2, 2), (2, 8), {"open": False}),
        ("open", (2, 2), (2, 8), {}),
        ("one-way, there", (2, 2), (2, 8), {"direction": "left"}),
        ("one-way, back", (2, 8), (2, 2), {"direction": "left"}),
    ):
        world = cw.World(bounds=(0, 0, 12, 10))
        world.add_wall([(0, 5), (1, 5)])
        world.add_wall([(5, 5), (9, 5)])
        world.add_door([(1, 5), (5, 5)], name="gate", **door)
        path = world.find_path(start, goal, RADIUS)
        panels.append((world, path, f"{title}: {path.length:.1f}"))
    render.save_panels(file, panels, width=1000)


def links(file: Path) -> None:
    """A tunnel for discs up to a radius: who fits takes it where it pays."""
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add([(8, 0), (12, 0), (12, 8), (8, 8)])
    world.add_link((7, 2), (13, 2), cost=3.0, radius=0.5, name="tunnel")
    panels = []
    for radius, start in ((0.4, (2, 3)), (0.8, (2, 3)), (0.4, (4, 9))):
        path = world.find_path(start, (17, 5), radius)
        panels.append(
            (world, path, f"radius {radius}: walks {path.length:.1f}, pays {path.cost:.1f}")
        )
    render.save_panels(file, panels, width=1000)


def regions(file: Path) -> None:
    """Whose nearest exit is which, in a hall, and the way of some of them."""
    world = cw.World(bounds=(0, 0, 16, 10))
    for x, y in ((2, 2), (2, 6), (6, 7), (9, 1.5), (12, 6), (12, 2.5)):
        world.add_rect((x, y), (x + 2, y + 1.2))
    world.add_wall([(7, 0), (7, 4.5)])
    field = world.field(list(EXITS))
    for i, exit_line in enumerate(EXITS):
        shell, *holes = sorted(field.region(i, error=0.1), key=signed_area, reverse=True)
        polygon = {"type": "Polygon", "coordinates": [closed(r) for r in (shell, *holes)]}
        world.add_area(polygon, f"nearest: exit {i + 1}")
        world.add_door(exit_line, name=f"exit {i + 1}")
    starts = [(1, 1), (5, 4.5), (6, 1), (8.5, 8.8), (8, 4.5), (11, 9), (15, 8)]
    render.save(world, file, [field.path(start) for start in starts], width=640)


def closed(ring):
    """The ring as GeoJSON has it."""
    points = [tuple(p) for p in ring]
    return [*points, points[0]]


def signed_area(ring):
    """Positive if the ring runs counter-clockwise."""
    following = [*ring[1:], ring[0]]
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, following, strict=True)) / 2


if __name__ == "__main__":
    for draw in (areas, doors, links, regions):
        draw(Path(sys.argv[1]) / f"{draw.__name__}.svg")
