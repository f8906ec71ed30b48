"""The trips of members on each of the routes that they can take."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from .._input import Floats
from .._path import Path
from .members import Members, fits, headway
from .queueing import Trip
from .routes import Gate, Route

if TYPE_CHECKING:
    from .._world import World


def trip_options(
    world: World, members: Members, goal: Floats, routes: list[Route], direct: list[Path]
) -> list[dict[int, Trip]]:
    """By member: its trip on each route that it can take, through the middles of gates."""
    radius = float(members.radii.min())
    every = {gate.number: gate for route in routes for gate in route.gates}
    first = {route.gates[0].number: route.gates[0] for route in routes if route.gates}
    to_first = {
        number: world.distances(gate.middle, members.starts, radius)
        for number, gate in first.items()
    }
    behind = [_lengths_behind(world, route, goal, radius) for route in routes[:-1]]
    out = []
    for i, path in enumerate(direct):
        options: dict[int, Trip] = {}
        if any(_crosses(path, gate) for gate in every.values()):
            for number, route in enumerate(routes[:-1]):
                if not fits(route.width, float(members.radii[i])):
                    continue
                before = float(to_first[route.gates[0].number][i])
                trip = trip_of(members, i, route.gates, [before, *behind[number]])
                if all(math.isfinite(d) for d in trip.distances):
                    options[number] = trip
        if not options:
            options[len(routes) - 1] = trip_of(members, i, (), [path.length])
        out.append(options)
    return out


def _lengths_behind(world: World, route: Route, goal: Floats, radius: float) -> list[float]:
    """From each gate of a route to the next, and from the last one to the goal."""
    stops = np.array([*(gate.middle for gate in route.gates), goal])
    return [path.length for path in world.find_paths(stops[:-1], stops[1:], radius)]


def trip_of(members: Members, i: int, gates: tuple[Gate, ...], distances: list[float]) -> Trip:
    """The trip of member i through these gates."""
    radius, speed = float(members.radii[i]), float(members.speeds[i])
    return Trip(
        tuple(gate.number for gate in gates),
        tuple(float(d) for d in distances),
        speed,
        tuple(headway(gate.width, radius, speed) for gate in gates),
    )


def _crosses(path: Path, gate: Gate) -> bool:
    """Whether the path passes the gate, in the direction across it."""
    p, q = gate.points
    along = (q - p) / gate.width
    offset = path.points - p
    side = along[0] * offset[:, 1] - along[1] * offset[:, 0]
    at = offset @ along
    turns = np.flatnonzero(np.sign(side[:-1]) * np.sign(side[1:]) <= 0)
    for k in turns.tolist():
        a, b = side[k], side[k + 1]
        share = a / (a - b) if a != b else 0.0
        if 0.0 <= at[k] + share * (at[k + 1] - at[k]) <= gate.width:
            return True
    return False
