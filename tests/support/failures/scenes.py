"""A small world with all its observers, every query, and every kind of edit."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import clearway as cw

START, GOAL = (0.3, 0.3), (9.7, 9.7)
STARTS, GOALS = np.array([START, (9.6, 0.4)]), np.array([GOAL, (0.4, 9.6)])
RADIUS = 0.05
LONG_NAME = "a name that a std::string keeps in memory of its own"
PLANNERS = ("optimal", "channel", "ta*", "tra*", "thpa*", "vg", "vgo", "bsp*", "labels")


def ring(x: float, y: float, size: float = 0.6) -> list[tuple[float, float]]:
    """A square."""
    return [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]


class Scene:
    """A world with a clearance layer, watches, an abstraction, a field and a hierarchy."""

    def __init__(self) -> None:
        rng = np.random.default_rng(11)
        self.world = cw.World((0, 0, 10, 10))
        self.rings = [self.world.add(ring(*p)) for p in rng.uniform(0.8, 8.6, (12, 2)).tolist()]
        self.wall = self.world.add_wall([(1, 5), (4, 5.5), (6, 4.5)])
        self.post = self.world.add_post((5, 8))
        self.thpa = cw.THPAStar(self.world, radii=(RADIUS,))
        self.field = self.world.field([[START], [(1, 9), (4, 9)]], RADIUS)
        self.answers()
        self.watch = self.world.watch(self.world.find_path(START, GOAL, RADIUS), shorter=True)

    def answers(self) -> dict[str, Any]:
        """Answers that depend on nothing but the obstacles."""
        w = self.world
        out: dict[str, Any] = {
            # Handles are never reused, and a handle that a failed edit had reserved is skipped.
            "handles": [h for h in w.obstacles if h <= self.post],
            "length": len(w),
            "points": [w.obstacles[h].points.tobytes() for h in w.obstacles],
            "max_radius": w.max_radius(START, GOAL),
            "clearance": w.clearance(STARTS).tobytes(),
            "snap": w.snap((5, 5), 0.3).tobytes(),
            "field": self.field.distance(STARTS).tobytes(),
            "distances": w.distances(START, GOALS, RADIUS).tobytes(),
            "components": len(w.abstraction().corridors),
            "regions": w.visible_region(START).shape,
            "triangles": len(w.mesh().triangles),
        }
        for planner in PLANNERS[:4]:
            path = w.find_path(START, GOAL, RADIUS, planner)
            out[planner] = path.status, path.length
        for planner in PLANNERS[5:]:
            path = w.find_path(START, GOAL, 0.0, planner)
            out[planner] = path.status, path.length
        out["thpa*"] = self.thpa.find_path(START, GOAL, RADIUS).status
        return out

    def edits(self) -> dict[str, Callable[[], Any]]:
        """Every kind of edit; each can be applied to the world of the constructor."""
        w = self.world

        def several() -> None:
            with w.editing():
                w.remove(self.rings[0])
                h = w.add(ring(4.4, 4.4, 1.0))
                w.move(self.rings[1], ring(8.0, 1.0))
                w.add_wall([(0, 9), (3, 9)])
                w.move(h, ring(4.0, 4.0, 1.0))

        return {
            "add": lambda: w.add(ring(4.2, 4.2, 1.2)),
            "add a star": lambda: w.add(star(5, 5, 3, 9)),
            "add_wall": lambda: w.add_wall([(0.5, 2), (9, 2.5), (5, 9)]),
            "add_post": lambda: w.add_post((5.05, 5.0)),
            "add_posts": lambda: w.add_posts(np.arange(20).reshape(10, 2) / 4 + 3),
            "move": lambda: w.move(self.rings[2], ring(5.0, 5.0)),
            "move a wall": lambda: w.move(self.wall, [(1, 1), (9, 8)]),
            "remove": lambda: w.remove(self.rings[3]),
            "remove several": lambda: w.remove([self.rings[4], self.wall, self.post]),
            "editing": several,
        }

    def queries(self, folder: Path) -> dict[str, Callable[[], Any]]:
        """Every call that changes nothing visible to users."""
        w = self.world
        file = folder / "w.clearway"
        w.save(file)

        out: dict[str, Callable[[], Any]] = {
            planner: lambda planner=planner: w.find_path(
                START, GOAL, 0.0 if planner in PLANNERS[5:] else RADIUS, planner
            )
            for planner in PLANNERS
            if planner != "thpa*"
        }
        return out | {
            "thpa*": lambda: self.thpa.find_path(START, GOAL, RADIUS),
            "prepare": lambda: cw.THPAStar(w, radii=(RADIUS,)),
            "prepare labels": lambda: cw.Labels(w).prepare(),
            "find_paths": lambda: w.find_paths(STARTS, GOALS, RADIUS, threads=2),
            "everything": self.answers,
            "partial": lambda: w.find_path(START, w.obstacles[0].points[0], 0.3, partial=True),
            "improve": lambda: list(cw.Channel(w).improve(START, GOAL, RADIUS)),
            "fronts": lambda: list(cw.Channel(w).improve(START, GOAL, RADIUS, by="fronts")),
            "watch": lambda: w.watch(w.find_path(STARTS[1], GOALS[1])).stop(),
            "disturbed": w.disturbed,
            "validate": w.validate,
            "random_point": lambda: w.random_point(RADIUS, rng=3),
            "raycast": lambda: w.raycast(START, GOAL, RADIUS),
            "verify": lambda: w.find_path(START, GOAL, RADIUS).verify(),
            "save": lambda: w.save(file),
            "load": lambda: cw.load(file),
            "pickle": lambda: pickle.loads(pickle.dumps(w)),
            "to_grid": lambda: w.to_grid(0.5),
            "to_world": lambda: w.to_grid(0.5).to_world(),
            "hpa*": lambda: w.to_grid(0.25).find_path((0, 0), (39, 39), planner="hpa*"),
            "pra*": lambda: w.to_grid(0.25).find_path((0, 0), (39, 39), planner="pra*"),
        }


class FeatureScene:
    """A world with areas, doors and links, a watch, a field, a variant and an overlay."""

    def __init__(self) -> None:
        self.world = w = cw.World((0, 0, 10, 10))
        self.rings = [w.add(ring(x, y)) for x, y in ((2, 2), (6, 3), (4, 7))]
        self.mud = w.add_area(ring(3, 1, 3), LONG_NAME)
        self.closed = w.add_door([(7, 0), (7, 3)], open=False, name="closed " + LONG_NAME)
        self.open = w.add_door([(0, 7), (3, 7)], name="open")
        self.link = w.add_link((0.5, 5), (9.5, 5), cost=1.0, name="ferry")
        self.last = self.link
        self.field = w.field(GOAL, RADIUS)
        self.answers()
        self.watch = w.watch(w.find_path(START, GOAL, RADIUS), shorter=True)

    def answers(self) -> dict[str, Any]:
        """Answers that depend on nothing but the obstacles and features."""
        w = self.world
        kinds: tuple[Any, ...] = (w.obstacles, w.areas, w.doors, w.links)
        out: dict[str, Any] = {
            # The fresh handle of a failed edit is skipped.
            "features": [repr(kind[h]) for kind in kinds for h in kind if h <= self.last],
            "counts": [len(kind) for kind in kinds],
            "field": self.field.distance(STARTS).tobytes(),
            "reachable": w.reachable(START, GOALS, RADIUS).tobytes(),
            "triangles": len(w.mesh().triangles),
        }
        costs: dict[str, Any] = {"none": None}
        if w._core.has_area(LONG_NAME):
            costs |= {"factor": {LONG_NAME: 3.0}, "avoid": {LONG_NAME: cw.AVOID}}
        for name, given in costs.items():
            path = w.find_path(START, GOAL, RADIUS, costs=given)
            out[name] = path.status, path.cost, path.links
        return out

    def edits(self) -> dict[str, Callable[[], Any]]:
        """Every kind of edit of features; each can be applied to the world of the constructor."""
        w = self.world

        def several() -> None:
            with w.editing():
                w.remove([self.mud, self.rings[0]])
                w.add_area(ring(1, 1, 2), LONG_NAME)
                w.open(self.closed)
                w.close(self.open)
                w.disable(self.link)
                w.add_link((1, 9), (9, 1), cost=0.3, name=LONG_NAME)
                w.add_wall([(5, 8), (5, 10)])

        return {
            "add": lambda: w.add(ring(4.2, 4.2, 1.2)),
            "add_area": lambda: w.add_area(ring(6, 6, 2), LONG_NAME),
            "add_door": lambda: w.add_door([(5, 0), (5, 4)], open=False, name=LONG_NAME),
            "add_door, one way": lambda: w.add_door([(8, 6), (10, 6)], direction="left"),
            "add_link": lambda: w.add_link((1, 1), (9, 9), name=LONG_NAME),
            "open": lambda: w.open(self.closed),
            "close": lambda: w.close(self.open),
            "disable": lambda: w.disable(self.link),
            "move an area": lambda: w.move(self.mud, ring(3, 2, 2)),
            "move a door": lambda: w.move(self.closed, [(6, 0), (6, 2)]),
            "move a link": lambda: w.move(self.link, ((1, 1), (2, 9))),
            "remove": lambda: w.remove([self.mud, self.closed, self.link, self.rings[1]]),
            "editing": several,
        }


def star(x: float, y: float, radius: float, points: int) -> list[tuple[float, float]]:
    """A star polygon, which crosses itself and other obstacles."""
    turn = np.arange(points) * (2 * np.pi * (points // 2) / points)
    return [(x + radius * np.cos(t), y + radius * np.sin(t)) for t in turn]
