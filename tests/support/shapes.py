"""Squares and polygons, and the mesh of a world as a set."""

from __future__ import annotations

BOX = [(4, 2), (6, 2), (6, 8), (4, 8)]


def square(x, y, size=1.0):
    return [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]


def polygon(*rings):
    return {"type": "Polygon", "coordinates": [list(r) for r in rings]}


def canonical(world):
    """The mesh as a set of triangles of coordinates with their state."""
    mesh = world.mesh()
    corners = mesh.vertices[mesh.triangles].tolist()
    return {(*sorted(map(tuple, t)), bool(b)) for t, b in zip(corners, mesh.blocked, strict=True)}
