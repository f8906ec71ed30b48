"""Planner "tra*"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InvalidInput, shown
from .._goals import is_place
from .._input import as_point
from .._lengths import as_radius
from .._path import Path
from .._snapping import as_snap
from ._anytime import Anytime
from ._terrain_prices import GatePrices, Kind, as_prices

if TYPE_CHECKING:
    from .._abstraction import Abstraction
    from .._world import World

_TERRAIN = ("avoid_corridors", "corridor_costs", "avoid_gates", "gate_costs")


class TRAStar(Anytime, core="tra*"):
    """Triangulation Reduction A* (Demyen 2007, chapter 7): TA* on the most abstract graph.

    The graph (`World.abstraction`) is built when first needed after an edit.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> cw.TRAStar(world).find_path((1, 5), (9, 5), radius=0.5).optimal
    True
    """

    def find_path(
        self,
        start: Any,
        goal: Any,
        radius: float = 0.0,
        *,
        snap: float | None = None,
        avoid_corridors: Any = (),
        corridor_costs: Any = None,
        avoid_gates: Any = (),
        gate_costs: Any = None,
        **options: Any,
    ) -> Path:
        """Like `World.find_path`, where corridors and gates may cost more or be forbidden.

        Corridors are those of `World.abstraction()` as it is now, or their numbers.
        `corridor_costs` says what it costs to pass each from one decision node to the other,
        besides its length; `avoid_corridors` forbids that. A path that begins or ends in a corridor
        does not pass it. Gates are those of `Abstraction.choke_points()`, or their numbers.
        `gate_costs` says what it costs to pass each, wherever the path begins; `avoid_gates`
        forbids it. `path.cost` is least, as far as the search goes; `path.optimal` says that
        this is proved, `path.lower_bound` bounds the cost. Nothing is triangulated again.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 20, 10))
        >>> boxes = [world.add([(x, y), (x + 4, y), (x + 4, y + 4), (x, y + 4)])
        ...          for x in (4, 12) for y in (0.5, 5.5)]
        >>> terrain = world.abstraction()
        >>> here, there = (1.0, 5.0), (19.0, 5.0)
        >>> path = world.find_path(here, there, planner="tra*")
        >>> passed = [c for c in terrain.corridors if set(c.triangles) & set(path.channel)]
        >>> around = world.find_path(here, there, planner="tra*", avoid_corridors=passed)
        >>> around.length > path.length
        True
        >>> narrow = [c for c in terrain.choke_points() if 4 < c.gate[:, 0].mean() < 8]
        >>> tolls = {choke.number: 2.5 for choke in narrow}
        >>> world.find_path(here, there, planner="tra*", gate_costs=tolls).cost
        20.5
        """
        avoided = _as_list(avoid_corridors, "avoid_corridors")
        shut = _as_list(avoid_gates, "avoid_gates")
        given = {
            "avoid_corridors": avoided,
            "corridor_costs": corridor_costs,
            "avoid_gates": shut,
            "gate_costs": gate_costs,
        }
        if corridor_costs is None and gate_costs is None and not avoided and not shut:
            return super().find_path(start, goal, radius, snap=snap, **options)
        if is_place(goal):
            raise InvalidInput(
                "costs of corridors and gates need a goal that is a point", value=goal
            )
        a, b, r = as_point(start, "start"), as_point(goal, "goal"), as_radius(radius)
        if snap is not None:
            most = as_snap(snap)
            return self._find_between_free_points(a, b, r, most, {**options, **given})
        terrain = self.world.abstraction()
        costs = as_prices(Kind.corridors(terrain), avoided, corridor_costs)
        gates = GatePrices(terrain, as_prices(Kind.gates(terrain), shut, gate_costs))
        answers = self.world._core.find_corridor_paths(
            terrain.version,
            list(costs.items()),
            gates.rows,
            a,
            b,
            np.array([r]),
            1,
            self._checked(options),
        )
        path = Path(self.world, answers, 0, a[0], b[0], r, self.name)
        if path.found:
            passed = _passed(terrain, path.channel.tolist())
            path._extra = sum(costs.get(c, 0.0) for c in passed) + gates.paid(a[0], path, b[0])
        return path

    @classmethod
    def _find_fast(
        cls, world: World, start: Any, goal: Any, radius: Any, options: dict[str, Any]
    ) -> Path | None:
        if options and not options.keys().isdisjoint(_TERRAIN):
            return None
        return super()._find_fast(world, start, goal, radius, options)


TRAStar._fast_name = TRAStar.name  # without corridors `find_path` is that of the base


def _as_list(value: Any, name: str) -> list[Any]:
    try:
        return list(value)
    except TypeError:
        what = name.removeprefix("avoid_")
        raise InvalidInput(
            f"{name} is {shown(value)}: {what} or their numbers", value=value
        ) from None


def _passed(terrain: Abstraction, channel: list[int]) -> list[int]:
    """The corridors that a channel passes, from one decision node to the next."""
    out, levels, neighbours = [], terrain.levels, terrain.mesh.neighbours
    nodes = [i for i, t in enumerate(channel) if levels[t] == 3]
    for i in nodes[:-1]:
        side = neighbours[channel[i]].tolist().index(channel[i + 1])
        out.append(int(terrain.structures[channel[i], side]))
    return out
