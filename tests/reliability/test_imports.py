"""Imports inside functions: a fork waits for them, so that its child has no lock of an import."""

from __future__ import annotations

import os

import pytest

from clearway import _imports
from support import children

WATCH = """
import sys, importlib.abc, traceback
import numpy as np
import clearway as cw
from clearway import _imports

class Watch(importlib.abc.MetaPathFinder):
    "Prints every module that is imported while a fork would not wait for it."
    def find_spec(self, name, path=None, target=None):
        if not _imports._lock._is_owned():
            where = [f"{f.filename}:{f.lineno}" for f in traceback.extract_stack()[:-1]
                     if "importlib" not in f.filename]
            print("import", name, where[-6:])

sys.meta_path.insert(0, Watch())
folder = sys.argv[1]
world = cw.World((0, 0, 9, 9))
world.add(((3, 3), (5, 3), (5, 5), (3, 5)))
"""

CALLS = {
    "formats": """
world.save(folder + "/first.clearway")
grid = world.to_grid(0.5)
import clearway.formats
for f in clearway.formats.formats().values():
    if f.write is not None:
        for end in ("", ".gz"):
            (grid if f.holds == "grid" else world).save(folder + "/x" + f.suffixes[0] + end)
            cw.load(folder + "/x" + f.suffixes[0] + end)
""",
    "load": """
with open(folder + "/a.wkt", "w") as f:
    f.write("POLYGON ((0 0, 1 0, 1 1))")
cw.load(folder + "/a.wkt")
""",
    "planners": """
grid = world.to_grid(0.5)
for name in cw.planners():
    if name in ("a*", "dijkstra", "hpa*", "jps", "pra*"):
        grid.find_path((0, 0), (17, 17), planner=name)
    else:
        world.find_path((1, 1), (8, 8), planner=name)
planner = cw.THPAStar(world, radii=(0.1,))
planner.save(folder + "/p.npz")
cw.THPAStar.load(folder + "/p.npz")
list(planner.begin((1, 1), (8, 8), 0.1, ahead=True))
world.random_points(3, rng=1)
""",
    "generate": """
for kind in cw.generate.kinds():
    cw.generate.make(kind)
cw.World.from_walkable([[(0, 0), (1, 0), (1, 1)], [(0, 0), (2, 0), (2, 1)]])
grid = world.to_grid(1.0).to_world()
""",
    "png": """
with _imports.importing():
    from clearway import render
render.save(world, folder + "/a.svg", levels=True, graph="vg")
render.save(world, folder + "/a.png", levels=True, graph="both")
""",
    "plot": """
world.plot(mesh=True)
world.find_path((1, 1), (8, 8), 0.2).plot()
world.mesh().plot()
""",
}


@pytest.mark.parametrize("calls", CALLS)
def test_no_import_is_beyond_the_lock(calls, tmp_path):
    if calls in ("png", "plot"):
        pytest.importorskip("matplotlib")
    code = WATCH + CALLS[calls] + "print('done')"
    said = children.python("-W", "ignore", "-c", code, tmp_path, env={"MPLBACKEND": "agg"})
    assert said == "done\n"


FORK = """
import os, signal, sys, threading, time, warnings
import clearway as cw
folder, delay = sys.argv[1], float(sys.argv[2])
warnings.simplefilter("ignore")
world = cw.World((0, 0, 9, 9))
world.add(((3, 3), (5, 3), (5, 5), (3, 5)))
jobs = (
    lambda: world.save(folder + "/a.geojson"),
    lambda: cw.load(folder + "/old.wkt"),
    lambda: world.find_path((1, 1), (8, 8), 0.1, planner="thpa*"),
)
threads = [threading.Thread(target=job) for job in jobs]
for t in threads:
    t.start()
time.sleep(delay)
child = os.fork()
if child == 0:
    signal.alarm(60)
    world.save(folder + "/b.clearway")
    cw.load(folder + "/b.clearway")
    world.find_path((1, 1), (8, 8), 0.1, planner="thpa*")
    cw.generate.boxes(obstacles=3)
    os._exit(0)
status = os.waitpid(child, 0)[1]
for t in threads:
    t.join()
print(status)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("delay", [0.0, 0.003, 0.01, 0.02, 0.04])
def test_a_child_beside_first_imports(delay, tmp_path):
    (tmp_path / "old.wkt").write_text("POLYGON ((0 0, 1 0, 1 1))")
    assert children.python("-c", FORK, tmp_path, delay) == "0\n"


def test_a_fork_gives_up_on_an_import_that_does_not_end(monkeypatch):
    import threading

    monkeypatch.setattr(_imports, "_SECONDS", 0.01)
    held, over = threading.Event(), threading.Event()

    def hold():
        with _imports.importing():
            held.set()
            over.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    _imports._before_fork()
    assert _imports._forking.taken == [None]
    mine = _imports._lock
    _imports._after_in_child()
    assert _imports._lock is not mine
    with _imports.importing():
        pass
    over.set()
    thread.join()
    monkeypatch.setattr(_imports, "_lock", mine)


def test_why_an_extra_cannot_be_imported():
    import importlib.metadata

    import clearway as cw

    def raised(error):
        importing = _imports.importing_extra("metis", "a planner", "hierarchy")
        with pytest.raises((cw.ClearwayError, MemoryError)) as caught, importing:
            raise error
        return caught.value

    assert type(raised(ModuleNotFoundError(name="metis"))) is cw.MissingExtra
    assert (
        type(raised(ImportError("a.so: failed to map segment from shared object"))) is MemoryError
    )
    assert type(raised(SystemError("error return without exception set"))) is MemoryError
    for error in (
        ImportError("a.so: undefined symbol"),
        ModuleNotFoundError(name="another"),
        importlib.metadata.PackageNotFoundError("metis"),
    ):
        assert type(raised(error)) is cw.ClearwayError
