"""The data of its world that a pickled path keeps."""

from __future__ import annotations

from typing import Any

from .. import _core
from .._errors import InvalidInput
from .._frame import Frame


class AbsentWorld(Frame):
    """Replaces the world or grid of a path that was pickled without it.

    It keeps the frame, in which the path writes its coordinates, and the width of a grid.
    Everything else needs the world and raises an error.
    """

    version = -1  # no world has it: a channel cannot be looked up

    def __init__(self, world: Any) -> None:
        self._in_frame_of(world)
        self.kind: str = world.kind if isinstance(world, AbsentWorld) else _kind(world)
        if self.kind == "grid":
            self.width = world.width

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # requested by copy, pickle and the like
            raise AttributeError(name)
        raise self.error()

    def error(self, what: str = "", hint: str = "") -> InvalidInput:
        """The error for a query, named `what`, that only the world can answer."""
        kind = self.__dict__.get("kind", "world")
        asked = f"{what}: " if what else ""
        if not what:  # verify is among those
            hint = f", or pass it to verify, as in path.verify({kind})"
        return InvalidInput(
            f"{asked}a path is pickled without its {kind}: attach it with "
            f"path = path.in_world({kind}){hint}"
        )

    def __repr__(self) -> str:
        return f"<the {self.kind} of a pickled path>"


def _kind(world: Any) -> str:
    return "grid" if isinstance(world._core, _core.Grid) else "world"
