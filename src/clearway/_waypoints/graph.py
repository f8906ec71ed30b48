"""Waypoint graphs."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import as_index, as_truth
from .._imports import importing, importing_extra
from .._input import Floats
from .._mesh import Ints
from .._path import Path, Status
from .building import Layout
from .edges import Key, Measured, keys_of
from .joining import path_along, reversed_rows
from .nodes import Waypoint, WaypointEdge
from .routing import Router

if TYPE_CHECKING:
    from .._world import World


class Waypoints:
    """The waypoint graph of one version of a world, for a disc of one radius: `World.waypoints`.

    Gates cut the free space into cells. Nodes are the cells where corridors meet (decision
    nodes) or end (dead ends), and the narrowest gate of every corridor between them. At every node
    the disc fits. Two points where it fits are connected by the graph exactly if they are
    connected for the disc (docs/how-to/waypoints.md).

    Arrays have a row for each node or edge; `ends` has rows of nodes.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> graph = world.waypoints(0.5)
    >>> graph
    <Waypoints for radius 0.5: 3 nodes, 3 edges>
    >>> graph.find_path((1, 5), (9, 5)).found
    True
    """

    def __init__(
        self,
        world: World,
        radius: float,
        dead_ends: bool,
        layout: Layout,
        ids: Ints,
        measured: dict[Key, Measured],
    ) -> None:
        self._world, self._layout, self._measured = world, layout, measured
        self.radius = radius
        self.dead_ends = dead_ends
        self.version: int = layout.version
        self.ids = ids
        self.points: Floats = layout.points
        self.widths: Floats = layout.widths
        self.ends: Ints = layout.ends
        self.edge_widths: Floats = layout.edge_widths
        self._paths = [measured[key] for key in keys_of(self.points[self.ends])]
        self.lengths: Floats = np.array([m.length for m in self._paths])
        for array in (ids, self.points, self.widths, self.ends, self.edge_widths, self.lengths):
            array.flags.writeable = False

    # Documented here because they are set once, above:
    radius: float
    """The radius of the disc."""
    dead_ends: bool
    """Whether dead ends have nodes."""
    version: int
    """`World.version` that the graph belongs to."""
    ids: Ints
    """N: the ids of the nodes."""
    points: Floats
    """N x 2: where they are."""
    widths: Floats
    """N: the width of the gate, or of the largest disc that fits there."""
    ends: Ints
    """E x 2: the nodes that an edge joins, as rows."""
    lengths: Floats
    """E: of the shortest path of the disc between them."""
    edge_widths: Floats
    """E: of the largest disc that can move along the edge."""

    @property
    def world(self) -> World:
        """The world of the graph."""
        return self._world

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """N: "decision", "gate", "dead_end" or "room"."""
        return tuple(self._layout.kinds)

    @cached_property
    def nodes(self) -> tuple[Waypoint, ...]:
        """The nodes as tuples.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).waypoints(0.5).nodes[0].kind
        'room'
        """
        return tuple(
            Waypoint(i, (x, y), kind, width, None if np.isnan(gate[0][0]) else _pairs(gate))
            for i, (x, y), kind, width, gate in zip(
                self.ids.tolist(),
                self.points.tolist(),
                self.kinds,
                self.widths.tolist(),
                self._layout.gates.tolist(),
                strict=True,
            )
        )

    @cached_property
    def edges(self) -> tuple[WaypointEdge, ...]:
        """The edges as tuples.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).waypoints(0.5).edges
        ()
        """
        ends = self.ids[self.ends].tolist()
        columns = self.lengths.tolist(), self.edge_widths.tolist()
        return tuple(
            WaypointEdge(a, b, length, width)
            for (a, b), length, width in zip(ends, *columns, strict=True)
        )

    def path(self, edge: int) -> Path:
        """The shortest path along the edge in this row, from its first node to its second.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> graph = world.waypoints(0.5)
        >>> bool(graph.path(0).length == graph.lengths[0])
        True
        """
        row = as_index(edge, len(self.ends), "edge")
        a, b = self.points[self.ends[row]]
        return self._path([self._paths[row].rows], a, b)

    def find_path(self, start: Any, goal: Any, *, tight: bool = False) -> Path:
        """A path along the graph: to a waypoint nearby, along edges, and to the goal.

        Found exactly if there is a path of the disc. It is legal, but not shortest (`optimal` is
        False); between points with a waypoint in common it may leave the graph out. `tight`: the
        path goes from gate to gate and cuts the corners at decision nodes. After an edit the
        world has another graph, and this one finds no more paths.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> path = world.waypoints(0.5).find_path((1, 5), (9, 5))
        >>> path.found, path.verify()["crosses"]
        (True, False)
        """
        return self._router.find(start, goal, as_truth(tight, "tight"))

    @cached_property
    def _router(self) -> Router:
        return Router(self)

    def _path(
        self, pieces: list[Floats], start: Floats, goal: Floats, status: Status = Status.FOUND
    ) -> Path:
        return path_along(self._world, self.version, self.radius, pieces, start, goal, status)

    def _rows_between(self, a: int, b: int, edge: int) -> Floats:
        """The segments of an edge, from node a to node b."""
        rows = self._paths[edge].rows
        return rows if self.ends[edge, 0] == a else reversed_rows(rows)

    # --- other forms ------------------------------------------------------------

    def to_networkx(self) -> Any:
        """The graph as a `networkx.Graph`; needs networkx (`clearway[graph]`).

        Nodes are ids, with x, y, kind and width; edges have length (also as weight) and width.
        The graph has radius and version.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.waypoints(0.5).to_networkx().number_of_nodes()
        3
        """
        with importing_extra("networkx", "to_networkx", "graph"):
            import networkx

        graph = networkx.Graph(radius=self.radius, version=self.version)
        for node in self.nodes:
            x, y = node.point
            graph.add_node(node.id, x=x, y=y, kind=node.kind, width=node.width)
        for edge in self.edges:
            graph.add_edge(edge.a, edge.b, length=edge.length, weight=edge.length, width=edge.width)
        return graph

    def to_graphml(self) -> str:
        """The graph as a GraphML document, which Gephi, yEd, igraph and networkx read.

        >>> import clearway as cw
        >>> cw.World(bounds=(0, 0, 10, 10)).waypoints(0.5).to_graphml()[:5]
        '<?xml'
        """
        with importing():
            from .graphml import document

        return document(self)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the graph as GraphML, completely or not at all.

        >>> import tempfile
        >>> from pathlib import Path
        >>> import clearway as cw
        >>> graph = cw.World(bounds=(0, 0, 10, 10)).waypoints(0.5)
        >>> graph.save(Path(tempfile.mkdtemp()) / "graph.graphml")
        """
        with importing():
            from .graphml import save

        save(self, file)

    def plot(self, ax: Any = None, **what: Any) -> Any:
        """Draws the world and the graph with matplotlib; returns the axes.

        >>> import clearway as cw
        >>> axes = cw.World(bounds=(0, 0, 10, 10)).waypoints(0.5).plot()  # doctest: +SKIP
        """
        return self._world.plot(ax, waypoints=self, **what)

    def __len__(self) -> int:
        return len(self.points)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        nodes, edges = len(self.points), len(self.ends)
        return f"<Waypoints for radius {self.radius:g}: {nodes} nodes, {edges} edges>"


def _pairs(gate: list[list[float]]) -> tuple[tuple[float, float], tuple[float, float]]:
    (x0, y0), (x1, y1) = gate
    return (x0, y0), (x1, y1)
