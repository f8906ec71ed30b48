"""A world and its scene: every edit is applied to both and then checked."""

from __future__ import annotations

from itertools import count

import numpy as np

import clearway as cw
from oracle import union
from oracle.arrangement import Arrangement, has_crossings
from oracle.canonical import difference, displaced, free_area, same_mesh
from oracle.distances import segment_array
from oracle.scene import POST, Scene, box, build, insert
from support.minimise import fail, script


class Pair:
    def __init__(self, bounds):
        self.scene = Scene(bounds=box(*bounds))
        self.world = cw.World(bounds=self.scene.bounds)
        self.handles = {}
        self.operations = []  # as in minimise
        self.keys = count()

    def add(self, kind, points):
        key = next(self.keys)
        self.operations.append(("add", key, kind, points))
        self.handles[key] = insert(self.world, kind, points)
        self.scene.obstacles[key] = (kind, points)
        return key

    def move(self, key, kind, points):
        assert kind == self.scene.obstacles[key][0]
        self.operations.append(("move", key, kind, points))
        self.world.move(self.handles[key], points[0] if kind == POST else points)
        self.scene.obstacles[key] = (kind, points)

    def remove(self, key):
        self.operations.append(("remove", key))
        self.world.remove(self.handles.pop(key))
        del self.scene.obstacles[key]

    def edit(self, removed, added):
        """Several changes as one; returns the new keys."""
        new = {next(self.keys): obstacle for obstacle in added}
        self.operations.append(("edit", removed, [(k, *o) for k, o in new.items()]))
        with self.world.editing():
            for key in removed:
                self.world.remove(self.handles.pop(key))
                del self.scene.obstacles[key]
            for key, obstacle in new.items():
                self.handles[key] = insert(self.world, *obstacle)
        self.scene.obstacles.update(new)
        return list(new)

    def fail(self, removed, added, how):
        """An edit that fails; the world must not change."""
        self.operations.append(("fail", removed, added, how))
        fail(self.world, [self.handles[k] for k in removed], added, how)

    def check(self):
        try:
            self.world.validate()
        except cw.ClearwayError as e:
            raise AssertionError(self.report(str(e))) from e
        wrong = displacement(self.world, self.scene) or wrong_area(self.world, self.scene)
        assert not wrong, self.report(wrong)

    def check_fresh(self):
        """Compares with the mesh of a new world with the same obstacles, if no point is rounded."""
        if has_crossings(self.scene.segments()):
            return False
        fresh = build(cw, self.scene)
        if not same_mesh(self.world.mesh(), fresh.mesh()):
            raise AssertionError(
                self.report("not a fresh build\n" + difference(self.world.mesh(), fresh.mesh()))
            )
        return True

    def check_empty(self, rng=None):
        """Removes everything, in any order; the result must equal a new world."""
        keys = list(self.handles)
        if rng is not None:
            rng.shuffle(keys)
        for key in keys:
            self.remove(key)
        self.check()
        new = cw.World(bounds=self.scene.bounds)
        assert same_mesh(self.world.mesh(), new.mesh()), self.report("emptied is not new")

    def report(self, what):
        return f"{what}\n{script(self.scene.bounds, self.operations)}"


def check_mesh(world, scene):
    """The mesh is valid, and its constraints and free area match the input."""
    world.validate()
    wrong = displacement(world, scene) or wrong_area(world, scene)
    assert not wrong, wrong


def displacement(world, scene):
    """The constraint that is farther from every input segment than rounding; "" for none.

    Bends add up where nearly parallel walls cross again and again: 65 units have been seen.
    """
    segments = segment_array(scene)
    far, side = displaced(world.mesh(), segments)
    most = 128 * float(np.spacing(np.abs(segments).max()))
    return "" if far <= most else f"displaced: {side} lies {far!r} from every segment"


def wrong_area(world, scene):
    """The error of the free area as text; "" if there is none. If shapely disagrees, exact
    cells decide: shapely rounds too."""
    found, most = free_area(world.mesh()), slack(scene)
    if abs(found - union.free_area(scene)) <= most:
        return ""
    exact = float(Arrangement(scene).area)
    return "" if abs(found - exact) <= most else f"free area {found!r}, expected {exact!r}"


def slack(scene):
    """Bound on the rounding error of the area: a crossing moves by at most one unit in the last
    place of the largest coordinate, along every side of every obstacle."""
    bounds = np.array(scene.bounds, float)
    spread = np.ptp(bounds, axis=0)
    unit = float(np.spacing(np.abs(bounds).max()))
    return float(1e-9 * spread.prod() + len(scene.segments()) * unit * spread.sum())


def random_steps(pair, rng, draw, steps, most=10, check=True):
    """Random edits of every kind, checked after each."""
    for _ in range(steps):
        keys = list(pair.handles)
        choice = rng.random()
        if not keys or (choice < 0.45 and len(keys) < most):
            pair.add(*draw())
        elif choice < 0.6:
            _move(pair, rng, draw, keys)
        elif choice < 0.8 or len(keys) >= most:
            pair.remove(int(rng.choice(keys)))
        else:
            gone = [int(h) for h in rng.permutation(keys)[: int(rng.integers(0, 3))]]
            come = [draw() for _ in range(int(rng.integers(0, 4)))]
            if choice < 0.9:
                pair.edit(gone, come)
            else:
                pair.fail(gone, come, str(rng.choice(["nan", "raise", "handle"])))
        if check:
            pair.check()


def _move(pair, rng, draw, keys):
    key = int(rng.choice(keys))
    kind = pair.scene.obstacles[key][0]
    for _ in range(30):
        other, points = draw()
        if other == kind:
            return pair.move(key, kind, points)
    return None
