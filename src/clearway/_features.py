"""Areas, doors and links as values: from user input to the core and back."""

from __future__ import annotations

import math
from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np

from . import _geometry as geometry
from ._arguments import as_truth
from ._errors import InvalidInput, UnknownHandle, shown
from ._geometry import POST, WALL, Batch, Geometry, Ints
from ._input import Floats, as_one_or_many, geo_interface, without_altitude
from ._lengths import as_radius
from ._obstacles import Obstacle

if TYPE_CHECKING:
    from ._core import World as CoreWorld
    from ._world import World

AREA, DOOR, LINK, OBSTACLE = range(4)  # kinds of handles, as `_core.World.kind` tells them
KINDS = ("area", "door", "link", "obstacle")
DIRECTIONS = {"left": 1, "right": -1, None: 0}

T = TypeVar("T")


class Record(NamedTuple):
    """What a feature is besides its shape, in the order that the core expects."""

    kind: int
    name: str = ""
    is_on: bool = True
    direction: int = 0
    cost: float = math.nan
    radius: float = math.inf
    two_way: bool = True


class Placed(NamedTuple):
    """A feature with its shape."""

    shape: Geometry
    record: Record


class Area(Obstacle):
    """A region of a world with a `name`: `World.areas`. Nothing in it is blocked.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> mud = world.add_area([(2, 2), (8, 2), (8, 8)], "mud")
    >>> world.areas[mud]
    <Area 0: 'mud', 3 points>
    """

    __slots__ = ("name",)

    def __init__(self, handle: int, placed: Placed, world: World) -> None:
        super().__init__(handle, placed.shape)
        self.name = placed.record.name

    @property
    def kind(self) -> str:
        """Always "area"."""
        return "area"

    def __repr__(self) -> str:
        return f"<Area {self.handle}: {self.name!r}, {len(self.points)} points>"


class Door(Obstacle):
    """A wall that opens: `World.doors`.

    `name` may be empty; `is_open` is its state; `direction` is "left", "right" or None.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> gate = world.add_door([(5, 0), (5, 10)], open=False, name="gate")
    >>> world.doors[gate].is_open
    False
    """

    __slots__ = ("direction", "is_open", "name")

    def __init__(self, handle: int, placed: Placed, world: World) -> None:
        super().__init__(handle, placed.shape)
        record = placed.record
        self.name, self.is_open = record.name, record.is_on
        self.direction = {1: "left", -1: "right"}.get(record.direction)

    @property
    def kind(self) -> str:
        """Always "door"."""
        return "door"

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Door {self.handle}{name}: {'open' if self.is_open else 'closed'}>"


class LinkFeature:
    """A link of a world: `World.links`.

    `a` and `b` are (x, y), or 2 x 2 where any point of a segment will do. `handle`, `name`,
    `cost`, `two_way` and `radius` are as `World.add_link` has them, `enabled` as switched.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> ladder = world.add_link((1, 1), (9, 9), cost=2.0, name="ladder")
    >>> world.links[ladder]
    <LinkFeature 0 'ladder': cost 2.0, usable>
    """

    __slots__ = ("_world", "a", "b", "cost", "enabled", "handle", "name", "radius", "two_way")

    def __init__(self, handle: int, placed: Placed, world: World) -> None:
        record = placed.record
        self._world = world
        self.handle, self.name = handle, record.name
        self.a, self.b = (points[0] if len(points) == 1 else points for _, points in placed.shape)
        self.cost, self.two_way, self.radius = record.cost, record.two_way, record.radius
        self.enabled = record.is_on

    def blocked(self, radius: float = 0.0) -> tuple[str, ...]:
        """Which ends, "a" and "b", are blocked for a disc of this radius, in the world as it is.

        A segment is blocked where no point of it is free. A path does not use such a link.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> ladder = world.add_link((1, 1), (9, 9))
        >>> world.links[ladder].blocked(), world.links[ladder].blocked(radius=2)
        ((), ('a', 'b'))
        """
        r = as_radius(radius)
        ends = {"a": self.a, "b": self.b}
        return tuple(name for name, end in ends.items() if not self._fits(end, r))

    def _fits(self, end: Floats, radius: float) -> bool:
        if end.ndim == 1:
            return bool(self._world.is_free(end, radius))
        line = {"type": "LineString", "coordinates": end.tolist()}
        return bool(self._world.reachable(line, line, radius))

    @property
    def status(self) -> str:
        """Whether paths use it: "usable", "disabled" or, for a point, "blocked at a"."""
        if not self.enabled:
            return "disabled"
        blocked = self.blocked()
        return f"blocked at {' and '.join(blocked)}" if blocked else "usable"

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        ends = [np.atleast_2d(end).mean(axis=0).tolist() for end in (self.a, self.b)]
        return {"type": "LineString", "coordinates": ends}

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<LinkFeature {self.handle}{name}: cost {self.cost!r}, {self.status}>"


TYPES: dict[int, Any] = {AREA: Area, DOOR: Door, LINK: LinkFeature}


