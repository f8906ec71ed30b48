"""Readers of public navigation meshes and their queries, for the tests.

    faces(path)     [ring, ...]: the walkable polygons of a mesh, version 2 or 3
    queries(path)   starts (n, 2), goals (n, 2), [published length as text, ...]

Meshes with a closed edge between two walkable faces are refused: none of the test meshes has one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np


def faces(path):
    tokens = Path(path).read_text().split()
    return {"2": _version_2, "3": _version_3}[tokens[1]](tokens)


def _version_2(tokens):
    vertices, count = int(tokens[2]), int(tokens[3])
    at, points, out = 4, [], []
    for _ in range(vertices):
        points.append((float(tokens[at]), float(tokens[at + 1])))
        at += 3 + int(tokens[at + 2])
    for _ in range(count):
        n = int(tokens[at])
        out.append([points[int(v)] for v in tokens[at + 1 : at + 1 + n]])
        at += 1 + 2 * n
    if at != len(tokens):
        raise ValueError("the mesh has more or less in it than it says")
    return out


def _version_3(tokens):
    vertices, count = int(tokens[2]), int(tokens[3])
    points = np.array(tokens[4 : 4 + 2 * vertices], float).reshape(-1, 2).tolist()
    at, walkable, rings, across = 4 + 2 * vertices, [], [], []
    for _ in range(count):
        n = int(tokens[at + 1])
        walkable.append(tokens[at] == "1")
        rings.append([tuple(points[int(v) - 1]) for v in tokens[at + 2 : at + 2 + n]])
        across.append([int(f) for f in tokens[at + 2 + n : at + 2 + 2 * n]])
        at += 2 + 2 * n
    if at != len(tokens):
        raise ValueError("the mesh has more or less in it than it says")
    for is_open, others in zip(walkable, across, strict=True):
        if is_open and any(f < 0 and walkable[-f - 1] for f in others):
            raise ValueError("an edge between two walkable faces is closed")
    return [ring for ring, is_open in zip(rings, walkable, strict=True) if is_open]


def queries(path):
    lines = Path(path).read_text().splitlines()[1:]
    rows = [line.split() for line in lines if line.strip()]
    ends = np.array([row[4:8] for row in rows], float)
    return ends[:, :2], ends[:, 2:], [row[8] for row in rows]
