"""Cheapest paths among weighted areas by a dense graph: points along all boundaries.

Shapely cuts the plane into faces of one factor. The nodes are the ends, the corners of faces and
dense points on the boundaries of areas (a cheapest path bends at an obstacle only in corners); two
nodes of a face are joined if the line between them stays in it. Every path of the graph is a path of
the world, so its cost is an upper bound on the least cost; passes that add points around the path
found make it tight. It shares no code with the package.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import shapely

_REACH = 1e-9  # how far a line may leave its face, by rounding


class WeightedPlane:
    """Bounds (a ring), obstacles (rings), areas as (ring, factor); overlapping factors multiply."""

    def __init__(self, bounds, obstacles, areas):
        lines = [shapely.LinearRing(ring) for ring in (bounds, *obstacles)]
        lines += [shapely.LinearRing(ring) for ring, _ in areas]
        edges = shapely.unary_union(lines)
        blocked = shapely.union_all([shapely.Polygon(ring) for ring in obstacles])
        inside = shapely.Polygon(bounds)
        shapes = [(shapely.Polygon(ring), factor) for ring, factor in areas]
        self.boundaries = shapely.union_all([shape.boundary for shape, _ in shapes]).buffer(_REACH)
        self.faces = []
        for face in shapely.polygonize(list(shapely.get_parts(edges))).geoms:
            middle = face.representative_point()
            if blocked.contains(middle) or not inside.contains(middle):
                continue
            weight = math.prod(f for shape, f in shapes if shape.contains(middle))
            wide = face.buffer(_REACH)
            shapely.prepare(wide)
            self.faces.append((face, wide, weight))

    def cost(self, start, goal, spacing, passes=5):
        """The cost of the best path of the graph, and its nodes; inf if there is none."""
        nodes = np.array([start, goal, *self._samples(spacing)])
        best, path = self._solve(nodes)
        for _ in range(passes):
            if not math.isfinite(best):
                break
            spacing /= 4
            best, path = self._solve(np.array([start, goal, *self._around(path, spacing)]))
        return best, path

    def _edges(self):
        """The edges of faces, and whether they lie on the boundary of an area."""
        edges = {}
        for face, _, _ in self.faces:
            for ring in (face.exterior, *face.interiors):
                points = [tuple(p) for p in ring.coords]
                for a, b in itertools.pairwise(points):
                    key = (min(a, b), max(a, b))
                    if key not in edges:
                        edges[key] = self.boundaries.covers(shapely.LineString(key))
        return edges.items()

    def _samples(self, spacing):
        out = set()
        for (a, b), is_boundary in self._edges():
            n = max(1, math.ceil(math.dist(a, b) / spacing)) if is_boundary else 1
            a, b = np.array(a), np.array(b)
            out.update(tuple(a + (b - a) * k / n) for k in range(n + 1))
        return sorted(out)

    def _around(self, path, spacing):
        """All corners of faces, and points on edges around each node of the path."""
        out = {tuple(p) for p in path}
        for ends, is_boundary in self._edges():
            out.update(ends)
            if not is_boundary:
                continue
            line = shapely.LineString(ends)
            a, b = map(np.array, ends)
            for p in path:
                point = shapely.Point(p)
                if line.distance(point) > _REACH:
                    continue
                at = line.project(point)
                for k in range(-6, 7):
                    s = at + k * spacing
                    if 0 < s < line.length:
                        out.add(tuple(a + (b - a) * s / line.length))
        return sorted(out)

    def _solve(self, nodes):
        """Dijkstra on a dense matrix."""
        count = len(nodes)
        costs = np.full((count, count), np.inf)
        points = shapely.points(nodes)
        for _, wide, weight in self.faces:
            rows = np.flatnonzero(shapely.covers(wide, points))
            i, j = np.triu_indices(len(rows), 1)
            i, j = rows[i], rows[j]
            ends = np.stack((nodes[i], nodes[j]), axis=1)
            sees = shapely.covers(wide, shapely.linestrings(ends))
            i, j = i[sees], j[sees]
            value = weight * np.linalg.norm(nodes[i] - nodes[j], axis=1)
            costs[i, j] = np.minimum(costs[i, j], value)
            costs[j, i] = np.minimum(costs[j, i], value)
        least = np.full(count, np.inf)
        least[0] = 0.0
        before = np.zeros(count, dtype=int)
        is_open = np.ones(count, dtype=bool)
        while True:
            at = int(np.argmin(np.where(is_open, least, np.inf)))
            if not is_open[at] or not np.isfinite(least[at]):
                return math.inf, []
            if at == 1:
                break
            is_open[at] = False
            through = least[at] + costs[at]
            better = through < least
            least[better], before[better] = through[better], at
        path = [1]
        while path[-1] != 0:
            path.append(before[path[-1]])
        return float(least[1]), [tuple(nodes[k]) for k in _shortened(path[::-1], costs)]

    def measured(self, points):
        """The cost of a polyline, the cheaper side along edges; inf if it leaves the faces."""
        total = 0.0
        for a, b in itertools.pairwise(points):
            line = shapely.LineString([a, b])
            cuts = {0.0, line.length}
            for face, _, _ in self.faces:
                met = face.boundary.intersection(line)
                for part in shapely.get_parts(met):
                    cuts.update(line.project(shapely.Point(c)) for c in part.coords)
            stops = sorted(cuts)
            for low, high in itertools.pairwise(stops):
                middle = line.interpolate(0.5 * (low + high))
                weights = [w for _, wide, w in self.faces if wide.contains(middle)]
                total += (high - low) * min(weights, default=math.inf)
        return total


def _shortened(path, costs):
    """Without the nodes on straight lines: a path along a boundary passes all of its samples."""
    out = path[:1]
    for here, after in itertools.pairwise(path[1:]):
        apart = costs[out[-1], here] + costs[here, after]
        if not costs[out[-1], after] <= apart * (1 + 1e-12):
            out.append(here)
    return out + path[-1:]
