"""Colours and widths (in pixels) of the pictures."""

from __future__ import annotations

PAPER = "#f4f1ea"  # outside the bounds
FREE = "#fffdf8"
SOLID = "#5b6b7a"
OUTLINE = "#3a4652"
MESH = "#d5dbe0"
CONSTRAINT = "#b08968"
SIGHT = "#f6d55c"
GRAPH = "#2f6fb0"
CORNER = "#c8553d"
CHANNEL = "#f2c14e"
LEVELS = ("#c9c2d6", "#eceff1", "#cfe3dc", "#e9a23b")  # islands, dead ends, corridors, decisions
ABSTRACT = "#1f6f6b"
GATE = "#c8374a"
ROOMS = ("#b9d7ea", "#f6d5b5", "#cde7c5", "#e3cbe8", "#f3e2a9", "#c9d3f0", "#f2c6cf")
AREAS = ("#b08d57", "#7a9e4f", "#c8553d", "#4f87b0", "#9a6fb0", "#d0a92f")
DOOR = "#8c4a1f"
LINK = "#5b3fa8"
LABEL = "#fffdf8"
INK = "#2b333b"
START = "#2a9d8f"
GOAL = "#2e8b57"
CASING = "#fffdf8"
PATHS = ("#d1495b", "#00798c", "#e08e1b", "#7b5ea7", "#3f8f5f", "#a5603a")

OUTLINE_WIDTH = 1.4
LINK_WIDTH = 1.8
WALL_WIDTH = 3.2
MESH_WIDTH = 0.7
ABSTRACT_WIDTH = 2.2
GATE_WIDTH = 2.0
NODE_RADIUS = 4.0
GRAPH_WIDTH = 0.6
CORNER_RADIUS = 2.2
PATH_WIDTH = 3.4
BAND_OPACITY = 0.22
CASING_WIDTH = 6.4
POST_RADIUS = 3.4
END_RADIUS = 6.0
GOAL_WIDTH = 7.0
FONT_SIZE = 11.0
