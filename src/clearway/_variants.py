"""A world as one query sees it."""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

from ._core import World as CoreWorld
from ._world import World


class Variant(World):
    """A world in which some areas are obstacles and some doors are in another state.

    Made by `World.variant` and by queries with `costs` or `doors`; `world` is the world that it
    belongs to, and whose edits it follows. A copy or pickle of it is a plain world.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> gate = world.add_door([(5, 0), (5, 10)], open=False)
    >>> world.variant(doors={gate: True})
    <Variant of <World (0, 0, 10, 10): 0 obstacles>>
    """

    world: World

    @classmethod
    def _of(cls, world: World, core: CoreWorld) -> Variant:
        variant = cls.__new__(cls)
        variant._begin(core, world._limit)
        variant.world = world
        variant._in_frame_of(world)
        return variant

    def _for_world(self) -> KeptVariant:
        """What the world keeps of it."""
        parts = {name: part for name, part in self.__dict__.items() if name != "world"}
        return KeptVariant(self._core, parts, weakref.ref(self))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return World._from_state, (self._state(),)

    def __deepcopy__(self, memo: dict[int, Any]) -> World:
        return World._from_state(self._state())

    def __repr__(self) -> str:
        return f"<Variant of {self.world!r}>"


def relaxed_variant(world: World) -> Variant | None:
    """The world with its open one-way doors open to both sides; None: none is open."""
    core = world._core.relaxed()
    if core is None:
        return None
    return Variant._of(world.world if isinstance(world, Variant) else world, core)


class KeptVariant(NamedTuple):
    """What a world keeps of a variant: all but the reference to the world, which would be a cycle.

    So a variant that nobody uses is made again for the next query, with what was prepared for it.
    """

    core: CoreWorld
    parts: dict[str, Any]
    used: weakref.ref[Variant]

    def variant_of(self, world: World) -> Variant:
        """The variant that is in use, or another with the same parts."""
        variant = self.used()
        if variant is None:
            variant = Variant.__new__(Variant)
            variant.__dict__.update(self.parts, world=world)
        return variant
