"""The structures of an abstraction: decision nodes, corridors, dead ends, rooms, graphs."""

from __future__ import annotations

from typing import NamedTuple

from ._deprecation import keep_old_name
from ._input import Floats
from ._mesh import Ints


class DecisionNode(NamedTuple):
    """A level-3 triangle, with a route beyond each of its three edges."""

    number: int
    triangle: int  # row of the mesh
    point: tuple[float, float]  # its centroid
    component: int
    corridors: tuple[int, int, int]  # behind its edges, in order


class Corridor(NamedTuple):
    """A chain of level-2 triangles between decision nodes, or a ring without any."""

    number: int
    ends: tuple[int, int] | None  # decision nodes, by number; None: a ring
    triangles: Ints  # rows of the mesh, from the first end to the second; may be empty
    # Width of the narrowest gate charged to its turns (docs/explanation/clearance.md). A gate
    # behind a narrower one may lie slightly outside the corridor, which is then narrower than this
    # for a disc from elsewhere: `SizeGraph.parts` uses reachability instead.
    width: float
    gate: Floats  # 2 x 2: the two obstacle points of that gate
    # Width of the disc that fits in the middle of `gate`: equals `width`, up to rounding, where
    # the corridor is a bottleneck. Less where obstacles beside the gate are nearer: discs wider
    # than `room` are stopped, if at all, by gates beyond the corridor's ends.
    room: float
    length: float  # a lower bound on the distance from the first portal to the last; 0 for rings
    angle: float  # sum of the turns along it; radius * angle is another lower bound
    component: int

    @property
    def is_ring(self) -> bool:
        """Around the only hole of its component."""
        return self.ends is None

    @property
    def is_loop(self) -> bool:
        """Both ends are one decision node."""
        return self.ends is not None and self.ends[0] == self.ends[1]


class DeadEnd(NamedTuple):
    """A tree of level-1 triangles, behind one portal or a whole component."""

    number: int
    root: int | None  # level-2 triangle it is attached to; None: unrooted
    triangles: Ints  # rows of the mesh
    portal: Floats | None  # 2 x 2: the portal to its root
    component: int
    width: float  # minimum of its portal and of the gates inside; inf: unrooted, and no gate
    gate: Floats | None  # 2 x 2: where that minimum is


class ChokePoint(NamedTuple):
    """A gate: two obstacle points with no obstacle in the disc over them.

    At its middle a disc of that width touches obstacles on two sides and has more clearance in
    the directions between them. The middle lies in one structure, given by number; the other
    fields are None. All are None for a gate in an island, a triangle with three walls. `number` is
    its place among all gates, narrowest first.
    """

    width: float
    gate: Floats  # 2 x 2: the two points
    corridor: int | None
    dead_end: int | None
    decision_node: int | None
    number: int


class Room(NamedTuple):
    """Decision nodes that are doubly connected, merged (Demyen 2007, 10.2.4).

    The rooms of a component and the corridors between them form a tree. A component without
    decision nodes is one room.
    """

    number: int
    component: int
    decision_nodes: tuple[int, ...]
    corridors: tuple[int, ...]  # inside
    bridges: tuple[tuple[int, int], ...]  # corridors to other rooms: (corridor, room beyond it)


class Passage(NamedTuple):
    """An edge of a `SizeGraph`: consecutive corridors."""

    ends: tuple[int, int] | None  # decision nodes; None: a cycle without any
    corridors: tuple[int, ...]
    width: float
    length: float  # lower bound


class Part(NamedTuple):
    """A connected component for a disc of one radius, as in `World.reachable`.

    The disc can move from the middle of the gate of one of its corridors to that of another, if
    it fits there (`Corridor.room`), and to no gate of another part. Corridors where it does not
    fit belong to the part of their portals. The disc need not fit in the triangle of each decision
    node: at the boundary of a part there can be one without a gate and without space for it.
    """

    decision_nodes: tuple[int, ...]  # with a turn wide enough for the disc
    corridors: tuple[int, ...]  # no narrower than the disc


class SizeGraph(NamedTuple):
    """The most abstract graph for a disc of one radius (Demyen 2007, 10.2.5).

    Corridors too narrow for it are removed. Corridors that then lead nowhere are dead ends, and
    decision nodes with two remaining corridors become part of a passage. Each corridor is in one
    passage, or in `closed` or `dead_ends`.
    """

    radius: float
    decision_nodes: tuple[int, ...]  # with three remaining corridors
    passages: tuple[Passage, ...]
    closed: tuple[int, ...]  # corridors narrower than the disc
    dead_ends: tuple[int, ...]  # corridors that the disc passes, but that lead nowhere new
    parts: tuple[Part, ...]  # every corridor except the closed ones is in one


for _cls, _old, _new in (
    (Room, "decision_points", "decision_nodes"),
    (Part, "decision_points", "decision_nodes"),
    (SizeGraph, "decision_points", "decision_nodes"),
    (ChokePoint, "decision_point", "decision_node"),
    (DeadEnd, "door", "portal"),
    (Room, "doors", "bridges"),
):
    keep_old_name(_cls, _old, _new)
