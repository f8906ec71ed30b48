"""Routes of a group: a flow over the waypoint graph, limited by the widths of gates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._input import Floats
from .flow import Network
from .members import Members, kinds_of, rate

if TYPE_CHECKING:
    from .._waypoints import Waypoints
    from .._world import World

# A gate that carries this many times what passes it keeps nobody waiting.
_WIDE = 2.0


class Gate(NamedTuple):
    """A gate at which members may have to wait."""

    number: int  # equal for routes that share the gate
    points: Floats  # 2 x 2: its obstacle points
    width: float
    middle: Floats


class Route(NamedTuple):
    """A way from the group to the goal."""

    gates: tuple[Gate, ...]  # in order; not those that are wide enough for all
    width: float  # of its narrowest gate; infinity without gates
    length: float  # along the waypoint graph
    rate: float  # discs per time


Numbers = dict[tuple[float, ...], int]  # of gates, by their points


def routes_of(
    world: World, graph: Waypoints, members: Members, goal: Floats, numbers: Numbers
) -> list[Route]:
    """The routes by which the group arrives earliest, shortest first; [] without any.

    New gates get the next numbers.
    """
    mean = members.starts.mean(axis=0)
    centre = members.starts[np.argmin(np.hypot(*(members.starts - mean).T))]
    speed, kinds = float(members.speeds.mean()), kinds_of(members)
    network = Network()
    into = [network.add_node() for _ in range(len(graph))]
    out = list(into)
    capacity = [math.inf] * len(graph)
    for i, kind in enumerate(graph.kinds):
        if kind == "gate":  # a node with a capacity is two, joined by an arc
            out[i] = network.add_node()
            capacity[i] = rate(float(graph.widths[i]), kinds)
            network.add_arc(into[i], out[i], capacity[i], 0.0)
    for (a, b), length, width in zip(
        graph.ends.tolist(), graph.lengths.tolist(), graph.edge_widths.tolist(), strict=True
    ):
        most = rate(width, kinds)
        network.add_arc(out[a], into[b], most, length / speed)
        network.add_arc(out[b], into[a], most, length / speed)
    source, sink = network.add_node(), network.add_node()
    ends = np.array([centre, goal])
    near = graph._router.near(ends)
    for node, length in graph._router.links(centre, near[0]).items():
        network.add_arc(source, into[node], math.inf, length / speed)
    for node, length in graph._router.links(goal, near[1]).items():
        network.add_arc(out[node], sink, math.inf, length / speed)
    if near[0] == near[1]:  # one cell
        direct = world.find_path(centre, goal, graph.radius)
        if direct.found:
            network.add_arc(source, sink, math.inf, direct.length / speed)
    paths = network.quickest(source, sink, len(members))
    row = {node: i for i, node in enumerate(out) if graph.kinds[i] == "gate"}
    through = [0.0] * len(graph)
    for path in paths:
        for node in path.nodes:
            if node in row:
                through[row[node]] += path.rate
    routes = []
    for path in paths:
        crossed = [row[node] for node in path.nodes if node in row]
        tight = [i for i in crossed if capacity[i] < _WIDE * through[i]]
        gates = tuple(_gate(graph, i, numbers) for i in tight)
        width = min((float(graph.widths[i]) for i in crossed), default=math.inf)
        routes.append(Route(gates, width, path.time * speed, path.rate))
    return routes


def _gate(graph: Waypoints, row: int, numbers: Numbers) -> Gate:
    points = graph._layout.gates[row]
    number = numbers.setdefault(tuple(points.ravel().tolist()), len(numbers))
    return Gate(number, points, float(graph.widths[row]), graph.points[row])
