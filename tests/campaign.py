"""A world and its scene side by side: every edit is done to both and then checked."""

from __future__ import annotations

import numpy as np
from oracle import union
from oracle.arrangement import has_crossings
from oracle.canonical import canonical, difference, free_area, same_mesh
from oracle.scene import POST, RING, WALL, Scene, box, build, insert, script

import clearway as cw


class Failed(RuntimeError):
    """Raised by the body of an edit that is meant to fail."""


class Pair:
    def __init__(self, bounds):
        self.scene = Scene(bounds=box(*bounds))
        self.world = cw.World(bounds=self.scene.bounds)
        self.log = [f"w = cw.World(bounds={self.scene.bounds!r})"]
        spread = np.ptp(np.array(self.scene.bounds, float), axis=0)
        self.size = float(spread[0] * spread[1])
        # A rounded crossing moves by at most one unit in the last place of the largest
        # coordinate, along every side of every obstacle.
        self.unit = float(np.spacing(np.abs(self.scene.bounds).max())) * float(spread.sum())

    def add(self, kind, points):
        self.log.append(_call("add", kind, points))
        handle = insert(self.world, kind, points)
        self.scene.obstacles[handle] = (kind, points)
        return handle

    def move(self, handle, kind, points):
        self.log.append(f"w.move({handle}, {points!r})")
        assert kind == self.scene.obstacles[handle][0]
        self.world.move(handle, points[0] if kind == POST else points)
        self.scene.obstacles[handle] = (kind, points)

    def remove(self, handle):
        self.log.append(f"w.remove({handle})")
        self.world.remove(handle)
        del self.scene.obstacles[handle]

    def edit(self, removed, added):
        """Several changes as one."""
        self.log.append(f"with w.editing():  # remove {removed}, add {added!r}")
        new = {}
        with self.world.editing():
            for h in removed:
                self.world.remove(h)
            for kind, points in added:
                new[insert(self.world, kind, points)] = (kind, points)
        for h in removed:
            del self.scene.obstacles[h]
        self.scene.obstacles.update(new)

    def fail(self, removed, added, how):
        """An edit that fails; the world must be what it was."""
        self.log.append(f"failing edit ({how}): remove {removed}, add {added!r}")
        before = canonical(self.world.mesh())
        try:
            with self.world.editing():
                for h in removed:
                    self.world.remove(h)
                for kind, points in added:
                    insert(self.world, kind, points)
                if how == "nan":
                    self.world.add([(0, 0), (1, 0), (1, float("nan"))])
                elif how == "handle":
                    self.world.remove(10**9)
                raise Failed
        except (Failed, cw.InvalidInput):
            pass
        after = canonical(self.world.mesh())
        assert before.shape == after.shape and (before == after).all(), self.report("changed")

    def check(self):
        try:
            self.world.validate()
        except cw.ClearwayError as e:
            raise AssertionError(self.report(str(e))) from e
        found, owed = free_area(self.world.mesh()), union.free_area(self.scene)
        sides = len(self.scene.segments())
        slack = 1e-9 * self.size + sides * self.unit
        assert abs(found - owed) <= slack, self.report(f"free area {found!r}, shapely {owed!r}")

    def check_fresh(self):
        """The mesh of a new world with the same obstacles, where no point is constructed."""
        if has_crossings(self.scene.segments()):
            return False
        fresh = build(cw, self.scene)
        if not same_mesh(self.world.mesh(), fresh.mesh()):
            raise AssertionError(
                self.report("not a fresh build\n" + difference(self.world.mesh(), fresh.mesh()))
            )
        return True

    def check_empty(self, rng=None):
        """Removes everything, in any order; what is left is the new world."""
        handles = list(self.scene.obstacles)
        if rng is not None:
            rng.shuffle(handles)
        for h in handles:
            self.remove(int(h))
        self.check()
        new = cw.World(bounds=self.scene.bounds)
        assert same_mesh(self.world.mesh(), new.mesh()), self.report("emptied is not new")

    def report(self, what):
        return f"{what}\n" + "\n".join(self.log) + "\n# now:\n" + script(self.scene)


def _call(verb, kind, points):
    name = {RING: verb, WALL: verb + "_wall", POST: verb + "_post"}[kind]
    return f"w.{name}({(points[0] if kind == POST else points)!r})"


def random_steps(pair, rng, draw, steps, most=10, check=True):
    """Random edits of every kind, checked after each."""
    for _ in range(steps):
        handles = list(pair.scene.obstacles)
        choice = rng.random()
        if not handles or (choice < 0.45 and len(handles) < most):
            pair.add(*draw())
        elif choice < 0.6:
            _move(pair, rng, draw, handles)
        elif choice < 0.8 or len(handles) >= most:
            pair.remove(int(rng.choice(handles)))
        else:
            gone = [int(h) for h in rng.permutation(handles)[: int(rng.integers(0, 3))]]
            come = [draw() for _ in range(int(rng.integers(0, 4)))]
            if choice < 0.9:
                pair.edit(gone, come)
            else:
                pair.fail(gone, come, str(rng.choice(["nan", "raise", "handle"])))
        if check:
            pair.check()


def _move(pair, rng, draw, handles):
    handle = int(rng.choice(handles))
    kind = pair.scene.obstacles[handle][0]
    for _ in range(30):
        other, points = draw()
        if other == kind:
            return pair.move(handle, kind, points)
    return None
