"""Paths: exact lines and arcs, with proved bounds and measurements.

`base`: the answer to a query; `polyline`, `sampling`: its points, with arcs sampled; `along`,
`following`: positions by distance; `parts`: the path before and after a distance; `timing`: arrival
times; `measures`: clearance, narrowest point, verification; `corridor`: the free space around it;
`snapped`: ends that were moved; `export`: other formats; `path`: `Path` itself; `batch`: `Paths`;
`answers`: the arrays behind them.
"""

from __future__ import annotations

from .answers import Answers, arrays_of, joined, through
from .batch import Paths
from .path import Path
from .snapped import Snapped
from .status import Status

__all__ = ["Answers", "Path", "Paths", "Snapped", "Status", "arrays_of", "joined", "through"]
