"""Random scenes on a small lattice with one-way doors that touch walls, each other, and themselves."""

from __future__ import annotations

from typing import NamedTuple

import clearway as cw


class DoorScene(NamedTuple):
    size: int
    rings: list
    walls: list
    doors: list  # (polyline, "left" or "right")
    closed: list  # doors
    links: list  # (a, b, cost, two_way)
    points: list  # starts and goals; some on doors, or at their ends
    lines: list  # goals

    def world(self, moved=lambda p: p, scale=1.0):
        """`moved` maps points, `scale` is by how much it stretches."""
        corners = [(0, 0), (self.size, 0), (self.size, self.size), (0, self.size)]
        world = cw.World(bounds=[moved(p) for p in corners])
        for ring in self.rings:
            world.add([moved(p) for p in ring])
        for wall in self.walls:
            world.add_wall([moved(p) for p in wall])
        for door, direction in self.doors:
            world.add_door([moved(p) for p in door], direction=direction)
        for door in self.closed:
            world.add_door([moved(p) for p in door], open=False)
        for a, b, cost, two_way in self.links:
            world.add_link(moved(a), moved(b), cost=cost * scale, two_way=two_way)
        return world


def tidy(line):
    """Without repeated points."""
    return [p for i, p in enumerate(line) if i == 0 or p != line[i - 1]]


def make(rng):
    size = int(rng.choice([6, 8, 10]))

    def point():
        return int(rng.integers(size + 1)), int(rng.integers(size + 1))

    rings, walls, doors = [], [], []
    for _ in range(int(rng.integers(4))):
        (x, y), (w, h) = point(), rng.integers(1, 5, 2).tolist()
        rings.append([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    walls = [tidy([point() for _ in range(int(rng.integers(2, 4)))]) for _ in range(3)]
    walls = [wall for wall in walls if len(wall) > 1]

    def end():
        """A corner of what is there, or any point."""
        corners = [p for chain in rings + walls + [door for door, _ in doors] for p in chain]
        inside = [p for p in corners if max(p) <= size]
        return inside[int(rng.integers(len(inside)))] if inside and rng.random() < 0.5 else point()

    def lines(count, longest):
        chains = [tidy([end() for _ in range(int(rng.integers(2, longest)))]) for _ in range(count)]
        return [chain for chain in chains if len(chain) > 1]

    for chain in lines(int(rng.integers(1, 5)), 5):
        doors.append((chain, str(rng.choice(["left", "right"]))))
    if rng.random() < 0.3:  # a room whose sides are doors
        x, y = rng.integers(size - 1, size=2).tolist()
        w, h = int(rng.integers(1, size - x + 1)), int(rng.integers(1, size - y + 1))
        corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        for i in range(4):
            doors.append(([corners[i - 1], corners[i]], str(rng.choice(["left", "right"]))))
    closed = lines(int(rng.random() < 0.3), 3)
    links = [
        (point(), point(), float(rng.integers(6)), bool(rng.random() < 0.5))
        for _ in range(int(rng.integers(3)) if rng.random() < 0.5 else 0)
    ]
    links = [link for link in links if link[0] != link[1]]
    points = list(dict.fromkeys(end() if rng.random() < 0.4 else point() for _ in range(4)))
    return DoorScene(size, rings, walls, doors, closed, links, points, lines(1, 3))
