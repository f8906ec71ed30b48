"""The features of a world as named arrays, for files and pickles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _geometry as geometry
from ._errors import InvalidInput
from ._features import DIRECTIONS, TYPES, Placed, Record
from ._geometry import Batch

FIELDS = ("kinds", "on", "directions", "costs", "radii", "two_way")


def feature_arrays(flat: tuple[Any, ...]) -> dict[str, Any]:
    """The features of a world as named arrays (`_arrays.FEATURES`)."""
    handles, starts, chain_starts, roles, points, records = flat
    names = [record[1].encode() for record in records]
    columns = list(zip(*records, strict=True)) if records else [()] * len(Record._fields)
    kinds, _, on, directions, costs, radii, two_way = columns
    return {
        "feature_handles": handles,
        "feature_starts": starts,
        "feature_chain_starts": chain_starts,
        "feature_roles": roles,
        "feature_points": points,
        "feature_kinds": np.array(kinds, dtype=np.uint8),
        "feature_on": np.array(on, dtype=np.uint8),
        "feature_directions": np.array(directions, dtype=np.int64),
        "feature_costs": np.array(costs, dtype=float),
        "feature_radii": np.array(radii, dtype=float),
        "feature_two_way": np.array(two_way, dtype=np.uint8),
        "feature_name_starts": geometry.starts([len(name) for name in names]),
        "feature_names": np.frombuffer(b"".join(names), dtype=np.uint8),
    }


def features_of_arrays(state: Mapping[str, Any]) -> dict[int, Placed]:
    """The inverse of `feature_arrays`; refuses arrays that do not fit together."""
    starts, chain_starts, roles, points = (
        state[f"feature_{name}"] for name in ("starts", "chain_starts", "roles", "points")
    )
    flat = Batch(starts, chain_starts, roles, points)
    count = len(state["feature_handles"])
    starts = state["feature_name_starts"]
    text = state["feature_names"].tobytes()
    columns = [state[f"feature_{name}"] for name in FIELDS]
    fits = len(starts) == count + 1 and all(len(column) == count for column in columns)
    fits = fits and starts[0] == 0 and starts[-1] == len(text) and (np.diff(starts) >= 0).all()
    if not (fits and _partitions(flat, count)):
        raise InvalidInput("the arrays of the features do not fit together")
    out: dict[int, Placed] = {}
    shapes = geometry.unpack(flat)
    for i, handle in enumerate(state["feature_handles"].tolist()):
        kind, on, direction, cost, radius, two_way = (column[i].item() for column in columns)
        if kind not in TYPES or direction not in DIRECTIONS.values():
            raise InvalidInput(f"feature {i} is of an unknown kind", i, kind)
        try:
            name = text[starts[i] : starts[i + 1]].decode()
        except UnicodeDecodeError:
            raise InvalidInput(f"feature {i} has a name that is not UTF-8", i) from None
        record = Record(kind, name, bool(on), direction, cost, radius, bool(two_way))
        out[handle] = Placed(shapes[i], record)
    if len(out) != count:
        raise InvalidInput("two features have the same handle")
    return out


def _partitions(flat: Batch, count: int) -> bool:
    """Whether the starts divide what they index."""
    for starts, total in (
        (flat.obstacle_starts, len(flat.roles)),
        (flat.chain_starts, len(flat.points)),
    ):
        if not len(starts) or starts[0] != 0 or starts[-1] != total or (np.diff(starts) < 0).any():
            return False
    return len(flat.obstacle_starts) == count + 1 and len(flat.chain_starts) == len(flat.roles) + 1
