"""Layers: the insides of a world as arrays to draw, one function each.

`LAYERS` has them by name. A layer is a function of the session and its parameters; per-triangle
arrays come with the `ids` of the triangles, as in `mesh`.
"""

from __future__ import annotations

from . import clearance, field, graphs, hierarchy, terrain, traced
from .registry import LAYERS, Layer

__all__ = ["LAYERS", "Layer", "clearance", "field", "graphs", "hierarchy", "terrain", "traced"]
