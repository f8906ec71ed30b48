"""Meshes as sorted arrays: two are equal if they have the same triangles, with the same
constrained edges and the same blocked flags, whatever the numbering."""

from __future__ import annotations

import numpy as np

from .distances import point_segments


def canonical(mesh):
    """(n, 10) rows: three corners from the least on, three constrained flags, blocked."""
    vertices, triangles = np.asarray(mesh.vertices), np.asarray(mesh.triangles)
    constrained, blocked = np.asarray(mesh.constrained), np.asarray(mesh.blocked)
    if not len(triangles):
        return np.empty((0, 10))
    rank = np.empty(len(vertices), np.int64)
    rank[np.lexsort((vertices[:, 1], vertices[:, 0]))] = np.arange(len(vertices))
    first = rank[triangles].argmin(axis=1)
    turn = (first[:, None] + np.arange(3)) % 3
    rows = np.arange(len(triangles))[:, None]
    corners = vertices[triangles[rows, turn]].reshape(-1, 6)
    flags = constrained[rows, turn].astype(float)
    table = np.hstack([corners, flags, blocked[:, None].astype(float)])
    return table[np.lexsort(table.T[::-1])]


def same_mesh(a, b):
    a, b = canonical(a), canonical(b)
    return a.shape == b.shape and bool((a == b).all())


def difference(a, b, limit=4):
    """First rows that only one of the meshes has, for a report."""
    a, b = ({tuple(r) for r in canonical(m)} for m in (a, b))
    return f"only first: {sorted(a - b)[:limit]}\nonly second: {sorted(b - a)[:limit]}"


def displaced(mesh, segments):
    """Largest distance from the middle of a constrained edge to the nearest input segment
    (m, 4), and that edge."""
    v, t = np.asarray(mesh.vertices), np.asarray(mesh.triangles)
    rows, sides = np.nonzero(np.asarray(mesh.constrained))
    a, b = v[t[rows, sides]], v[t[rows, (sides + 1) % 3]]
    far = point_segments((a + b) / 2, segments).min(axis=1)
    worst = int(far.argmax())
    return float(far[worst]), (tuple(a[worst].tolist()), tuple(b[worst].tolist()))


def free_area(mesh):
    v, t = np.asarray(mesh.vertices), np.asarray(mesh.triangles)
    t = t[~np.asarray(mesh.blocked)]
    a, b, c = v[t[:, 0]], v[t[:, 1]], v[t[:, 2]]
    u, w = b - a, c - a
    return float((u[:, 0] * w[:, 1] - u[:, 1] * w[:, 0]).sum() / 2)
