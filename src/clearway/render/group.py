"""Plans for groups in pictures."""

from __future__ import annotations

import numpy as np

from .._group import GroupPlan
from .._input import Floats
from . import palette as p
from .shapes import Area, Dots, Lines, Shape

_CORNERS = 32  # of a drawn disc


def group_shapes(plan: GroupPlan) -> list[Shape]:
    """The paths by route, the gates where members may wait, starts and slots as discs."""
    gates = [gate for route in plan.routes for gate in route.gates]
    shapes: list[Shape] = [Lines(gates, p.GATE, p.GATE_WIDTH)]
    for k, colour in [(k, p.PATHS[k % len(p.PATHS)]) for k in range(len(plan.routes))]:
        paths = [path for path, r in zip(plan.paths, plan.route, strict=True) if r == k]
        lines = [path.points for path in paths if len(path.points) > 1]
        shapes.append(Lines(lines, colour, p.LINK_WIDTH, 0.8))
        for ends, fill in (([q.start for q in paths], p.START), ([q.goal for q in paths], colour)):
            discs = [_disc(e, q.radius) for e, q in zip(ends, paths, strict=True) if q.radius > 0]
            shapes.append(Area(discs, fill, 0.6))
            points = [e for e, q in zip(ends, paths, strict=True) if q.radius == 0]
            shapes.append(Dots(np.array(points).reshape(-1, 2), fill, p.NODE_RADIUS))
    return shapes


def _disc(centre: Floats, radius: float) -> Floats:
    turn = np.linspace(0.0, 2 * np.pi, _CORNERS, endpoint=False)
    return np.asarray(centre + radius * np.column_stack((np.cos(turn), np.sin(turn))))
