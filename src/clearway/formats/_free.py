"""The free space of a world as polygons with holes, walls and posts: for formats without roles."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .._geometry import POST, WALL
from .._input import Floats
from .._mesh import Mesh
from .._regions import outlines
from .._world import World


class FreeSpace(NamedTuple):
    """Polygons (outer ring counter-clockwise, then holes) with walls and posts in them."""

    polygons: list[list[Floats]]
    walls: list[Floats]
    posts: Floats


def free_space(world: World) -> FreeSpace:
    """The free space as valid polygons: pieces that touch only in points are separate."""
    mesh = world.mesh()
    pieces = components(mesh)
    order = np.argsort(pieces, kind="stable")[np.count_nonzero(pieces < 0) :]
    cuts = np.flatnonzero(np.diff(pieces[order], prepend=-1))
    row = np.full(len(pieces) + 1, -1, dtype=np.int32)
    polygons = []
    for rows in np.split(order, cuts[1:]) if len(order) else []:
        row[rows] = np.arange(len(rows))
        piece = _Piece(mesh.vertices, mesh.triangles[rows], row[mesh.neighbours[rows]])
        rings = outlines(piece, np.ones(len(rows), dtype=bool))  # type: ignore[arg-type]
        rings.sort(key=_area, reverse=True)
        count = sum(_area(ring) > 0 for ring in rings)
        polygons += [[rings[0], *rings[count:]], *([ring] for ring in rings[1:count])]
    state = world._state()
    ends = zip(state["chain_starts"][:-1], state["chain_starts"][1:], strict=True)
    chains = [state["points"][a:b] for a, b in ends]
    walls = [c for c, role in zip(chains, state["roles"], strict=True) if role == WALL]
    posts = [c for c, role in zip(chains, state["roles"], strict=True) if role == POST]
    return FreeSpace(polygons, walls, np.concatenate(posts) if posts else np.empty((0, 2)))


def components(mesh: Mesh) -> npt.NDArray[np.int64]:
    """The component of each free triangle, connected by edges; -1 for blocked ones.

    Walls do not separate components: they are written in addition to the polygons.
    """
    free = ~mesh.blocked
    label = np.full(len(free), -1, dtype=np.int64)
    beyond = mesh.neighbours.tolist()
    is_free = free.tolist()
    seen = (~free).tolist()
    count = 0
    for first in np.flatnonzero(free).tolist():
        if seen[first]:
            continue
        stack, members = [first], []
        seen[first] = True
        while stack:
            t = stack.pop()
            members.append(t)
            for other in beyond[t]:
                if other >= 0 and is_free[other] and not seen[other]:
                    seen[other] = True
                    stack.append(other)
        label[members] = count
        count += 1
    return label


class _Piece(NamedTuple):
    """Some rows of a mesh, in the form that `outlines` needs."""

    vertices: Floats
    triangles: npt.NDArray[np.int32]
    neighbours: npt.NDArray[np.int32]


def _area(ring: Floats) -> float:
    x, y = (ring - ring[0]).T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
