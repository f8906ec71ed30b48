"""The abstraction of the free space: decision nodes, corridors, dead ends, rooms."""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._corridor_routes import corridor_routes
from ._deprecation import keep_old_name
from ._errors import InvalidInput, shown
from ._graph import Edge, bridges, contract, parts
from ._input import Floats
from ._lengths import as_radius
from ._mesh import Ints, Mesh
from ._structures import (
    ChokePoint,
    Corridor,
    DeadEnd,
    DecisionNode,
    Part,
    Passage,
    Room,
    SizeGraph,
)

# The fields of `_core.Abstraction` that are kept.
_SOURCE = tuple(name for name in dir(_core.Abstraction) if not name.startswith("_"))


class Abstraction:
    """Levels and structures of the free triangles of one version of a world (Demyen 2007, ch. 6).

    Arrays with a row for each triangle of `mesh`; tuples of structures. Widths are exact for
    discs up to the world's `max_radius`. Levels are those of a point; `at` gives the graph for a
    disc.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> terrain = world.abstraction()
    >>> terrain.component_count, terrain.version == world.version
    (1, True)
    """

    def __init__(self, source: Any, mesh: Mesh, limit: float) -> None:
        self._source = source
        self._limit = limit
        self.mesh = mesh
        self.version: int = mesh.version
        self.levels: npt.NDArray[np.int8] = source.levels
        self.components: Ints = source.component
        self.adjacent: Ints = source.adjacent
        self.structures: Ints = source.structures
        self.chokes: Floats = source.chokes
        self.angles: Floats = source.angles
        self.lengths: Floats = source.lengths

    # Documented here because they are set once, above:
    levels: npt.NDArray[np.int8]
    """T: 0 island, 1 dead end, 2 corridor, 3 decision node; -1 blocked."""
    components: Ints
    """T: number of the connected component of the free space; -1 blocked."""
    adjacent: Ints
    """T x 3: the root or decision node to which edge i leads, as a row; -1 none."""
    structures: Ints
    """T x 3: index of the corridor (levels 2 and 3) or dead end (level 1) at edge i; -1 none."""
    chokes: Floats
    """T x 3: width of the widest disc that can move from edge i to `adjacent`; 0 if none can."""
    angles: Floats
    """T x 3: sum of the angles of the turns on that route; radius * angle is a lower bound."""
    lengths: Floats
    """T x 3: another lower bound on the length of that route, for any radius."""

    @property
    def component_count(self) -> int:
        """Number of connected components of the free space."""
        return int(self._source.components)

    @cached_property
    def decision_nodes(self) -> tuple[DecisionNode, ...]:
        """Level-3 triangles."""
        rows = self._source.decisions
        middles = self.mesh.vertices[self.mesh.triangles[rows]].mean(axis=1).tolist()
        return tuple(
            DecisionNode(i, t, (x, y), c, (s[0], s[1], s[2]))
            for i, (t, (x, y), c, s) in enumerate(
                zip(
                    rows.tolist(),
                    middles,
                    self.components[rows].tolist(),
                    self.structures[rows].tolist(),
                    strict=True,
                )
            )
        )

    @cached_property
    def corridors(self) -> tuple[Corridor, ...]:
        """Connections between decision nodes, and rings."""
        source = self._source
        index = {t: i for i, t in enumerate(source.decisions.tolist())}
        starts = source.corridor_starts.tolist()
        out = []
        for i, ((a, b), (width, room, angle, length), gate) in enumerate(
            zip(source.ends.tolist(), source.corridors.tolist(), source.gates, strict=True)
        ):
            triangles = source.corridor_path[starts[i] : starts[i + 1]]
            ends = (index[a], index[b]) if a >= 0 else None
            component = int(self.components[a if a >= 0 else triangles[0]])
            gate = gate.reshape(2, 2)
            out.append(Corridor(i, ends, triangles, width, gate, room, length, angle, component))
        return tuple(out)

    @cached_property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Trees of level-1 triangles."""
        source = self._source
        starts = source.dead_end_starts.tolist()
        out = []
        for i, (root, side) in enumerate(
            zip(source.roots.tolist(), source.root_sides.tolist(), strict=True)
        ):
            triangles = source.dead_end_path[starts[i] : starts[i + 1]]
            portal = self._side(root, side) if root >= 0 else None
            component = int(self.components[triangles[0]])
            width = float(source.dead_end_widths[i])
            gate = source.dead_end_gates[i].reshape(2, 2) if np.isfinite(width) else None
            home = root if root >= 0 else None
            out.append(DeadEnd(i, home, triangles, portal, component, width, gate))
        return tuple(out)

    @property
    def islands(self) -> Ints:
        """Rows of level-0 triangles."""
        return np.flatnonzero(self.levels == 0).astype(np.int32)

    def choke_points(self, radius: float = 0.0) -> list[ChokePoint]:
        """Every gate that a disc of this radius passes, narrowest first, then by coordinates.

        For any two points, the largest disc that can move from one to the other
        (`World.max_radius`) is limited by one of these gates or by the space at an end.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> [choke.width for choke in world.abstraction().choke_points()]
        [2.0, 2.0, 2.0, 2.0]
        """
        widths = self._source.choke_widths
        first = int(np.searchsorted(widths, 2 * self._radius(radius)))
        kinds = {1: "dead_end", 2: "corridor", 3: "decision_node"}
        nowhere = dict.fromkeys(kinds.values())
        return [
            ChokePoint(
                width,
                gate.reshape(2, 2),
                **nowhere | ({kinds[level]: number} if level in kinds else {}),
                number=i,
            )
            for i, width, gate, (level, number) in zip(
                range(first, len(widths)),
                widths[first:].tolist(),
                self._source.choke_gates[first:],
                self._source.choke_places[first:].tolist(),
                strict=True,
            )
        ]

    # --- graphs on top of the abstraction -------------------------------------

    @cached_property
    def _edges(self) -> list[Edge]:
        return [Edge(c.number, *c.ends) for c in self.corridors if c.ends is not None]

    @cached_property
    def rooms(self) -> tuple[Room, ...]:
        """The tree of doubly connected parts of each component."""
        between = bridges(len(self.decision_nodes), self._edges)
        inside = [e for e in self._edges if e.number not in between]
        groups = parts(len(self.decision_nodes), inside)
        room_of = {d: i for i, group in enumerate(groups) for d in group}
        corridors: list[list[int]] = [[] for _ in groups]
        bridges_of: list[list[tuple[int, int]]] = [[] for _ in groups]
        for e in self._edges:
            a, b = room_of[e.a], room_of[e.b]
            if e.number in between:
                bridges_of[a].append((e.number, b))
                bridges_of[b].append((e.number, a))
            else:
                corridors[a].append(e.number)
        out = [
            Room(
                i,
                self.decision_nodes[group[0]].component,
                tuple(group),
                tuple(corridors[i]),
                tuple(bridges_of[i]),
            )
            for i, group in enumerate(groups)
        ]
        rings = {c.component: c.number for c in self.corridors if c.is_ring}
        with_decisions = {d.component for d in self.decision_nodes}
        for component in range(self.component_count):
            if component not in with_decisions:
                ring = (rings[component],) if component in rings else ()
                out.append(Room(len(out), component, (), ring, ()))
        return tuple(out)

    @cached_property
    def room_of(self) -> Ints:
        """T: room of each triangle; -1 in blocked triangles and in corridors between rooms.

        Dead ends belong to the room of the corridor to which they are attached.
        """
        out = np.full(len(self.levels), -1, dtype=np.int32)
        for room in self.rooms:
            for c in room.corridors:
                out[self.corridors[c].triangles] = room.number
            for d in room.decision_nodes:
                out[self.decision_nodes[d].triangle] = room.number
            if not room.decision_nodes:
                out[self.components == room.component] = room.number
        for dead_end in self.dead_ends:
            if dead_end.root is not None:
                out[dead_end.triangles] = out[dead_end.root]
        return out

    @cached_property
    def _turns(self) -> Floats:
        """C x 2: at each end the wider of the two turns between the corridor and other edges.

        One turn connects two of the three edges, and so do two turns via the third edge: a disc
        passes from one to the other exactly when both have a turn that is wide enough.
        """
        ends, sides = self._source.ends, self._source.end_sides
        turns = self.mesh.clearances[ends]
        here = np.take_along_axis(turns, sides[..., None], axis=2)
        there = np.take_along_axis(turns, (sides[..., None] + 1) % 3, axis=2)
        return np.where(ends >= 0, np.maximum(here, there)[..., 0], np.inf)

    def at(self, radius: float) -> SizeGraph:
        """The most abstract graph for a disc of this radius.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> type(world.abstraction().at(0.5)).__name__
        'SizeGraph'
        """
        least = 2 * self._radius(radius)
        corridors, turns = self.corridors, self._turns
        through = np.minimum(self._source.corridors[:, 0], turns.min(axis=1, initial=np.inf))
        nodes = len(self.decision_nodes)
        fits = []
        for e in self._edges:
            if corridors[e.number].width < least:
                continue
            # Where the disc cannot continue, a separate node stands for the end.
            a, b = (
                end if turn >= least else nodes + 2 * e.number + k
                for k, (end, turn) in enumerate(zip(e[1:], turns[e.number], strict=True))
            )
            fits.append(Edge(e.number, a, b))
        kept, chains, dropped = contract(nodes + 2 * len(corridors), fits)
        rings = [(None, [c.number]) for c in corridors if c.is_ring and c.width >= least]
        passages = [
            Passage(
                ends,
                tuple(chain),
                float(min(through[i] for i in chain)),
                sum(corridors[i].length for i in chain),
            )
            for ends, chain in [*chains, *rings]
        ]
        return SizeGraph(
            float(radius),
            tuple(kept),
            tuple(passages),
            tuple(c.number for c in corridors if c.width < least),
            tuple(dropped),
            self._parts(least),
        )

    def _parts(self, least: float) -> tuple[Part, ...]:
        """In the order of their first decision nodes; parts without one last, by first corridor."""
        source = self._source
        portals = source.reach_parents.copy()  # the highest portal above each that is as wide
        narrow = np.flatnonzero(source.reach_widths < least)
        portals[narrow] = narrow
        while not np.array_equal(higher := portals[portals], portals):
            portals = higher
        turns = self.mesh.clearances[source.decisions]
        passed = np.flatnonzero(turns.max(axis=1, initial=-1.0) >= least)
        points = portals[source.decision_nodes[passed, turns[passed].argmax(axis=1)]]
        # If the disc fits at the gate, the part that it reaches from there; else the corridor's.
        width, room = source.corridors[:, 0], source.corridors[:, 1]
        on, out = source.corridor_nodes.T
        groups = portals[np.where(source.exits >= least, out, on)]
        held = np.flatnonzero((source.exits < least) & (room >= least))
        groups[held] = len(portals) + held
        for (a, b), joined in zip(source.near_pairs, source.near_widths, strict=True):
            if joined >= least and min(groups[a], groups[b]) >= len(portals):
                groups[groups == groups[b]] = groups[a]
        found: dict[int, tuple[list[int], list[int]]] = {}
        for d, group in zip(passed.tolist(), points.tolist(), strict=True):
            found.setdefault(group, ([], []))[0].append(d)
        fits = np.flatnonzero(width >= least)
        for c, group in zip(fits.tolist(), groups[fits].tolist(), strict=True):
            found.setdefault(group, ([], []))[1].append(c)
        return tuple(Part(tuple(ds), tuple(cs)) for ds, cs in found.values())

    def _radius(self, radius: float) -> float:
        checked = as_radius(radius)
        if checked > self._limit:
            raise InvalidInput(
                f"radius {radius!r} is above the max_radius {self._limit!r} of the world",
                value=radius,
            )
        return checked

    # --- copying, drawing -------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        source = {name: getattr(self._source, name) for name in _SOURCE}
        copied = {n: np.array(v) if isinstance(v, np.ndarray) else v for n, v in source.items()}
        return {"source": copied, "mesh": self.mesh, "limit": self._limit}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for array in state["source"].values():
            if isinstance(array, np.ndarray):
                array.flags.writeable = False
        self.__init__(SimpleNamespace(**state["source"]), state["mesh"], state["limit"])  # type: ignore[misc]

    def route(self, corridor: Corridor) -> Floats:
        """A line through the middles of the corridor's portals, from end to end, for drawing.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> terrain = world.abstraction()
        >>> [terrain.route(corridor).shape[1] for corridor in terrain.corridors]
        [2]
        """
        if not isinstance(corridor, Corridor) or not self._is_own(corridor):
            raise InvalidInput(f"{shown(corridor)} is not a corridor of this abstraction")
        starts, points = self._routes
        return points[starts[corridor.number] : starts[corridor.number + 1]]

    @cached_property
    def _routes(self) -> tuple[Ints, Floats]:
        return corridor_routes(self)

    def _is_own(self, corridor: Corridor) -> bool:
        numbers = range(len(self.corridors))
        if not isinstance(corridor.number, int) or corridor.number not in numbers:
            return False
        own = self.corridors[corridor.number]
        return own.ends == corridor.ends and np.array_equal(own.triangles, corridor.triangles)

    def _side(self, row: int, side: int) -> Floats:
        ends = self.mesh.triangles[row, [side, (side + 1) % 3]]
        return self.mesh.vertices[ends]

    def __repr__(self) -> str:
        return (
            f"<Abstraction: {len(self._source.decisions)} decision nodes, "
            f"{len(self._source.corridors)} corridors, {len(self._source.roots)} dead ends, "
            f"{self.component_count} components>"
        )


keep_old_name(Abstraction, "decision_points", "decision_nodes")


def abstraction_of(world: Any) -> Abstraction:
    """The abstraction and the mesh of one version, whatever other threads do."""
    while True:
        source, mesh = world._core.abstraction(), world.mesh()
        if source.version == mesh.version:
            return Abstraction(source, mesh, world._limit)
