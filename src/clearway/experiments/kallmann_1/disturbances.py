"""The refinement of Kallmann 2010, 4.1, to the letter, for comparison; the product has its own.

A constrained Delaunay triangulation is refined until no traversal has a disturbance. Section 4.1
speaks of the circle through b, v and u, the caption of Figure 5 of that through u, v and c; where u
is b only the second is a circle, so it is taken. Where it does not cut the constraint twice, the
projection of the disturbance on the constraint is taken instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ..._mesh import Mesh
from ..._world import World

ROUNDS = 60  # more iterations mean that the refinement does not end
ROUNDING = 2.0**-40  # relative, of points that are put on a line


class Disturbance(NamedTuple):
    """A vertex that disturbs a traversal, the constraint, and where to split that."""

    traversal: tuple[int, int]  # triangle and corner
    vertex: int
    constraint: tuple[int, int]  # vertices
    point: tuple[float, float]


class Refined(NamedTuple):
    """A refined triangulation: its mesh, the vertices added, iterations, whether they ended."""

    mesh: Mesh
    added: int
    rounds: int
    is_complete: bool


class Triangulation:
    """The constrained Delaunay triangulation of chains of points, and how to split its edges."""

    def __init__(self, world: World) -> None:
        known = world.obstacles.values()
        self._rings = [chain.tolist() for o in known if o.kind == "area" for chain in o.chains]
        self._walls = [chain.tolist() for o in known if o.kind == "wall" for chain in o.chains]
        x0, y0, x1, y1 = world.bounds
        self._bounds = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        self.added: set[tuple[float, float]] = set()
        self._build()

    def _build(self) -> None:
        self.mesh = World.from_obstacles(
            self._rings, bounds=self._bounds, walls=self._walls, max_radius=0.0
        ).mesh()
        self.points = np.asarray(self.mesh.vertices)
        self.triangles = np.asarray(self.mesh.triangles)
        self.neighbours = np.asarray(self.mesh.neighbours)
        self.constrained = np.asarray(self.mesh.constrained)
        self.is_free = ~np.asarray(self.mesh.blocked)
        self.clearance = np.asarray(self.mesh.widths)  # cl(a, b, c), by triangle and corner b

    def split(self, splits: dict[tuple[int, int], list[tuple[float, float]]]) -> None:
        """Inserts points into constrained edges, given by their ends, and triangulates again."""
        places = {}
        for edge, points in splits.items():
            a, b = (tuple(self.points[k].tolist()) for k in edge)
            places[frozenset((a, b))] = points
        chains = [(chain, True) for chain in (*self._rings, self._bounds)]
        chains += [(chain, False) for chain in self._walls]
        for chain, is_ring in chains:
            _insert(chain, is_ring, lambda p, q: places.pop(frozenset((p, q)), ()))
        # What is left lies on edges that other obstacles touch, which divides them.
        rest = [(*ends, *points) for ends, points in places.items()]
        for chain, is_ring in chains if rest else ():
            _insert(
                chain,
                is_ring,
                lambda p, q: {
                    x for points in rest if all(_lies_on(y, p, q) for y in points) for x in points
                },
            )
        self.added |= {p for points in splits.values() for p in points}
        self._build()

    def is_passable(self, triangle: int, edge: int) -> bool:
        """Whether a path may cross edge i of the triangle."""
        beyond = self.neighbours[triangle, edge]
        return bool(not self.constrained[triangle, edge] and beyond >= 0 and self.is_free[beyond])

    def traversals(self) -> Iterator[tuple[int, int, int, int]]:
        """(triangle, corner, entrance, exit) of every traversal, in both directions."""
        for t in np.flatnonzero(self.is_free).tolist():
            for i in range(3):
                before, after = (i + 2) % 3, i
                if self.is_passable(t, before) and self.is_passable(t, after):
                    yield t, i, before, after
                    yield t, i, after, before


def _insert(chain: list[Any], is_ring: bool, points_on: Callable[[Any, Any], Any]) -> None:
    """Inserts the points on each edge of the chain."""
    out = []
    for i, p in enumerate(chain):
        out.append(p)
        if i + 1 < len(chain) or is_ring:
            q = chain[(i + 1) % len(chain)]
            new = set(points_on(tuple(p), tuple(q))) - {tuple(p), tuple(q)}
            out += [list(x) for x in sorted(new, key=lambda x: float(np.hypot(*np.subtract(x, p))))]
    chain[:] = out


def _lies_on(x: Any, p: Any, q: Any) -> bool:
    """Whether a point lies on a segment, up to the rounding of coordinates."""
    detour = np.hypot(x[0] - p[0], x[1] - p[1]) + np.hypot(x[0] - q[0], x[1] - q[1])
    along = np.hypot(q[0] - p[0], q[1] - p[1])
    off = _cross((q[0] - p[0], q[1] - p[1]), (x[0] - p[0], x[1] - p[1]))
    return bool(abs(off) <= ROUNDING * along**2 and detour <= (1 + ROUNDING) * along)


def disturbances(mesh: Triangulation) -> Iterator[Disturbance]:
    """At most one for each traversal, the vertex that is nearest to its constraint."""
    for t, i, _, out in mesh.traversals():
        beyond = int(mesh.neighbours[t, out])
        vertices = mesh.triangles[t].tolist()
        b = vertices[i]
        c = vertices[(i + 1) % 3] if out == i else vertices[(i + 2) % 3]
        a = next(v for v in vertices if v not in (b, c))
        d = next(v for v in mesh.triangles[beyond].tolist() if v not in (b, c))
        if not mesh.is_passable(beyond, _edge(mesh, beyond, c, d)):
            continue  # no corner transition
        worst: Disturbance | None = None
        least = np.inf
        for v, u in _around(mesh, beyond, c, b):
            found = _nearest_constraint(mesh, t, a, c, v, mesh.clearance[t, i])
            if found is not None and found[0] < least:
                least = found[0]
                point = _split_point(mesh, c, u, v, found[1])
                worst = Disturbance((t, i), v, found[1], point)
        if worst is not None:
            yield worst


def _edge(mesh: Triangulation, triangle: int, a: int, b: int) -> int:
    """The number of the edge between two vertices of a triangle."""
    vertices: list[int] = mesh.triangles[triangle].tolist()
    i, j = vertices.index(a), vertices.index(b)
    return i if j == (i + 1) % 3 else j


def _around(mesh: Triangulation, triangle: int, c: int, b: int) -> Iterator[tuple[int, int]]:
    """The vertices v around c after b, each with the one before it, up to the first constraint."""
    u, t = b, triangle
    while True:
        v = next(x for x in mesh.triangles[t].tolist() if x not in (c, u))
        yield v, u
        edge = _edge(mesh, t, c, v)
        if not mesh.is_passable(t, edge) or v == b:
            return
        u, t = v, int(mesh.neighbours[t, edge])
        if t == triangle:
            return


def _nearest_constraint(
    mesh: Triangulation, t: int, a: int, c: int, v: int, clearance: float
) -> tuple[float, tuple[int, int]] | None:
    """The constraint on the other side of ac for which v is a disturbance, and its distance."""
    pa, pc, pv = mesh.points[a], mesh.points[c], mesh.points[v]
    pb = mesh.points[next(x for x in mesh.triangles[t].tolist() if x not in (a, c))]
    if tuple(pv.tolist()) in mesh.added:  # shared by two collinear constraints
        return None
    along = pc - pa
    if _cross(along, pv - pa) * _cross(along, pb - pa) <= 0:
        return None  # not on the side of b
    if not 0 <= np.dot(pv - pa, along) <= np.dot(along, along):
        return None  # it cannot be projected on ac
    least = min(float(clearance), float(np.hypot(*(pv - pc))))
    best: tuple[float, tuple[int, int]] | None = None
    open_edges = [(t, _edge(mesh, t, a, c))]
    while open_edges:
        triangle, edge = open_edges.pop()
        ends = mesh.triangles[triangle][[edge, (edge + 1) % 3]].tolist()
        distance = _distance(pv, mesh.points[ends[0]], mesh.points[ends[1]])
        if distance >= least:
            continue
        if mesh.constrained[triangle, edge]:
            least = distance
            best = distance, (ends[0], ends[1])
            continue
        beyond = int(mesh.neighbours[triangle, edge])
        if beyond >= 0 and mesh.is_free[beyond]:
            back = _edge(mesh, beyond, *ends)
            open_edges += [(beyond, k) for k in range(3) if k != back]
    return best


def _split_point(
    mesh: Triangulation, c: int, u: int, v: int, constraint: tuple[int, int]
) -> tuple[float, float]:
    """The middle of the part of the constraint inside the circle through u, v and c."""
    p, q = mesh.points[list(constraint)]
    centre, radius = _circle(mesh.points[u], mesh.points[v], mesh.points[c])
    along = (q - p) / np.hypot(*(q - p))
    length = float(np.hypot(*(q - p)))
    foot = float(np.dot(centre - p, along))
    off = radius**2 - float(np.sum((centre - p - foot * along) ** 2))
    middle = float(np.dot(mesh.points[v] - p, along))
    if off > 0 and np.isfinite(off):
        low, high = max(foot - off**0.5, 0.0), min(foot + off**0.5, length)
        if low < high:
            middle = (low + high) / 2
    x, y = (p + min(max(middle, 0.0), length) * along).tolist()
    return x, y


def _circle(a: Any, b: Any, c: Any) -> tuple[Any, float]:
    ab, ac = b - a, c - a
    with np.errstate(all="ignore"):
        off = (np.dot(ab, ab) * np.array((ac[1], -ac[0]))) + np.dot(ac, ac) * np.array(
            (-ab[1], ab[0])
        )
        off = off / (2 * _cross(ab, ac))
    return a + off, float(np.hypot(*off))


def _cross(a: Any, b: Any) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _distance(p: Any, a: Any, b: Any) -> float:
    along = b - a
    k = min(max(float(np.dot(p - a, along) / np.dot(along, along)), 0.0), 1.0)
    return float(np.hypot(*(a + k * along - p)))


def refine(world: World) -> Refined:
    """Iterations of section 4.1, each over all disturbed traversals, until there are none."""
    mesh = Triangulation(world)
    rounds = 0
    while rounds < ROUNDS:
        splits: dict[tuple[int, int], list[tuple[float, float]]] = {}
        for one in disturbances(mesh):
            edge = (min(one.constraint), max(one.constraint))
            ends = {tuple(mesh.points[k].tolist()) for k in edge}
            # One split of a constraint in an iteration: it may solve the others.
            if edge not in splits and one.point not in ends:
                splits[edge] = [one.point]
        if not splits:
            return Refined(mesh.mesh, len(mesh.added), rounds, not any(disturbances(mesh)))
        mesh.split(splits)
        rounds += 1
    return Refined(mesh.mesh, len(mesh.added), rounds, False)
