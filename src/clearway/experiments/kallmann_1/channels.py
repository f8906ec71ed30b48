"""Channels that local tests accept, and whether they are as wide as the tests say.

A channel is accepted for discs of radius r if each of its traversals is at least 2 r wide
(Kallmann 2010, 4.2). Its width is measured from the obstacles alone, without the tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from ..._mesh import Mesh

PORTALS = range(3, 9)  # of a channel
EQUAL = 1e-9  # relative: distances closer than this are equal


def random_channels(mesh: Mesh, count: int, seed: int) -> Iterator[list[tuple[int, int, int]]]:
    """Channels as (triangle, edge of entrance, edge of exit); random walks over portals."""
    rng = np.random.default_rng(seed)
    neighbours, constrained = np.asarray(mesh.neighbours), np.asarray(mesh.constrained)
    is_free = ~np.asarray(mesh.blocked)
    free = np.flatnonzero(is_free)
    is_portal = ~constrained & (neighbours >= 0) & is_free[neighbours] & is_free[:, None]
    made = tried = 0
    while made < count and tried < 100 * count:
        tried += 1
        t = int(rng.choice(free))
        entry = int(rng.integers(3))
        channel: list[tuple[int, int, int]] = []
        if not is_portal[t, entry]:
            continue
        for _ in range(int(rng.choice(PORTALS)) - 1):
            exits = [k for k in range(3) if k != entry and is_portal[t, k]]
            if not exits:
                break
            out = int(rng.choice(exits))
            channel.append((t, entry, out))
            t, before = int(neighbours[t, out]), t
            entry = int(np.flatnonzero(neighbours[t] == before)[0])
        visited = [one[0] for one in channel]
        if len(channel) > 1 and len(set(visited)) == len(visited):
            made += 1
            yield channel


def wrongly_accepted(mesh: Mesh, widths: Any, count: int, seed: int = 1) -> tuple[int, int]:
    """How many of these random channels are too narrow, and how many were tried."""
    points, triangles = np.asarray(mesh.vertices), np.asarray(mesh.triangles)
    walls = points[np.asarray(mesh.constrained_edges)]
    wrong = tried = 0
    for channel in random_channels(mesh, count, seed):
        # The corner between two edges is the vertex that they share.
        corners = [(t, b if b == (a + 1) % 3 else a) for t, a, b in channel]
        diameter = min(float(widths[t, i]) for t, i in corners)
        if diameter > 0:
            tried += 1
            sides = Sides(points, triangles, channel)
            wrong += sides.width(sides.near(walls, diameter), diameter) < diameter
    return wrong, tried


class Sides:
    """The left and the right side of a channel: chains of vertices, the triangles between them."""

    def __init__(self, points: Any, triangles: Any, channel: list[tuple[int, int, int]]) -> None:
        ends = [(triangles[t][a], triangles[t][(a + 1) % 3]) for t, a, _ in channel]
        t, _, out = channel[-1]
        ends.append((triangles[t][(out + 1) % 3], triangles[t][out]))
        self._ends = [points[list(ends[0])], points[list(ends[-1])]]
        left, right = ([e[k] for e in ends] for k in (0, 1))
        self._chains = [points[[v for i, v in enumerate(side) if i == 0 or v != side[i - 1]]]
                        for side in (left, right)]  # fmt: skip
        self._triangles = points[triangles[[t for t, _, _ in channel]]]

    def near(self, walls: Any, distance: float) -> Any:
        """The walls whose boxes are within the distance of the box of the channel."""
        low = self._triangles.min(axis=(0, 1)) - distance
        high = self._triangles.max(axis=(0, 1)) + distance
        return walls[((walls.max(axis=1) >= low) & (walls.min(axis=1) <= high)).all(axis=1)]

    def width(self, walls: Any, most: float) -> float:
        """The least distance of a corner of one side from what bounds the other; at most `most`.

        The shortest segment from the corner to a wall counts if it leaves the channel through the
        other side: then every path through the channel crosses it. Walls before it hide a wall.
        Ends of the first and of the last portal do not count: whether a disc fits there is decided
        by traversals outside the channel.
        """
        least = most
        for near, far in (self._chains, self._chains[::-1]):
            ways_out = [*pairwise(near), *self._ends]
            for v in near[1:-1]:
                feet = _feet(v, walls)
                distances = np.hypot(*(feet - v).T)
                for k in np.flatnonzero((distances > 0) & (distances < (1 - EQUAL) * least)):
                    if self._crosses(v, feet[k], far, ways_out) and _is_visible(v, feet[k], walls):
                        least = float(distances[k])
        return least

    def _crosses(self, v: Any, x: Any, far: Any, ways_out: Any) -> bool:
        """Whether the segment from a corner of one side first leaves through the other side."""
        inside = v + 1e-6 * (x - v)
        if not any(_is_inside(inside, t) for t in self._triangles):
            return False
        over = [_meeting(v, x, a, b) for a, b in pairwise(far)]
        over += [1.0 for a in far if (a == x).all()]
        out = [_meeting(v, x, a, b) for a, b in ways_out if (a != v).any() and (b != v).any()]
        return min(over, default=np.inf) < min(out, default=np.inf)


def _feet(v: Any, walls: Any) -> Any:
    """The point of each wall that is nearest to v."""
    a, along = walls[:, 0], walls[:, 1] - walls[:, 0]
    k = np.clip(((v - a) * along).sum(axis=1) / (along**2).sum(axis=1), 0, 1)
    return a + k[:, None] * along


def _cross(a: Any, b: Any) -> Any:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def _meeting(v: Any, x: Any, a: Any, b: Any) -> float:
    """Where the segment from v to x meets that from a to b: 0 at v, 1 at x; infinity if nowhere."""
    side = _cross(x - v, b - a)
    if side == 0:
        return np.inf
    at, along = _cross(a - v, b - a) / side, _cross(a - v, x - v) / side
    return float(at) if -EQUAL <= at <= 1 + EQUAL and -EQUAL <= along <= 1 + EQUAL else np.inf


def _is_inside(p: Any, triangle: Any) -> bool:
    a, b, c = triangle
    return bool(_cross(b - a, p - a) > 0 and _cross(c - b, p - b) > 0 and _cross(a - c, p - c) > 0)


def _is_visible(v: Any, x: Any, walls: Any) -> bool:
    """Whether no wall crosses the segment between its ends."""
    a, b = walls[:, 0], walls[:, 1]
    with np.errstate(all="ignore"):
        side = _cross(x - v, b - a)
        at, along = _cross(a - v, b - a) / side, _cross(a - v, x - v) / side
    crossing = (side != 0) & (at > 1e-6) & (at < 1 - 1e-6) & (along >= 0) & (along <= 1)
    return not crossing.any()
