"""What clients can ask for, one module per concept."""

from __future__ import annotations

from . import (
    about,
    batches,
    compare,
    crowd,
    edits,
    files,
    grids,
    layers,
    meshes,
    objects,
    paths,
    queries,
    reports,
    restoring,
    search,
    share,
    worlds,
)

__all__ = [
    "about",
    "batches",
    "compare",
    "crowd",
    "edits",
    "files",
    "grids",
    "layers",
    "meshes",
    "objects",
    "paths",
    "queries",
    "reports",
    "restoring",
    "search",
    "share",
    "worlds",
]
