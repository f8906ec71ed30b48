"""The region of a goal: the points whose nearest goal it is, as polygons up to a stated error.

The free triangles of the mesh are halved, again and again, where the two distances that decide are
nearly equal: to the goal itself and to the nearest of the others. For points both change by no more
than the way between two points of a triangle. So a piece whose distances, at its centroid, differ
by more than twice its radius belongs to one side as a whole. Pieces whose radius is a quarter of
the error are decided by their centroid: their distances differ by at most the error.
"""

from __future__ import annotations

import numpy as np

from .._errors import InvalidInput
from .._input import Floats
from .._regions import simple_rings

Distances = tuple[Floats, Floats]  # to the goal, and to the nearest of the others
_MOST_PIECES = 1 << 22
_PARTS = 4  # the radius of the smallest pieces is this part of the error
_LARGE = 8  # pieces of a disc's field are halved down to this multiple of that radius, at least


def region_rings(triangles: Floats, distances: object, error: float, through: bool) -> list[Floats]:
    """Rings around the pieces that belong to the goal. `triangles`: N x 3 x 2.

    `distances(points)`: as `Distances`. `through`: whether distances are continuous inside a
    triangle, as for points; otherwise pieces are decided only when they are small.
    """
    smallest, chosen = error / _PARTS, []
    pieces = triangles
    while len(pieces):
        if len(pieces) > _MOST_PIECES:
            raise InvalidInput(f"error {error!r} needs more than 2**22 pieces", value=error)
        centres = pieces.mean(axis=1)
        radius = np.sqrt(((pieces - centres[:, None]) ** 2).sum(axis=2).max(axis=1))
        own, others = distances(centres)  # type: ignore[operator]
        is_own = (own <= others) & np.isfinite(own)
        with np.errstate(invalid="ignore"):
            clear = np.abs(own - others) > 2 * radius
        # Where neither goal can be reached from, nothing of a point's triangle can.
        clear |= np.isinf(own) & np.isinf(others)
        if not through:
            clear &= radius <= _LARGE * smallest
        done = clear | (radius <= smallest)
        chosen.append(pieces[done & is_own])
        pieces = _halved(pieces[~done])
    return _outlines(np.concatenate([np.empty((0, 3, 2)), *chosen]))


def _halved(pieces: Floats) -> Floats:
    """Each triangle cut in two at the middle of its longest side."""
    if not len(pieces):
        return pieces
    sides = ((pieces - np.roll(pieces, -1, axis=1)) ** 2).sum(axis=2)
    first = sides.argmax(axis=1)
    rows = np.arange(len(pieces))
    a, b, c = (pieces[rows, (first + k) % 3] for k in range(3))
    middle = 0.5 * (a + b)
    return np.concatenate([np.stack((a, middle, c), 1), np.stack((middle, b, c), 1)])


def _outlines(pieces: Floats) -> list[Floats]:
    """Rings along the sides that only one piece has, region on the left.

    A side of one piece may be cut by smaller ones beside it: it is cut at its middle, as theirs
    were, until each part has a partner or none has.
    """
    points, names = np.unique(pieces.reshape(-1, 2), axis=0, return_inverse=True)
    rows = names.reshape(-1, 3)
    known = {(x, y): i for i, (x, y) in enumerate(points.tolist())}
    sides = {(row[k - 1], row[k]) for row in rows.tolist() for k in range(3)}
    waiting = [side for side in sides if side[::-1] not in sides]
    single: set[tuple[int, int]] = set()
    while waiting:
        a, b = waiting.pop()
        if (b, a) in single:
            single.remove((b, a))
            continue
        middle = known.get(tuple((0.5 * (points[a] + points[b])).tolist()))
        if middle is None or middle in (a, b):
            single.add((a, b))
        else:
            waiting += [(a, middle), (middle, b)]
    exits: dict[int, list[int]] = {}
    for a, b in sorted(single):
        exits.setdefault(a, []).append(b)
    return [points[ring] for ring in simple_rings(exits)]
