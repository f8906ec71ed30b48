"""A picture as a list of shapes in world coordinates, independent of the renderer.

Blocked areas come from the mesh, so a picture shows the geometry of the searches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .._errors import InvalidInput, shown
from .._geometry import POST, SHELL, Batch, unpack
from .._imports import importing
from .._input import Floats, as_point
from .._mesh import Mesh
from .._path import Path
from .._planners import VG, VGO
from .._regions import outlines
from .._segments import Link
from .._world import World
from . import palette as p
from .shapes import Area, Dots, Label, Lines, Shape, circle
from .swept import swept


def scene(
    world: World,
    paths: Path | Iterable[Path] = (),
    *,
    mesh: bool = False,
    constraints: bool = False,
    channel: bool = False,
    corridor: bool | float = False,
    labels: bool = False,
    levels: bool = False,
    rooms: bool = False,
    radius: float = 0.0,
    visible: Iterable[Any] = (),
    graph: str | None = None,
    distances: Any = None,
    waypoints: Any = False,
    group: Any = None,
    explored: bool = False,
    goals: Any = None,
    colours: Sequence[int] | None = None,
) -> list[Shape]:
    """The shapes to draw, back to front.

    mesh: the triangles of the free space; constraints: every constrained edge, also inside
    overlaps; channel: the triangles that each path crosses (only if the world has not changed since
    the path was found); corridor: as `Path.corridor` of each path, with a radius the free triangles
    within it; labels: handles; levels: the abstraction with its graph for a disc of
    `radius`; rooms: its rooms, and the corridors between them; visible: points, and the region
    visible from each; graph: "vg" or "vgo", the visibility graph of that planner; distances: a
    point or several, and the distance of every point from the nearest of them, for a disc of
    `radius`, in ten colours up to the longest distance; waypoints: a `Waypoints` of the world, or
    True, the waypoint graph for a disc of `radius`; group: a `GroupPlan`; explored: the triangles
    or corners that the search of each path expands, found by repeating it, in ten colours from
    early to late; goals: points, lines and areas, as for `find_path`; colours: a number for each
    path, equal ones for equal colours, and the goal with that number has the same.
    A path with a radius is drawn with the band that its disc covers, one that avoids discs with
    those.
    """
    paths = [paths] if isinstance(paths, Path) else list(paths)
    strokes = path_colours(len(paths), colours)
    m = world.mesh()
    shapes = _bounds(world, m)
    overlay: list[Shape] = []
    if levels or rooms:
        with importing():
            from . import levels as drawing

        below, overlay = drawing.layers(world.abstraction(), levels, rooms, radius)
        shapes += below
    if distances is not None:
        with importing():
            from .heat import HeatMap, heat_map

        is_made = isinstance(distances, HeatMap)
        shapes += (distances if is_made else heat_map(world, m, distances, radius)).shapes
    has_features = bool(world.areas or world.doors or world.links)
    if has_features:
        with importing():
            from . import features

        shapes += features.area_shapes(world)
    if explored:
        with importing():
            from .explored import explored_shapes

        shapes += explored_shapes(world, m, paths)
    if mesh:
        shapes.append(Lines(_free_edges(m), p.MESH, p.MESH_WIDTH))
    if channel:
        shapes += _channels(m, paths)
    if corridor is not False:
        shapes += corridor_shapes(paths, corridor)
    points = [as_point(v, "visible") for v in visible]
    for point in points:
        shapes += sight_shapes(world.visible_region(point))
    for path, colour in zip(paths, strokes, strict=True):
        shapes += band_shapes(path, colour)
    shapes += solid_shapes(world, m)
    if goals is not None:
        with importing():
            from .goals import goal_shapes

        shapes += goal_shapes(goals, colours is not None)
    if constraints:
        shapes.append(Lines(list(m.vertices[m.constrained_edges]), p.CONSTRAINT, p.OUTLINE_WIDTH))
    shapes += overlay
    if has_features:
        shapes += features.door_shapes(world) + features.link_shapes(world)
    if graph:
        shapes += graph_shapes(*_graph_planner(graph)(world).graph())
    if waypoints is not False:
        with importing():
            from .waypoints import waypoint_shapes

        shapes += waypoint_shapes(world.waypoints(radius) if waypoints is True else waypoints)
    if group is not None:
        with importing():
            from .group import group_shapes

        shapes += group_shapes(group)
    for path, colour in zip(paths, strokes, strict=True):
        shapes += avoided_shapes(path, colour) + path_shapes(path, colour)
    shapes += [Dots(point, p.START, p.END_RADIUS, p.CASING) for point in points]
    if labels:
        shapes += _labels(world)
    return shapes


def sight_shapes(regions: list[Floats]) -> list[Shape]:
    """Visible regions, as returned by `World.visible_region`."""
    return [Area([ring], p.SIGHT, 0.55) for ring in regions if len(ring)]


def graph_shapes(corners: Floats, edges: npt.NDArray[np.int32]) -> list[Shape]:
    """A visibility graph (`VG.graph`)."""
    return [
        Lines(list(corners[edges]), p.GRAPH, p.GRAPH_WIDTH, 0.7),
        Dots(corners, p.CORNER, p.CORNER_RADIUS),
    ]


def _graph_planner(name: str) -> type[VG]:
    for planner in (VG, VGO):
        if planner.name == name:
            return planner
    raise InvalidInput(f"graph is {shown(name)}: 'vg', 'vgo' or 'both'", value=name)


def mesh_shapes(mesh: Mesh) -> list[Shape]:
    """A mesh alone: blocked triangles, edges, constraints."""
    return [
        Area(outlines(mesh, ~mesh.blocked), p.FREE),
        Area(outlines(mesh, mesh.blocked), p.SOLID, 0.35),
        Lines(list(mesh.vertices[mesh.edges]), p.MESH, p.MESH_WIDTH),
        Lines(list(mesh.vertices[mesh.constrained_edges]), p.OUTLINE, p.OUTLINE_WIDTH),
    ]


def band_shapes(path: Path, colour: str = p.PATHS[0]) -> list[Shape]:
    """The band that the disc covers along the path; nothing for a point."""
    return [Area(swept(path), colour, p.BAND_OPACITY)] if path.radius > 0 else []


def avoided_shapes(path: Path, colour: str = p.PATHS[0]) -> list[Shape]:
    """The discs that a path avoids (`Path.avoid`)."""
    if not len(path.avoided):
        return []
    rings = [circle(np.array((x, y)), r) for x, y, r in path.avoided.tolist()]
    outlines = [np.vstack((ring, ring[:1])) for ring in rings]
    return [
        *(Area([ring], p.SOLID, 0.45) for ring in rings),
        Lines(outlines, colour, p.OUTLINE_WIDTH),
    ]


def path_shapes(path: Path, colour: str = p.PATHS[0]) -> list[Shape]:
    """A path with its ends; the ends alone if there is no path."""
    shapes: list[Shape] = []
    walks = [walk for walk in walked(path) if len(walk) > 1]
    if walks:
        shapes += [
            Lines(walks, p.CASING, p.CASING_WIDTH, 0.9),
            Lines(walks, colour, p.PATH_WIDTH),
        ]
    shapes.append(Dots(path.start[None], p.START, p.END_RADIUS, p.CASING))
    shapes.append(Dots(path.goal[None], colour, p.END_RADIUS, p.CASING))
    shapes.append(Dots(path.goal[None], p.CASING, p.END_RADIUS * 0.4))
    return shapes


def walked(path: Path) -> list[Floats]:
    """The polylines of a path between its links."""
    if not path.links:
        return [path.points]
    out, points = [], path.points
    for link in (s for s in path.segments if isinstance(s, Link)):
        [at] = np.flatnonzero((points == link.start).all(axis=1))[:1]
        out.append(points[: at + 1])
        points = points[at + 1 :]
    return [*out, points]


def _bounds(world: World, mesh: Mesh) -> list[Shape]:
    x0, y0, x1, y1 = world.bounds
    box = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return [Area([box], p.SOLID), Area(outlines(mesh, ~mesh.blocked), p.FREE)]


def solid_shapes(world: World, mesh: Mesh) -> list[Shape]:
    """Outlines of blocked areas, walls, posts."""
    t, i = np.nonzero(mesh.constrained & ~mesh.blocked[:, None])
    beyond = mesh.neighbours[t, i]
    is_wall = (beyond >= 0) & ~mesh.blocked[beyond]
    outline, wall = (_sides(mesh, t[chosen], i[chosen]) for chosen in (~is_wall, is_wall))
    state = world._state()
    posts = state["points"][state["chain_starts"][:-1][state["roles"] == POST]]
    return [
        Lines(outline, p.OUTLINE, p.OUTLINE_WIDTH),
        Lines(wall, p.OUTLINE, p.WALL_WIDTH),
        Dots(posts, p.OUTLINE, p.POST_RADIUS),
    ]


def _sides(mesh: Mesh, t: npt.NDArray[np.intp], i: npt.NDArray[np.intp]) -> list[Floats]:
    ends = np.column_stack((mesh.triangles[t, i], mesh.triangles[t, (i + 1) % 3]))
    return _joined(np.unique(np.sort(ends, axis=1), axis=0).tolist(), mesh.vertices)


def _joined(edges: list[list[int]], vertices: Floats) -> list[Floats]:
    """Edges joined to long lines, for round joins and small files."""
    at: dict[int, list[int]] = {}
    for a, b in edges:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    lines = []
    for first in sorted(at, key=lambda v: (len(at[v]) == 2, v)):
        while at[first]:
            trail = [first]
            while at[trail[-1]]:
                here = trail[-1]
                there = at[here].pop()
                at[there].remove(here)
                trail.append(there)
            lines.append(vertices[trail])
    return lines


def _free_edges(mesh: Mesh) -> list[Floats]:
    t, i = np.nonzero(~mesh.constrained & ~mesh.blocked[:, None])
    once = mesh.neighbours[t, i] > t
    return list(
        np.stack(
            (
                mesh.vertices[mesh.triangles[t[once], i[once]]],
                mesh.vertices[mesh.triangles[t[once], (i[once] + 1) % 3]],
            ),
            axis=1,
        )
    )


def _channels(mesh: Mesh, paths: list[Path]) -> list[Shape]:
    shapes: list[Shape] = []
    for path in paths:
        rows = path.channel
        if path.version == mesh.version and len(rows):
            chosen = np.zeros(len(mesh), dtype=bool)
            chosen[rows] = True
            shapes.append(Area(outlines(mesh, chosen), p.CHANNEL, 0.35))
    return shapes


def corridor_shapes(paths: list[Path], radius: bool | float) -> list[Shape]:
    """Corridors, of the channels if `radius` is True; as `Path.corridor`, errors included."""
    within = None if radius is True else radius
    followed = [path for path in paths if len(path.points)]
    return [Area(path.corridor(within), p.CHANNEL, 0.35) for path in followed]


def _labels(world: World) -> list[Shape]:
    state = world._state()
    flat = Batch(*(state[name] for name in Batch._fields))
    shapes: list[Shape] = []
    for handle, chains in zip(state["handles"].tolist(), unpack(flat), strict=True):
        role, points = chains[0]
        x, y = points.mean(axis=0).tolist()
        colour = p.LABEL if role == SHELL else p.INK
        shapes.append(Label((x, y), str(handle), colour))
    return shapes


def path_colours(count: int, numbers: Sequence[int] | None = None) -> list[str]:
    """The colours of paths: one after the other, or by number."""
    return [p.PATHS[i % len(p.PATHS)] for i in (range(count) if numbers is None else numbers)]