class FeatureView(Mapping[int, T], Generic[T]):
    """Handle -> feature of one kind: a live view of a world, in the order of the handles."""

    def __init__(self, world: World, kind: int) -> None:
        self._world, self._kind = world, kind

    def _all(self) -> dict[int, Placed]:
        every = unpack_features(self._world._core.features())
        return {h: placed for h, placed in every.items() if placed.record.kind == self._kind}

    def __getitem__(self, handle: int) -> T:
        placed = self._all().get(handle) if isinstance(handle, int | np.integer) else None
        if placed is None:
            name = KINDS[self._kind]
            raise UnknownHandle(f"no {name} has the handle {shown(handle)}", value=handle)
        return TYPES[self._kind](int(handle), placed, self._world)  # type: ignore[no-any-return]

    # One snapshot for all: reading a feature costs as much as reading them all.
    def items(self) -> ItemsView[int, T]:
        """Handles and features, as of now."""
        made = {h: TYPES[self._kind](h, p, self._world) for h, p in self._all().items()}
        return made.items()

    def values(self) -> ValuesView[T]:
        """The features, as of now."""
        return dict(self.items()).values()

    def __iter__(self) -> Iterator[int]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def named(self, name: str) -> list[int]:
        """The handles of those with this name."""
        return [h for h, placed in self._all().items() if placed.record.name == name]

    def __repr__(self) -> str:
        return f"<{KINDS[self._kind].capitalize()}s: {len(self)}>"


# --- from user input -------------------------------------------------------------------------


def as_name(value: Any, what: str, *, is_needed: bool = False) -> str:
    """The name of a feature; None is "" where none is needed."""
    if value is None and not is_needed:
        return ""
    if not isinstance(value, str) or (is_needed and not value):
        wanted = "a text that is not empty" if is_needed else "a text or None"
        raise InvalidInput(f"{what} is {shown(value)}: {wanted}", value=value)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidInput(f"{what} is {shown(value)}: not valid Unicode", value=value) from None
    return str(value)


def area(ring: Any, name: Any) -> Placed:
    """The arguments of `World.add_area`."""
    return Placed(geometry.area(ring), Record(AREA, as_name(name, "name", is_needed=True)))


def door(line: Any, is_open: Any, direction: Any, name: Any) -> Placed:
    """The arguments of `World.add_door`."""
    if not (direction is None or isinstance(direction, str)) or direction not in DIRECTIONS:
        raise InvalidInput(
            f'direction is {shown(direction)}: "left", "right" or None', value=direction
        )
    record = Record(DOOR, as_name(name, "name"), as_truth(is_open, "open"), DIRECTIONS[direction])
    return Placed(geometry.wall(line), record)


def link(a: Any, b: Any, cost: Any, two_way: Any, radius: Any, name: Any) -> Placed:
    """The arguments of `World.add_link`."""
    paid = math.nan
    if cost is not None:
        paid = as_radius(cost, "cost")
    most = math.inf
    if not (isinstance(radius, float) and radius == math.inf):
        most = as_radius(radius)
    record = Record(LINK, as_name(name, "name"), True, 0, paid, most, as_truth(two_way, "two_way"))
    return Placed(link_shape(a, b), record)


def link_shape(a: Any, b: Any) -> Geometry:
    """The ends of a link."""
    return [_end(a, "a"), _end(b, "b")]


def _end(value: Any, name: str) -> tuple[int, Floats]:
    points = _points_of(value, name)
    if not 1 <= len(points) <= 2:
        raise InvalidInput(
            f"{name} has {len(points)} points: a point, or the two ends of a segment", value=value
        )
    if len(points) == 2 and (points[0] == points[1]).all():
        points = points[:1]
    return (POST if len(points) == 1 else WALL), points


def _points_of(value: Any, name: str) -> Floats:
    shape = geo_interface(value)
    if shape is not None:
        if shape["type"] not in ("Point", "LineString"):
            raise InvalidInput(
                f"{name} must be a point or a line, not a {shown(shape['type'])}", value=value
            )
        value = without_altitude(shape.get("coordinates"))
    return as_one_or_many(value, name)[0]


# --- to the core and back ----------------------------------------------------------------------


def pack_features(features: Mapping[int, Placed]) -> tuple[Ints, Batch, list[Any]]:
    """Handles, flat shapes and records, as `_core.World.apply_features` takes them."""
    handles: Ints = np.fromiter(features, dtype=np.int64, count=len(features))
    batch = geometry.pack([placed.shape for placed in features.values()])
    return handles, batch, [tuple(placed.record) for placed in features.values()]


def unpack_features(flat: tuple[Any, ...]) -> dict[int, Placed]:
    """The features of a world by handle, ascending."""
    handles, *batch, records = flat
    shapes = geometry.unpack(Batch(*batch))
    placed = (Placed(s, Record(*r)) for s, r in zip(shapes, records, strict=True))
    return dict(sorted(zip(handles.tolist(), placed, strict=True)))


def apply_features(
    core: CoreWorld,
    removed: Sequence[int],
    added: Mapping[int, Geometry],
    features: Mapping[int, Placed],
    switched: Mapping[int, bool],
) -> None:
    """One edit of obstacles and features."""
    handles: Ints = np.fromiter(added, dtype=np.int64, count=len(added))
    obstacles = geometry.pack(list(added.values()))
    own, shapes, records = pack_features(features)
    gone: Ints = np.array(removed, dtype=np.int64)
    core.apply_features(gone, handles, *obstacles, own, *shapes, records, list(switched.items()))
