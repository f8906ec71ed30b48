"""The cuts of a binary space partition, each clipped to the cell that it divides."""

from __future__ import annotations

import numpy as np

from .._input import Floats
from .._mesh import Ints
from .deadlines import check_deadline

_Point = tuple[float, float]
_CHECKED = 1024  # nodes between two looks at the deadline


def clipped_cuts(
    lines: Floats, children: Ints, box: tuple[float, float, float, float]
) -> tuple[Floats, Ints]:
    """Segments, N x 4, and their depths in the tree; rounded, for pictures.

    `lines` are the splitters of the nodes, N x 4, root first; `children` their left and right
    nodes, -1: none.
    """
    x0, y0, x1, y1 = box
    whole = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    # Cells have few corners: lists of Python's numbers are faster here than arrays.
    splitters, below = lines.tolist(), children.tolist()
    segments: list[_Point] = []
    depths: list[int] = []
    open_nodes: list[tuple[int, list[_Point], int]] = [(0, whole, 0)] if splitters else []
    count = 0
    while open_nodes:
        count += 1
        if count % _CHECKED == 0:
            check_deadline()
        node, cell, depth = open_nodes.pop()
        left, right, cut = _divided(cell, splitters[node])
        if cut:
            segments += cut
            depths.append(depth)
        for child, part in zip(below[node], (left, right), strict=True):
            if child >= 0 and len(part) >= 3:
                open_nodes.append((child, part, depth + 1))
    return np.array(segments).reshape(-1, 4), np.array(depths, dtype=np.int32)


def _divided(
    cell: list[_Point], line: list[float]
) -> tuple[list[_Point], list[_Point], list[_Point]]:
    """The parts of a convex cell left and right of a line, and the two ends of the cut, if any."""
    ax, ay, bx, by = line
    dx, dy = bx - ax, by - ay
    sides = [dx * (y - ay) - dy * (x - ax) for x, y in cell]
    left: list[_Point] = []
    right: list[_Point] = []
    on_line: list[_Point] = []
    for i, (point, side) in enumerate(zip(cell, sides, strict=True)):
        if side >= 0:
            left.append(point)
        if side <= 0:
            right.append(point)
        if side == 0:
            on_line.append(point)
        other, beyond = cell[i - 1], sides[i - 1]
        if side > 0 > beyond or side < 0 < beyond:
            # Between the corner before and this one.
            t = side / (side - beyond)
            crossing = (point[0] + t * (other[0] - point[0]), point[1] + t * (other[1] - point[1]))
            on_line.append(crossing)
            for part in (left, right):
                part.insert(len(part) - (bool(part) and part[-1] is point), crossing)
    ends = sorted(on_line, key=lambda p: p[0] * dx + p[1] * dy)
    cut = [ends[0], ends[-1]] if len(ends) > 1 and ends[0] != ends[-1] else []
    return left, right, cut
