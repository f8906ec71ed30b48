"""What it costs to pass corridors and gates of the terrain, as a query gives it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from .._costs import AVOID
from .._errors import InvalidInput, shown
from .._input import Floats
from .._path import Path
from .._structures import ChokePoint, Corridor

if TYPE_CHECKING:
    from .._abstraction import Abstraction


class Kind(NamedTuple):
    """What has a price: its name, the type that has a `number`, and how many there are."""

    name: str
    type: type[Corridor] | type[ChokePoint]
    total: int

    @classmethod
    def corridors(cls, terrain: Abstraction) -> Kind:
        """The corridors of the world."""
        return cls("corridor", Corridor, len(terrain.corridors))

    @classmethod
    def gates(cls, terrain: Abstraction) -> Kind:
        """The gates of the world."""
        return cls("gate", ChokePoint, len(terrain._source.choke_widths))


def as_prices(kind: Kind, avoided: list[Any], costs: Any) -> dict[int, float]:
    """The cost of each, by number; AVOID forbids."""
    name = f"{kind.name}_costs"
    if costs is not None and not isinstance(costs, Mapping):
        raise InvalidInput(
            f"{name} is {shown(costs)}: a dict of numbers of {kind.name}s and costs", value=costs
        )
    out: dict[int, float] = {}
    for key, cost in (costs or {}).items():
        number = cost.item() if isinstance(cost, np.generic) else cost
        is_number = isinstance(number, int | float) and not isinstance(number, bool)
        if not is_number or math.isnan(number) or number < 0:
            raise InvalidInput(f"{name}[{shown(key)}] is {shown(cost)}: 0 or more", value=cost)
        out[_number(kind, key, name)] = float(number)
    for key in avoided:
        out[_number(kind, key, f"avoid_{kind.name}s")] = AVOID
    return out


def _number(kind: Kind, key: Any, name: str) -> int:
    number = key.number if isinstance(key, kind.type) else key
    is_number = isinstance(number, int | np.integer) and not isinstance(number, bool)
    if not is_number or not 0 <= number < kind.total:
        known = f"{kind.name}s 0 to {kind.total - 1}" if kind.total else f"no {kind.name}s"
        raise InvalidInput(f"{name} has {shown(key)}: the world has {known}", value=key)
    return int(number)


class GatePrices:
    """The gates of a terrain that cost something."""

    def __init__(self, terrain: Abstraction, prices: dict[int, float]) -> None:
        self._mesh = terrain.mesh
        gates, places = terrain._source.choke_gates, terrain._source.choke_places
        # x0, y0, x1, y1, cost, corridor
        self.rows: list[tuple[float, float, float, float, float, int]] = [
            (*gates[i].reshape(4).tolist(), price, int(places[i, 1]) if places[i, 0] == 2 else -1)
            for i, price in prices.items()
            if price > 0
        ]

    def paid(self, start: Floats, path: Path, goal: Floats) -> float:
        """What a path pays: how often the line through the middles of its portals crosses gates."""
        if not self.rows:
            return 0.0
        corners = self._mesh.triangles[path.channel]
        line = [tuple(start.tolist())]
        for before, after in zip(corners[:-1].tolist(), corners[1:].tolist(), strict=True):
            ends = [v for v in before if v in after]
            line.append(tuple(self._mesh.vertices[ends].mean(axis=0).tolist()))
        line.append(tuple(goal.tolist()))
        paid = 0.0
        for x0, y0, x1, y1, price, _ in self.rows:
            if count := _crossings((x0, y0), (x1, y1), line):
                paid += abs(count) * price
        return paid


def _crossings(a: Any, b: Any, line: list[Any]) -> int:
    """How often the line crosses ab, from left to right more often than back."""
    count, left = 0, [_core.orientation(a, b, p) >= 0 for p in line]
    for i in range(1, len(line)):
        if left[i] != left[i - 1]:
            p, q = line[i - 1], line[i]
            if _core.orientation(p, q, a) * _core.orientation(p, q, b) < 0:
                count += 1 if left[i - 1] else -1
    return count
