"""A world as arrays: the part of `World` that files, pickles and copies use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ._arrays import FEATURES, WORLD, checked_arrays
from ._core import World as CoreWorld
from ._errors import InvalidInput
from ._feature_arrays import feature_arrays, features_of_arrays
from ._features import apply_features
from ._geometry import Batch, Ints

if TYPE_CHECKING:
    from ._editing import Transaction


class Pickling:
    """The state of a world as a dict of arrays.

    Only `World` derives from this class: `self` is a World.
    """

    _core: CoreWorld
    _limit: float

    if TYPE_CHECKING:  # of `World` and `ObstacleEditing`

        @property
        def _transaction(self) -> Transaction | None: ...
        def _begin(self, core: CoreWorld, limit: float) -> None: ...
        def _add_batch(self, batch: Batch, handles: Ints | None = None) -> Ints: ...

    def _state(self) -> dict[str, Any]:
        if self._transaction is not None:
            raise InvalidInput("a world cannot be saved or copied inside editing()")
        chain_starts, roles, points = self._core.bounds()
        next_handle, handles, *flat, features = self._core.state()
        return {
            "ground_starts": chain_starts,
            "ground_roles": roles,
            "ground_points": points,
            "handles": handles,
            **dict(zip(Batch._fields, flat, strict=True)),
            "next_handle": np.array([next_handle], dtype=np.int64),
            "max_radius": np.array([self._limit]),
            **(feature_arrays(features) if len(features[0]) else {}),
        }

    @classmethod
    def _from_state(cls, state: dict[str, Any]) -> Self:
        world = cls.__new__(cls)
        world.__setstate__(state)
        return world

    def __getstate__(self) -> dict[str, Any]:
        own = {"_core", "_limit", "_edits", "_watching", "_planners", "_variants", "_abstraction"}
        own.add("_waypoint_graphs")
        extra = {name: value for name, value in self.__dict__.items() if name not in own}
        return {**self._state(), "attributes": extra}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state.get("attributes", {}))
        kinds = WORLD | FEATURES if "feature_handles" in state else WORLD
        state = checked_arrays({"max_radius": np.array([np.inf])} | state, kinds)
        starts, roles, points = (state[f"ground_{name}"] for name in ("starts", "roles", "points"))
        limit, next_handle = float(state["max_radius"][0]), int(state["next_handle"][0])
        if not 0 <= next_handle <= 2**62 or (state["handles"] >= next_handle).any():
            raise InvalidInput(f"next_handle {next_handle} is out of range", value=next_handle)
        self._begin(CoreWorld(starts, roles, points, limit), limit)
        self._add_batch(Batch(*(state[name] for name in Batch._fields)), state["handles"])
        if "feature_handles" in state:
            features = features_of_arrays(state)
            if any(not 0 <= handle < next_handle for handle in features):
                raise InvalidInput("a feature has a handle that is out of range")
            apply_features(self._core, [], {}, features, {})
        self._core.reserve_handles(max(0, next_handle - self._core.reserve_handles(0)))
