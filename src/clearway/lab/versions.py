"""Results that belong to one version of a world that others may edit at the same time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .._errors import ClearwayError
from .._mesh import Mesh
from .._world import World

T = TypeVar("T")
_ATTEMPTS = 5


def with_mesh(world: World, compute: Callable[[], T]) -> tuple[Mesh, T]:
    """The mesh and a result whose rows are those of the mesh; computed again after an edit."""
    for _ in range(_ATTEMPTS):
        mesh = world.mesh()
        result = compute()
        if world.version == mesh.version:
            return mesh, result
    raise ClearwayError("the world is edited all the time: the result fits no version of it")
