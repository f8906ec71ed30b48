"""The fronts of Kallmann's extended search, as values."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._input import Floats, as_point
from .._lengths import as_radius


class Front(NamedTuple):
    """A front of the search that proves paths by fronts: a channel from the start, with its funnel.

    `parent`: the place in the list of the front that it extends, None at the start. `triangle`: row
    of `World.mesh()` that it enters through its `portal`, left and right end. `root`: the start, or
    the corner where its funnel begins, which every path through the front touches; `length` of the
    path to it, of a disc to where it first touches the circle around it. `left` and `right`: the
    corners of the funnel after the root, up to the ends of the portal. `bound`: no path that goes
    on through the front is shorter. `queued`, `taken`: how many fronts had been taken from the
    queue before; None if the search ended without taking it.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> front = cw.Channel(world).explored_fronts((1, 5), (9, 5))[0]
    >>> front.parent, front.root.tolist(), front.length, front.queued
    (None, [1.0, 5.0], 0.0, 0)
    """

    parent: int | None
    triangle: int
    portal: Floats
    root: Floats
    length: float
    left: Floats
    right: Floats
    bound: float
    queued: int
    taken: int | None


def explored_fronts(
    core: Any, start: Any, goal: Any, radius: Any, options: dict[str, Any]
) -> list[Front]:
    """The fronts that the search queues, in this order."""
    a, b, r = as_point(start, "start"), as_point(goal, "goal"), as_radius(radius)
    numbers, counts, points = core.explored_fronts(a, b, r, options)
    out, at = [], 0
    for row, (parent, triangle, queued, taken, left, right) in zip(
        numbers, counts.tolist(), strict=True
    ):
        middle, end = at + left, at + left + right
        out.append(
            Front(
                parent=None if parent < 0 else parent,
                triangle=triangle,
                portal=row[:4].reshape(2, 2),
                root=row[4:6],
                length=float(row[6]),
                left=points[at:middle],
                right=points[middle:end],
                bound=float(row[7]),
                queued=queued,
                taken=None if taken < 0 else taken,
            )
        )
        at = end
    return out
