"""Measures how long builds and edits of large worlds take to notice an interrupt.

    python -m support.interrupt_edits BOXES [NAME ...]

Interrupts each call at several moments and prints a row for it: how often, the longest delay, and
how often the world was then neither as before nor as after the edit, compared by its version, its
obstacles and its mesh. Times are CPU time of the process: other processes do not disturb them.
"""

from __future__ import annotations

import gc
import hashlib
import math
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import clearway as cw
from support.interrupt_calls import boxes

# Of CPU time. Calls that end earlier are not interrupted by the later ones.
MOMENTS = (0.02, 0.1, 0.25, 0.5, 0.8, 1.2, 1.7, 2.5, 4.0, 7.0)


class Stop(Exception):
    """Raised by the timer."""


def stop(*_: Any) -> None:
    raise Stop


@dataclass
class Edit:
    """`run` makes an edit of `world`, or a build if there is none; `undo` reverts one that ended."""

    name: str
    run: Callable[[], Any]
    world: cw.World | None = None
    undo: Callable[[Any], Any] = lambda made: None


def state_of(world: cw.World) -> tuple[int, int, str]:
    """The version, the number of obstacles, and a digest of the mesh."""
    mesh = world.mesh()
    digest = hashlib.sha256(mesh.vertices.tobytes())
    digest.update(mesh.triangles.tobytes())
    return world.version, len(world), digest.hexdigest()


def state_after(edit: Edit) -> tuple[int, int, str]:
    """The state that the edit leaves when nothing interrupts it."""
    assert edit.world is not None
    edit.run()
    return state_of(edit.world)


def delay_of(run: Callable[[], Any], moment: float) -> tuple[float | None, Any]:
    """The time from an interrupt at a moment to the end of the call; None, and what it returned."""
    begin = time.process_time()
    try:
        signal.setitimer(signal.ITIMER_PROF, moment)
        try:
            made = run()
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except Stop:
        return time.process_time() - begin - moment, None
    return None, made


def measure(make: Callable[[], Edit]) -> str:
    edit = make()
    states = set()
    if edit.world is not None:
        before, after = state_of(edit.world), state_after(make())
        assert before != after
        states = {before, after}
    delays, broken = [], 0
    for moment in MOMENTS:
        delay, made = delay_of(edit.run, moment)
        if delay is None:
            edit.undo(made)
            break
        delays.append(delay)
        if edit.world is not None:
            state = state_of(edit.world)
            broken += state not in states
            if state != before:
                break
    if edit.world is not None:
        edit.world.validate()
    worst = max(delays, default=math.nan)
    return (
        f"{edit.name:28s} {len(delays):3d} interrupted, worst delay {worst:.3f} s, {broken} broken"
    )


def edits(count: int) -> dict[str, Callable[[], Edit]]:
    """By name. Made one after the other: each has a world of its own."""
    side = math.isqrt(count)
    rings = boxes(side)
    bounds = (0, 0, side, side)
    rng = np.random.default_rng(2)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=float)
    stacked = np.tile(square, (count, 1, 1))
    shifted = square + np.linspace(0, 0.5, count)[:, None, None]
    angles = np.linspace(0, math.tau, 4 * count, endpoint=False)
    ring = np.column_stack((np.cos(angles), np.sin(angles)))
    points = rng.uniform(0, side, (count, 2))
    outer = np.array([(0, 0), (side, 0), (side, side), (0, side)])
    polygon = {"type": "Polygon", "coordinates": [outer.tolist(), *rings.tolist()]}

    def world() -> cw.World:
        return cw.World.from_obstacles(rings, bounds)

    def build(name: str, run: Callable[[], Any]) -> Callable[[], Edit]:
        return lambda: Edit(name, run)

    def edit(
        name: str, act: Callable[[cw.World], Any], undo: Callable[[cw.World, Any], Any]
    ) -> Callable[[], Edit]:
        def make() -> Edit:
            w = world()
            return Edit(name, lambda: act(w), w, lambda made: undo(w, made))

        return make

    def drop(w: cw.World, made: Any) -> None:
        w.remove(made)

    def add_boxes(w: cw.World) -> Any:
        with w.editing():
            return [w.add(box) for box in rings + 0.07]

    def replace_half(w: cw.World) -> Any:
        old = list(w.obstacles)[::2]
        with w.editing():
            w.remove(old)
            return old, [w.add(box) for box in rings[::2] + 0.02]

    def put_back(w: cw.World, made: Any) -> None:
        with w.editing():
            w.remove(made[1])
            for box in rings[::2]:
                w.add(box)

    def remove_half(w: cw.World) -> None:
        w.remove(list(w.obstacles)[::2])

    def add_half(w: cw.World, _: Any) -> None:
        with w.editing():
            for box in rings[::2]:
                w.add(box)

    around = ring * (side / 3) + side / 2
    return {
        "from_obstacles, array": build(
            "from_obstacles, array", lambda: cw.World.from_obstacles(rings, bounds)
        ),
        "from_obstacles, lists": build(
            "from_obstacles, lists", lambda: cw.World.from_obstacles(rings.tolist(), bounds)
        ),
        "from_obstacles, stacked": build(
            "from_obstacles, stacked", lambda: cw.World.from_obstacles(stacked)
        ),
        "from_obstacles, shifted": build(
            "from_obstacles, shifted", lambda: cw.World.from_obstacles(shifted)
        ),
        "from_walkable, holes": build(
            "from_walkable, holes", lambda: cw.World.from_walkable(polygon)
        ),
        "add boxes": edit("add boxes", add_boxes, drop),
        "remove half": edit("remove half", remove_half, add_half),
        "replace half": edit("replace half", replace_half, put_back),
        "add posts": edit("add posts", lambda w: w.add_posts(points), drop),
        "add one ring": edit("add one ring", lambda w: w.add(around), drop),
        "add one wall across": edit(
            "add one wall across", lambda w: w.add_wall(points[:2000]), drop
        ),
    }


if __name__ == "__main__":
    signal.signal(signal.SIGPROF, stop)
    gc.disable()  # an exception in one of its callbacks is swallowed
    for name, make in edits(int(sys.argv[1])).items():
        if not sys.argv[2:] or name in sys.argv[2:]:
            print(measure(make), flush=True)
