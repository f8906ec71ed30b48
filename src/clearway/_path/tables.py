"""Several paths as one GeoJSON document and as a pandas DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import as_truth
from .._frame import crs_member, written
from .._imports import importing_extra
from .._input import Floats
from .absent import AbsentWorld
from .status import Status

if TYPE_CHECKING:
    import pandas as pd

    from .batch import Paths


def feature_collection(
    paths: Paths, clearance: bool, points: dict[str, Any], world: Any
) -> dict[str, Any]:
    """A FeatureCollection with the row of each path as its id."""
    with_clearance = as_truth(clearance, "clearance")
    features = []
    for i, path in enumerate(paths):
        feature = path.to_geojson(**points)
        feature.pop("crs", None)  # stated once, for all
        if with_clearance:
            feature["properties"]["clearance"] = path.clearance if len(path.points) else None
        features.append({"type": "Feature", "id": i, **feature})
    return {"type": "FeatureCollection", **crs_member(world), "features": features}


def dataframe(paths: Paths, clearance: bool | None) -> pd.DataFrame:
    """One row for each path."""
    with importing_extra("pandas", "to_dataframe", "data"):
        import pandas as pd
    world, _, starts, goals, _, planner = paths._fields
    rows = paths._rows
    columns: dict[str, Any] = {
        "status": pd.Categorical.from_codes(paths.status, [status.name for status in Status]),
        "length": paths.length,
        "optimal": paths.optimal,
        "lower_bound": paths.lower_bound,
        "radius": paths.radius,
        **_columns("start", written(starts[rows], world)),
        **_columns("goal", written(goals[rows], world)),
        "planner": planner,
        "expanded": paths.expanded,
        "generated": paths.generated,
        "seconds": paths.seconds,
    }
    if clearance is None:
        clearance = not isinstance(world, AbsentWorld)
    if as_truth(clearance, "clearance"):
        columns["clearance"] = paths.clearance
    return pd.DataFrame(columns, index=pd.RangeIndex(len(paths), name="path"))


def _columns(name: str, points: Floats) -> dict[str, Any]:
    array = np.asarray(points, dtype=float).reshape(-1, 2)
    return {f"{name}_x": array[:, 0], f"{name}_y": array[:, 1]}
