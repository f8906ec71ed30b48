"""Every long call, how to clear its caches, and a result to compare: for the tests of interrupts.
`calls(size)` builds the worlds; with sizes of 20 and more, calls take seconds.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import clearway as cw


@dataclass
class Call:
    """`run` returns a value comparable by ==; `cool` clears the caches of earlier runs."""

    name: str
    run: Callable[[], Any]
    cool: Callable[[], Any] = lambda: None


def boxes(side: int, size: float = 0.6) -> np.ndarray:
    """side x side boxes, one in each unit square, slightly displaced."""
    rng = np.random.default_rng(side)
    y, x = np.divmod(np.arange(side * side), side)
    at = np.stack((x, y), axis=1) + rng.uniform(0.1, 0.3, (side * side, 2))
    corners = np.array([(0, 0), (size, 0), (size, size), (0, size)])
    return at[:, None, :] + corners


def shown(path: cw.Path) -> tuple[Any, ...]:
    return path.status, path.length, path.points.tobytes()


def calls(side: int, cells: int) -> list[Call]:
    """On a world of side x side boxes, and a grid of cells x cells."""
    rings = boxes(side)
    world = cw.World.from_obstacles(rings, (0, 0, side, side))
    start, goal = (0.04, 0.04), (side - 0.04, side - 0.04)
    rng = np.random.default_rng(1)
    points = rng.uniform(0, side, (200_000, 2))
    centre = (side / 2, side / 2)
    walled = cw.World.from_obstacles(rings, (0, 0, side, side))
    walled.add(
        [(side - 0.08, -1), (side - 0.07, -1), (side - 0.07, side + 1), (side - 0.08, side + 1)]
    )
    thpa = cw.World.from_obstacles(boxes(max(side // 3, 4)), max_radius=0.2)
    ring = np.linspace(0, 2 * np.pi, 8 * side, endpoint=False)
    round_world = cw.World((-2, -2, 2, 2))
    round_world.add(np.stack((np.cos(ring), np.sin(ring)), axis=1))
    blocked = rng.random((cells, cells)) < 0.3
    blocked[0, 0] = blocked[-1, -1] = False
    grid = cw.Grid(blocked)
    ends = (0, 0), (cells - 1, cells - 1)
    sight = cw.World.from_obstacles(boxes(max(side // 4, 4)))

    def edit(w: cw.World) -> Callable[[], None]:
        return lambda: w.remove(w.add_post((0.005, 0.005)))

    def path(w: cw.World, planner: str, radius: float = 0.0, **options: Any) -> Any:
        return lambda: shown(w.find_path(start, goal, radius, planner, **options))

    def small(w: cw.World, planner: str, radius: float = 0.0) -> Any:
        x0, y0, x1, y1 = w.bounds
        return lambda: shown(w.find_path((x0, y0), (x1, y1), radius, planner))

    def improved(w: cw.World, **options: Any) -> Any:
        t, ((x0, y0), (x1, y1)) = cw.Channel(w), np.reshape(w.bounds, (2, 2))
        ends = (x0 + 0.04, y0 + 0.04), (x1 - 0.04, y1 - 0.04)
        return lambda: [p.length for p in t.improve(*ends, 0.02, **options)][-1]

    def saved() -> bytes:
        out = io.BytesIO()
        pickle.dump(world.__getstate__(), out)
        return out.getvalue()

    data = saved()
    return [
        Call("optimal, point", path(world, "optimal")),
        Call("optimal, disc", path(world, "optimal", 0.02)),
        Call("optimal, partial", path(walled, "optimal", 0.02, partial=True)),
        Call("channel", path(world, "channel", 0.02)),
        Call("ta*", path(world, "ta*", 0.02)),
        Call("tra*", path(world, "tra*", 0.02), edit(world)),
        # In the large world it takes minutes.
        Call("fronts", improved(sight, by="fronts")),
        Call("find_paths", lambda: world.find_paths(start, points[:500]).length.tobytes()),
        Call("distances", lambda: world.distances(start, points[:2000]).tobytes()),
        Call("field", lambda: world.field(start).distance(points).tobytes()),
        Call("field, disc", lambda: world.field(start, 0.02).distance(points[:20000]).tobytes()),
        Call("distances, disc", lambda: world.distances(start, points[:500], 0.02).tobytes()),
        Call("find_nearest", lambda: shown(world.find_nearest(start, points[-5:])[1])),
        Call("vg", lambda: cw.VG(sight).edge_count, edit(sight)),
        Call("vgo", small(sight, "vgo"), edit(sight)),
        Call("bsp*", small(sight, "bsp*"), edit(sight)),
        Call("labels", small(sight, "labels"), sight._planners.clear),
        Call("thpa*", small(thpa, "thpa*", 0.05), thpa._planners.clear),
        Call("is_free", lambda: world.is_free(points, 0.05).tobytes()),
        Call("clearance", lambda: world.clearance(points).tobytes()),
        Call("snap", lambda: world.snap(points[:20_000], 0.05).tobytes()),
        Call("snap in a ring", lambda: round_world.snap([(0, 0), (0.1, 0)], 0.3).tobytes()),
        Call("raycast", lambda: len(world.raycast(points, points[::-1], 0.01))),
        Call("max_radius", lambda: world.max_radius(start, goal), edit(world)),
        Call("reachable", lambda: world.reachable(start, points, 0.05).tobytes(), edit(world)),
        Call(
            "random_point", lambda: world.is_free(world.random_point(0.1, rng=1), 0.1), edit(world)
        ),
        Call(
            "abstraction",
            lambda: np.bincount(world.abstraction().levels + 1).tobytes(),
            edit(world),
        ),
        Call("mesh", lambda: world.mesh().triangles.shape, edit(world)),
        Call("widths", lambda: np.sort(world.mesh().widths, axis=None).tobytes(), edit(world)),
        Call("validate", world.validate),
        Call("verify", lambda: world.find_path(start, goal, 0.02).verify()["clearance"]),
        Call("visible", lambda: world.visible(centre, points).tobytes()),
        Call("to_grid", lambda: world.to_grid(0.02).blocked.tobytes()),
        Call("pickle", saved),
        Call("load", lambda: len(cw.World._from_state(pickle.loads(data)))),
        Call("from_obstacles", lambda: len(cw.World.from_obstacles(rings))),
        Call("a*", lambda: shown(grid.find_path(*ends, planner="a*"))),
        Call("dijkstra", lambda: shown(grid.find_path(*ends, planner="dijkstra"))),
        Call("jps", lambda: shown(grid.find_path(*ends, planner="jps"))),
        Call("hpa*", lambda: shown(cw.Grid(blocked).find_path(*ends, planner="hpa*"))),
        Call("pra*", lambda: shown(cw.Grid(blocked).find_path(*ends, planner="pra*"))),
        Call("tracing", lambda: len(grid.to_world().mesh().triangles)),
        Call("smooth tracing", lambda: len(grid.to_world(smooth=1.5).mesh().triangles)),
    ]
