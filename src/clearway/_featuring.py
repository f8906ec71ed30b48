"""Areas, doors and links: the part of `World` that adds and switches them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from . import _features as features
from ._core import World as CoreWorld
from ._costs import as_costs, as_doors, check_names
from ._editing import Edits
from ._errors import InvalidInput, UnknownHandle, shown
from ._features import AREA, DOOR, LINK, Area, Door, FeatureView, LinkFeature, Placed
from ._input import as_handle
from ._types import RingLike

if TYPE_CHECKING:
    from ._variants import KeptVariant
    from ._world import World

_MOST_VARIANTS = 8  # as SharedWorld::max_variants


class Featuring:
    """What a world has besides obstacles.

    Only `World` derives from this class: `self` is a World.
    """

    _core: CoreWorld
    _edits: Edits

    def add_area(self, ring: RingLike, name: str) -> int:
        """Adds a named area, and returns its handle.

        Nothing in it is blocked: a query says what it costs (`find_path(..., costs=...)`). `ring`
        is what `add` takes. Areas may overlap each other and obstacles, and several may have one
        name. `move` and `remove` take the handle.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> camp = world.add_area([(4, 2), (6, 2), (6, 8), (4, 8)], "enemy")
        >>> world.find_path((1, 5), (9, 5)).length
        8.0
        >>> round(world.find_path((1, 5), (9, 5), costs={"enemy": cw.AVOID}).length, 3)
        10.485
        """
        return self._add_feature(features.area(ring, name))

    def add_door(
        self,
        line: RingLike,
        open: bool = True,  # noqa: A002
        *,
        direction: str | None = None,
        name: str | None = None,
    ) -> int:
        """Adds a wall that opens, and returns its handle.

        `line` is what `add_wall` takes. A closed door is a wall; an open one is nothing at all, and
        where it lies in an obstacle, the obstacle blocks. `direction`: an open door may be passed
        only to the "left" or to the "right" of its line, seen from its first point.
        docs/how-to/areas-doors-links.md says which calls know one-way doors.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> gate = world.add_door([(5, 0), (5, 10)], open=False)
        >>> world.reachable((1, 5), (9, 5))
        False
        >>> world.open(gate)
        >>> world.reachable((1, 5), (9, 5))
        True
        """
        return self._add_feature(features.door(line, open, direction, name))

    def open(self, handle: int) -> None:
        """Opens a door; nothing happens if it is open.

        Costs as much as an edit of its wall: microseconds, in worlds of any size.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> gate = world.add_door([(5, 0), (5, 10)], open=False)
        >>> world.open(gate)
        >>> world.doors[gate]
        <Door 0: open>
        """
        self._switch(handle, DOOR, True)

    def close(self, handle: int) -> None:
        """Closes a door; nothing happens if it is closed.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> gate = world.add_door([(5, 0), (5, 10)])
        >>> world.close(gate)
        >>> world.find_path((1, 5), (9, 5)).status
        Status.NO_PATH
        """
        self._switch(handle, DOOR, False)

    def add_link(
        self,
        a: Any,
        b: Any,
        cost: float | None = None,
        two_way: bool = True,
        radius: float = math.inf,
        name: str | None = None,
    ) -> int:
        """Adds a link, a way from a to b beside the plane, and returns its handle.

        A ladder, a jump, a ferry. `a` and `b` are points, or segments (2 x 2), of which any point
        will do. `cost` is what it costs to take it, in units of length, 0 or more; None: the least
        distance between a and b. `radius`: for discs up to this one. A link with a blocked end is
        not used; `world.links[handle].status` says so.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> wall = world.add_wall([(5, 0), (5, 10)])
        >>> ladder = world.add_link((4, 5), (6, 5), cost=3.0)
        >>> path = world.find_path((1, 5), (9, 5))
        >>> path.length, path.cost, path.links
        (6.0, 9.0, (1,))
        """
        return self._add_feature(features.link(a, b, cost, two_way, radius, name))

    def enable(self, handle: int) -> None:
        """Lets paths use a link again.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> ferry = world.add_link((1, 1), (9, 9))
        >>> world.disable(ferry)
        >>> world.enable(ferry)
        """
        self._switch(handle, LINK, True)

    def disable(self, handle: int) -> None:
        """Keeps a link, but no path uses it.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> ferry = world.add_link((1, 1), (9, 9))
        >>> world.disable(ferry)
        >>> world.links[ferry].status
        'disabled'
        """
        self._switch(handle, LINK, False)

    @property
    def areas(self) -> FeatureView[Area]:
        """Handle -> `Area`, a live view."""
        return FeatureView(self, AREA)  # type: ignore[arg-type]

    @property
    def doors(self) -> FeatureView[Door]:
        """Handle -> `Door`, a live view."""
        return FeatureView(self, DOOR)  # type: ignore[arg-type]

    @property
    def links(self) -> FeatureView[LinkFeature]:
        """Handle -> `LinkFeature`, a live view."""
        return FeatureView(self, LINK)  # type: ignore[arg-type]

    def variant(self, costs: Any = None, doors: Any = None) -> World:
        """The world as a query with these `costs` and `doors` sees it.

        A world of its own, for every query: areas to avoid are obstacles, doors are as asked. It
        follows the edits of this world by itself, and cannot be edited. The first use builds its
        mesh; the last 8 are kept, each as large as the world. The world itself if nothing differs.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> camp = world.add_area([(4, 0), (6, 0), (6, 10), (4, 10)], "enemy")
        >>> world.variant(costs={"enemy": cw.AVOID}).reachable((1, 5), (9, 5))
        False
        """
        seen, weights = self._seen(costs, doors)
        if weights:
            name, factor = next(iter(weights.items()))
            raise InvalidInput(
                f"costs[{name!r}] is {factor!r}: a variant takes cw.AVOID only; find_path takes"
                " factors",
                value=factor,
            )
        return seen

    def _seen(self, costs: Any, doors: Any) -> tuple[World, dict[str, float]]:
        """The world that a query sees, and the factors of areas other than 1."""
        from ._variants import Variant

        asked = as_costs(costs)
        if costs is not None and len(asked.avoided) < len(costs):
            check_names(self, costs)  # type: ignore[arg-type]
        states = as_doors(self, doors)  # type: ignore[arg-type]
        if not asked.avoided and not states:
            return self, asked.weights  # type: ignore[return-value]
        try:
            core = self._core.variant(list(asked.avoided), list(states))
        except UnknownHandle:
            raise
        except InvalidInput:
            check_names(self, costs)  # type: ignore[arg-type]
            raise
        if core is None:
            return self, asked.weights  # type: ignore[return-value]
        kept = self._variants.pop((asked.avoided, states), None)
        if kept is not None and kept.core is core:
            seen = kept.variant_of(self)  # type: ignore[arg-type]
        else:
            seen = Variant._of(self, core)  # type: ignore[arg-type]
        self._variants[asked.avoided, states] = seen._for_world()
        if len(self._variants) > _MOST_VARIANTS:
            self._variants.pop(next(iter(self._variants)), None)
        return seen, asked.weights

    _variants: dict[Any, KeptVariant]

    def _add_feature(self, placed: Placed) -> int:
        handle = int(self._core.reserve_handles(1))
        if self._edits.open is not None:
            self._edits.open.add({handle: placed})
        else:
            features.apply_features(self._core, [], {}, {handle: placed}, {})
        return handle

    def _switch(self, handle: Any, kind: int, is_on: bool) -> None:
        known = as_handle(handle)
        transaction = self._edits.open
        if transaction is not None:
            transaction.switch(known, kind, is_on)
            return
        if self._core.kind(known) != kind:
            name = features.KINDS[kind]
            raise UnknownHandle(f"no {name} has the handle {shown(handle)}", value=handle)
        features.apply_features(self._core, [], {}, {}, {known: is_on})
