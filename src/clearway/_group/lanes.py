"""Paths of members through the lanes of gates."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from .._input import Floats
from .._path import Path
from .._waypoints.joining import path_along
from .members import Members, lanes
from .queueing import Trip
from .routes import Gate, Route
from .trips import trip_of

if TYPE_CHECKING:
    from .._world import World

_INWARDS = 1e-9  # of the way to the middle of a gate: far more than rounding, and not to be seen


def paths_through(
    world: World, members: Members, routes: list[Route], chosen: list[int], slots: Floats
) -> tuple[list[Path], list[Trip]]:
    """Paths through the lanes of gates, and the trips that they are.

    A member that is too wide for a part of its route goes straight, by the last route, without
    gates; `chosen` then says so.
    """
    shares = _shares(members, routes, chosen)
    stops: list[list[Floats]] = []
    for i, route in enumerate(chosen):
        points = [members.starts[i]]
        for gate in routes[route].gates:
            count = lanes(gate.width, float(members.radii[i]))
            lane = int(shares[gate.number][i] * count)
            points.append(_lane(gate, float(members.radii[i]), lane, count))
        stops.append([*points, slots[i]])
    legs = [(i, a, b) for i, points in enumerate(stops) for a, b in pairwise(points)]
    found = world.find_paths(
        np.array([a for _, a, _ in legs]),
        np.array([b for _, _, b in legs]),
        members.radii[[i for i, _, _ in legs]],
    )
    by_member: list[list[Path]] = [[] for _ in stops]
    for (i, _, _), path in zip(legs, found, strict=True):
        by_member[i].append(path)
    paths, trips = [], []
    for i, pieces in enumerate(by_member):
        gates = routes[chosen[i]].gates
        if not all(piece.found for piece in pieces):
            pieces, gates = [world.find_path(stops[i][0], stops[i][-1], members.radii[i])], ()
            chosen[i] = len(routes) - 1
        trips.append(trip_of(members, i, gates, [piece.length for piece in pieces]))
        if len(pieces) == 1:
            paths.append(pieces[0])
            continue
        rows = [piece._rows for piece in pieces]
        radius = float(members.radii[i])
        paths.append(path_along(world, pieces[0].version, radius, rows, stops[i][0], stops[i][-1]))
    return paths, trips


def _shares(
    members: Members, routes: list[Route], chosen: list[int]
) -> dict[int, dict[int, float]]:
    """By gate and member: the share of those who pass on one side of it, from 0 to below 1.

    Members keep the order across the gate in which they start, so their ways do not cross.
    """
    passing: dict[int, tuple[Gate, list[int]]] = {}
    for i, route in enumerate(chosen):
        for gate in routes[route].gates:
            passing.setdefault(gate.number, (gate, []))[1].append(i)
    out: dict[int, dict[int, float]] = {}
    for number, (gate, rows) in passing.items():
        along = members.starts[rows] @ (gate.points[1] - gate.points[0])
        order = np.argsort(along, kind="stable").tolist()
        out[number] = {rows[k]: rank / len(rows) for rank, k in enumerate(order)}
    return out


def _lane(gate: Gate, radius: float, lane: int, count: int) -> Floats:
    """Where a disc passes a gate on one of its lanes.

    Its clearance there is the distance to the nearer end of the gate: the disc over it is empty.
    """
    if count == 1:
        return gate.middle
    p, q = gate.points
    at = radius + (gate.width - 2 * radius) * lane / (count - 1)
    if lane in (0, count - 1):  # rounding must not push the disc into the obstacle
        at += (0.5 * gate.width - at) * _INWARDS
    return np.asarray(p + (q - p) * (at / gate.width))
