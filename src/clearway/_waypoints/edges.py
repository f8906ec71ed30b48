"""The shortest paths along the edges of a waypoint graph, kept from version to version."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._input import Floats
from .._mesh import Mesh
from .._segments import row_lengths

if TYPE_CHECKING:
    from .._world import World

_FEW = 4096  # changed triangles; after larger edits everything is measured again
_ROUNDING = 1e-12  # of a distance, far more than its last digits
_BLOCK = 1 << 22  # pairs of an edge and a triangle that are compared at once

Key = tuple[float, float, float, float]  # the ends of an edge


class Measured(NamedTuple):
    """The shortest path between the ends of an edge."""

    length: float
    rows: Floats  # its segments, N x 8


def keys_of(ends: Floats) -> list[Key]:
    """The ends of each edge as a key of `Measured`."""
    return [(x0, y0, x1, y1) for (x0, y0), (x1, y1) in ends.tolist()]


def measure(
    world: World, ends: Floats, radius: float, known: dict[Key, Measured]
) -> dict[Key, Measured]:
    """The paths of all edges, E x 2 x 2 ends; those that are known are not searched again."""
    keys = keys_of(ends)
    new = [i for i, key in enumerate(keys) if key not in known]
    out = {key: known[key] for key in keys if key in known}
    paths = world.find_paths(ends[new, 0], ends[new, 1], radius)
    for i, path in zip(new, paths, strict=True):
        rows = np.array(path._rows)
        out[keys[i]] = Measured(math.fsum(row_lengths(rows)) if path else math.inf, rows)
    return out


def unchanged(
    known: dict[Key, Measured], radius: float, before: Mesh, now: Mesh
) -> dict[Key, Measured]:
    """The paths that no edit between two meshes can have changed.

    A path of length L from a to b, and every shorter one, stays where the distances to a and b
    add up to at most L; the disc touches nothing where they add up to more than L + 2 radius. The
    obstacles have changed in triangles alone that only one of the meshes has.
    """
    changed = _difference(before, now)
    if len(changed) == 0:
        return dict(known)
    if len(changed) > _FEW or not known:
        return {}
    centre = changed.mean(axis=1)
    reach = np.hypot(*(changed - centre[:, None]).transpose(2, 0, 1)).max(axis=1)
    keys = np.array(list(known))
    lengths = np.array([m.length for m in known.values()])
    keep = np.ones(len(keys), dtype=bool)
    block = max(1, _BLOCK // len(centre))
    for first in range(0, len(keys), block):
        some = slice(first, first + block)
        to_a, to_b = (
            np.hypot(*(keys[some, None, k : k + 2] - centre).transpose(2, 0, 1)) for k in (0, 2)
        )
        nearest = (to_a + to_b - 2 * reach).min(axis=1)
        keep[some] = nearest * (1 - _ROUNDING) > lengths[some] + 2 * radius
    return {key: m for (key, m), kept in zip(known.items(), keep.tolist(), strict=True) if kept}


def _difference(before: Mesh, now: Mesh) -> Floats:
    """The corners of the triangles that only one of two meshes has, N x 3 x 2."""
    a, b = _signatures(before), _signatures(now)
    (only_a,) = np.nonzero(~np.isin(a, b))
    (only_b,) = np.nonzero(~np.isin(b, a))
    return np.concatenate(
        (
            before.vertices[before.triangles[only_a]],
            now.vertices[now.triangles[only_b]],
        )
    )


def _signatures(mesh: Mesh) -> np.ndarray:
    """Corners, constraints and blocking of each triangle as one value."""
    corners = mesh.vertices[mesh.triangles].reshape(-1, 6)
    flags = mesh.constrained @ [1, 2, 4] + 8 * mesh.blocked
    return np.ascontiguousarray(np.column_stack((corners, flags))).view("V56").ravel()
