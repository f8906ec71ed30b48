"""The end of the interpreter: no program leaves an object behind, and none is told of one.

With CLEARWAY_LEAK_WARNINGS in the environment, nanobind reports objects that are alive after
everything has been freed: references that the bindings have lost, or that somebody keeps.
"""

from __future__ import annotations

import sys

import pytest

from support.children import start

WORLD = """
import sys
import clearway as cw

world = cw.World((0, 0, 100, 60))
hut = world.add([(40, 10), (60, 10), (60, 50), (40, 50)])
a, b = (5, 5), (95, 30)
path = world.find_path(a, b, radius=3)
"""
PROGRAMS = {
    "import": "import clearway",
    "answers": """
paths = world.find_paths(world.random_points(9), world.random_points(9), progress=lambda d, t: None)
points, mesh, vertices, row = path.points, world.mesh(), world.mesh().vertices, paths[3]
""",
    "planners": """
kept = [cw.TRAStar(world), cw.VGO(world), cw.Labels(world), cw.THPAStar(world)]
found = [planner.find_path(a, b) for planner in kept]
steps = cw.TAStar(world).improve(a, b)
first = next(steps)
grid = cw.generate.rooms(20, form="grid")
walk = grid.find_path((1, 1), (18, 18), planner="hpa*")
""",
    "agents": """
watch = world.watch(path)
field = world.field(b)
crowd = cw.Crowd(world)
crowd.add([a], radius=1, speed=1, goals=b)
crowd.step(1)
plan = cw.Reservations(world)
timed = plan.find_path(a, (9, 9), radius=1, speed=1)
world.remove(hut)
reports = world.disturbed()
""",
    "features": """
world.add_area([(1, 1), (9, 1), (9, 9)], "mud")
door = world.add_door([(60, 0), (60, 10)])
cheap = world.find_path(a, b, costs={"mud": cw.AVOID}, doors={door: False})
""",
    "transaction that stays open": """
def edit():
    with world.editing():
        world.move(hut, [(0, 0), (1, 0), (1, 1)])
        yield
kept = edit()
next(kept)
""",
    "threads": """
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
found = list(pool.map(lambda y: world.find_path(a, (95, y)), range(1, 40)))
""",
    "error": "world.remove(12345)",
    "exit in a call": """
def leave(kept):
    sys.exit(3)
leave([path, world])
""",
}
# A thread that never ends keeps what it uses.
DAEMON = """
import threading, time
threading.Thread(target=lambda kept: time.sleep(100), args=(world,), daemon=True).start()
"""


def told(code, tmp_path, **env):
    """What a program says of objects that are left."""
    file = tmp_path / "program.py"
    file.write_text(code)
    done = start(sys.executable, file, cwd=tmp_path, env=env, seconds=60)
    return [line for line in done.stderr.splitlines() if "nanobind" in line or "leaked" in line]


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_object_is_left(name, tmp_path):
    code = PROGRAMS[name] if name == "import" else WORLD + PROGRAMS[name]
    assert told(code, tmp_path, CLEARWAY_LEAK_WARNINGS=1) == []


def test_users_are_not_told_of_objects_that_they_keep(tmp_path):
    assert told(WORLD + DAEMON, tmp_path, CLEARWAY_LEAK_WARNINGS=1) != []
    assert told(WORLD + DAEMON, tmp_path) == []
