"""Runs one file of tests/data/bad in this process: `python -m support.bad_runner FILE`.

A file has `row`, `about` and `cases`; a case has `name` and `steps`; a step has `do` and
its arguments. `refused` in a step: InvalidInput is expected (a number: with that index)
and the world must not have changed. Numbers may be strings ("nan", "0x1p+100"). A dict
{"array": ..., "dtype": ..., "layout": ...} is a numpy array. Every accepted change is
followed by validate(). At the end of every case the world is emptied and must equal a new one.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import numpy as np

import clearway as cw
from oracle.canonical import canonical, free_area, same_mesh


def value(v):
    if isinstance(v, str):
        return float.fromhex(v) if "x" in v else float(v)
    if isinstance(v, list):
        return [value(x) for x in v]
    if isinstance(v, dict):
        return array(v)
    return v


def array(spec):
    if "object" in spec:
        return {"none": None, "set": {1, 2}, "text": "ring", "module": cw, "bytes": b"ring"}[
            spec["object"]
        ]
    a = np.array(value(spec["array"]), dtype=spec.get("dtype"))
    layout = spec.get("layout", "")
    if layout == "strided":
        wide = np.zeros((2 * len(a), *a.shape[1:]), a.dtype)
        wide[::2] = a
        a = wide[::2]
    elif layout == "reversed":
        a = a[::-1].copy()[::-1]
    elif layout == "fortran":
        a = np.asfortranarray(a)
    elif layout == "readonly":
        a.setflags(write=False)
    elif layout == "swapped":
        a = a.astype(a.dtype.newbyteorder())
    elif layout == "unaligned":
        raw = np.zeros(a.nbytes + 1, np.uint8)
        view = raw[1:].view(a.dtype).reshape(a.shape)
        view[...] = a
        a = view
    return a


def arguments_of(step):
    plain = ("name", "status", "steps")
    skipped = ("do", "refused")
    return {k: v if k in plain else value(v) for k, v in step.items() if k not in skipped}


class Run:
    def __init__(self):
        self.world = None
        self.bounds = None
        self.handles = {}

    def step(self, step):
        do = step["do"]
        arguments = arguments_of(step)
        act = getattr(self, "do_" + do)
        if "refused" not in step:
            act(**arguments)
            if self.world is not None and do not in QUESTIONS:
                self.world.validate()
            return
        before = None if self.world is None else canonical(self.world.mesh())
        error, wanted = None, step["refused"]
        try:
            act(**arguments)
        except (cw.InvalidInput, TypeError) as e:
            error = e
        assert error is not None, f"{do} was accepted"
        if wanted != "type":
            assert isinstance(error, cw.InvalidInput), f"{type(error).__name__}: {error}"
            assert isinstance(error, ValueError)
            assert isinstance(error, cw.ClearwayError)
        if wanted is not True and wanted != "type":
            assert error.index == wanted, f"index {error.index}, not {wanted}: {error}"
        if before is not None:
            self.world.validate()
            after = canonical(self.world.mesh())
            assert np.array_equal(before, after), "a refused edit changed the world"

    def do_world(self, bounds):
        world = cw.World(bounds=bounds)
        self.bounds, self.world, self.handles = bounds, world, {}

    def do_add(self, ring, name=None):
        self.handles[name or len(self.handles)] = self.world.add(ring)

    def do_add_wall(self, line, name=None):
        self.handles[name or len(self.handles)] = self.world.add_wall(line)

    def do_add_post(self, point, name=None):
        self.handles[name or len(self.handles)] = self.world.add_post(point)

    def do_move(self, name, ring):
        self.world.move(self.handles[name], ring)

    def do_remove(self, name):
        self.world.remove(self.handles[name])
        del self.handles[name]

    def do_editing(self, steps):
        kept = dict(self.handles)
        try:
            with self.world.editing():
                for s in steps:
                    getattr(self, "do_" + s["do"])(**arguments_of(s))
        except cw.ClearwayError:
            self.handles = kept
            raise

    def do_posts(self, grid, rotate=0.0, center=(0.0, 0.0)):
        x0, x1, nx, y0, y1, ny = grid
        x, y = (g.ravel() for g in np.meshgrid(np.linspace(x0, x1, nx), np.linspace(y0, y1, ny)))
        c, s = math.cos(math.radians(rotate)), math.sin(math.radians(rotate))
        with self.world.editing():
            for p in np.c_[center[0] + c * x - s * y, center[1] + s * x + c * y].tolist():
                self.do_add_post(p)

    def do_find_path(self, start, goal, status="FOUND", length=None, most=None, radius=0.0):
        p = self.world.find_path(start, goal, radius=radius, planner="channel")
        assert p.status == getattr(cw.Status, status), f"{p.status}, not {status}"
        assert p.found == bool(p) == (status == "FOUND")
        if status == "FOUND":
            straight = math.dist(start, goal)
            assert p.length >= straight * (1 - 1e-15), f"shorter than straight: {p.length}"
            assert p.clearance >= 0
            points = np.asarray(p.points)
            assert tuple(points[0]) == tuple(start)
            assert tuple(points[-1]) == tuple(goal)
            if length is not None:
                assert math.isclose(p.length, length, rel_tol=1e-12), (
                    f"length {p.length}, not {length}"
                )
            if most is not None:
                assert p.length <= most * (1 + 1e-12), f"length {p.length} above {most}"
        else:
            assert p.length == math.inf

    def do_is_free(self, point, equals=True, radius=0.0):
        found = self.world.is_free(point, radius=radius)
        assert np.array_equal(found, equals), f"is_free({point}, {radius}) is {found}"

    def do_clearance(self, point, equals=0.0):
        found = self.world.clearance(point)
        assert np.allclose(found, equals, rtol=1e-12, atol=0), f"clearance({point}) is {found}"

    def do_snap(self, point, radius=0.0):
        self.world.snap(point, radius=radius)

    def do_raycast(self, start, end, hit=True, distance=None, radius=0.0):
        found = self.world.raycast(start, end, radius=radius)
        assert (found is not None) == hit, f"raycast gave {found}"
        if distance is not None:
            assert math.isclose(found.distance, distance, rel_tol=1e-12), (
                f"distance {found.distance}"
            )

    def do_check(self, free_area=None, tolerance=1e-12, vertex=None, vertices=None):
        mesh = self.world.mesh()
        if free_area is not None:
            found = area(mesh)
            assert math.isclose(found, free_area, rel_tol=tolerance, abs_tol=0), (
                f"free area {found}, not {free_area}"
            )
        if vertex is not None:
            assert (np.asarray(mesh.vertices) == vertex).all(axis=1).any(), f"no vertex {vertex}"
        if vertices is not None:
            kept = int((~mesh.refined).sum())
            assert kept == vertices, f"{kept} vertices"

    def do_self_test(self):
        assert cw._core.self_test() is True

    def finish(self):
        """Removes everything, in an order other than that of insertion."""
        if self.world is None:
            return
        handles = list(self.handles.values())[::-2] + list(self.handles.values())[-2::-2]
        # One by one, unless there are hundreds: each edit of a row of posts across a wide room
        # tests all sleeves of the row (docs/explanation/clearance.md, Limits).
        step = 1 if len(handles) <= 100 else 50
        for i in range(0, len(handles), step):
            self.world.remove(handles[i : i + step])
        self.world.validate()
        assert same_mesh(self.world.mesh(), cw.World(bounds=self.bounds).mesh()), (
            "emptied world is not a new one"
        )


QUESTIONS = {"find_path", "is_free", "clearance", "snap", "raycast", "check", "self_test"}
area = free_area


def main(path):
    failures = 0
    for case in json.loads(Path(path).read_text())["cases"]:
        run = Run()
        number = -1
        try:
            for number, step in enumerate(case["steps"]):  # noqa: B007
                run.step(step)
            number = "end"
            run.finish()
        except Exception as e:
            failures += 1
            print(f"{case['name']}: step {number}: {type(e).__name__}: {e}")
    return failures


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1]) else 0)
