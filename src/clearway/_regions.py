"""Outlines of regions of a mesh: rings between the chosen triangles and the others."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._input import Floats
from ._mesh import Mesh


def outlines(mesh: Mesh, chosen: npt.NDArray[np.bool_]) -> list[Floats]:
    """Simple rings around the chosen triangles, region on the left: shells ccw, holes cw.

    Rings that touch themselves are split there, so no ring visits a vertex twice. By the even-odd
    rule (or by non-zero winding) the rings together enclose exactly the region.
    """
    beyond = mesh.neighbours
    outside = (beyond < 0) | ~chosen[beyond]
    t, i = np.nonzero(outside & chosen[:, None])
    tails, heads = mesh.triangles[t, i], mesh.triangles[t, (i + 1) % 3]
    exits: dict[int, list[int]] = {}
    for tail, head in zip(tails.tolist(), heads.tolist(), strict=True):
        exits.setdefault(tail, []).append(head)
    return [mesh.vertices[ring] for ring in simple_rings(exits)]


def simple_rings(exits: dict[int, list[int]]) -> list[list[int]]:
    """Walks directed edges, each once; every closed loop is split off as a ring.

    As many edges enter a vertex as leave it, so a walk ends only where it began.
    """
    rings = []
    for first in list(exits):
        while exits[first]:
            trail, place = [first], {first: 0}
            while exits[trail[-1]]:
                head = exits[trail[-1]].pop()
                if head not in place:
                    place[head] = len(trail)
                    trail.append(head)
                    continue
                rings.append(trail[place[head] :])
                for vertex in trail[place[head] + 1 :]:
                    del place[vertex]
                del trail[place[head] + 1 :]
    return rings
