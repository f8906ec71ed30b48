"""Worlds of every kind, placed where rounding differs: `make(kind, seed, pairs)`.

Kinds are those of `oracle.disc_worlds` and of `cw.generate`. A scene lies as it was made, around
the origin, turned, scaled down, far from the origin, or in bounds ten thousand times as wide.
"""

from __future__ import annotations

import math

import numpy as np

import clearway as cw
from oracle.disc_worlds import KINDS as SCENES
from oracle.disc_worlds import make as make_scene
from oracle.scene import Scene, box, build

from .paths import DATA

PLACES = ("given", "centred", "turned", "1e4", "wide", "1e5", "small", "1e6", "1e7")
GENERATED = {
    "boxes": lambda seed: cw.generate.boxes(size=100, seed=seed, obstacles=60),
    "caves": lambda seed: cw.generate.caves(size=40, seed=seed),
    "rooms": lambda seed: cw.generate.rooms(size=60, seed=seed),
}
KINDS = sorted([*SCENES, *GENERATED])
MAPS = (
    "grid/dao/arena2.map",
    "polygons/occupancy/turtlebot3_world.yaml",
    "polygons/buildings/map_kaiserslautern_pollichstrasse.geojson",
    "polygons/jupedsim/BUW.wkt",
    "polygons/indoor/westport-house-floor-1.geojson",
    "polygons/natural-earth/ne_110m_land.json",
)


def mapping(place, seed):
    """What moves points of a scene to a place, and how it scales radii."""
    scale = 1e-5 if place == "small" else 1.0
    shift = np.zeros(2)
    if place in ("centred", "turned", "wide"):
        shift -= 10.0
    elif place.startswith("1e"):
        shift += float(place) * np.array([1.0, 0.7])
    angle = 0.1 + seed if place == "turned" else 0.0
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])

    def moved(points):
        there = (np.array(points, dtype=float) * scale + shift) @ turn
        return [tuple(p) for p in there.tolist()]

    return moved, scale


def make(kind, seed, pairs):
    """(world, queries (start, goal, radius), a note for reports)."""
    if kind in GENERATED:
        return *of_world(GENERATED[kind](seed), seed, pairs), f"{kind} {seed}"
    place = PLACES[seed % len(PLACES)]
    scene, queries = make_scene(kind, seed, pairs)
    moved, scale = mapping(place, seed)
    bounds = box(-1e5, -1e5, 1e5, 1e5) if place == "wide" else moved(scene.bounds)
    obstacles = {h: (shape, moved(points)) for h, (shape, points) in scene.obstacles.items()}
    asked = [(*moved([a, b]), r * scale) for a, b, r in queries]
    return build(cw, Scene(bounds, obstacles)), asked, f"{kind} {seed} {place}"


def of_world(world, seed, pairs):
    """The world, with queries between random points for radii up to the largest."""
    world = world.to_world() if isinstance(world, cw.Grid) else world
    rng = np.random.default_rng([seed, 7])
    queries = []
    for _ in range(pairs):
        a, b = (tuple(p) for p in world.random_points(2, rng=rng).tolist())
        widest = world.max_radius(a, b)
        radius = 0.0 if math.isnan(widest) else widest * rng.choice((1.0, 0.99, 0.5, 1e-3))
        queries.append((a, b, float(radius)))
    return world, queries


def real_maps():
    """The paths of the real maps that are there."""
    return [DATA / name for name in MAPS if (DATA / name).exists()]
