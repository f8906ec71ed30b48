"""Calls everything public with invalid values: `python odd_values.py [FILTER [SHARE]]`.

Each parameter of each public function, class, method and operator takes each odd value in turn,
while the others stay valid. Allowed are results, errors of Clearway, and errors that Python's
protocols require. Prints all other outcomes, and one line of JSON with counts.
"""

from __future__ import annotations

import contextlib
import enum
import inspect
import json
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

import numpy as np

import clearway as cw
from clearway import formats, jupedsim, render

LONGEST = 500  # characters of a message
SECONDS = 60  # for one call, on a loaded machine


TILED = """{"type": "map", "orientation": "orthogonal", "width": 2, "height": 1, "infinite": false,
"tilewidth": 8, "tileheight": 8, "layers": [{"type": "tilelayer", "name": "walls", "width": 2,
"height": 1, "data": [1, 0]}], "tilesets": [{"firstgid": 1, "tilecount": 1, "name": "t",
"tilewidth": 8, "tileheight": 8}]}"""


def odd_values():
    loop = []
    loop.append(loop)
    pair = [0.0, 0.0]
    pair[1] = pair
    deep = []
    for _ in range(2000):
        deep = [deep]
    circle = {"type": "Polygon", "coordinates": loop}
    collection = {"type": "GeometryCollection"}
    collection["geometries"] = [collection]
    feature = {"type": "Feature"}
    feature["geometry"] = feature
    record = np.zeros(2, dtype=[("x", float), ("y", float)])
    return {
        "None": None,
        "True": True,
        "nan": float("nan"),
        "inf": float("inf"),
        "-inf": float("-inf"),
        "-1": -1,
        "2**63": 2**63,
        "2**70": 2**70,
        "-2**70": -(2**70),
        "10**400": 10**400,
        "10**5000": 10**5000,
        "1e-306": 1e-306,
        "5e-324": 5e-324,
        "1e300": 1e300,
        "0.5": 0.5,
        "numpy nan": np.float64("nan"),
        "longdouble": np.longdouble("1e4000"),
        "half": np.float16(1.5),
        "uint64": np.uint64(2**64 - 1),
        "numpy bool": np.bool_(True),
        "date": np.datetime64("2026-01-01"),
        "not a date": np.datetime64("NaT"),
        "complex": 1 + 2j,
        "empty text": "",
        "text": "x",
        "surrogate": "\ud800",
        "nul": "a\0b",
        "long text": "x" * 100_000,
        "empty bytes": b"",
        "bytes": b"\xff",
        "bytearray": bytearray(b"xy"),
        "memory": memoryview(b"ab"),
        "object": object(),
        "class": int,
        "function": print,
        "module": cw,
        "[]": [],
        "()": (),
        "{}": {},
        "set": {1, 2},
        "range": range(3),
        "generator": (x for x in (1, 2)),
        "itself": loop,
        "pair of itself": pair,
        "deep": deep,
        "ring of itself": circle,
        "collection of itself": collection,
        "feature of itself": feature,
        "no coordinates": {"type": "Polygon"},
        "odd type": {"type": 5, "coordinates": []},
        "[nan, nan]": [float("nan")] * 2,
        "ragged": [[1, 2], [3]],
        "pairs of None": [[None, None]],
        "huge pair": (10**5000, 0),
        "array ()": np.array(1.0),
        "array (0,)": np.empty(0),
        "array (0, 2)": np.empty((0, 2)),
        "array (2, 0)": np.empty((2, 0)),
        "array (1, 2)": np.ones((1, 2)),
        "array (3, 2)": np.array([[1.0, 1.0], [2.0, 1.0], [2.0, 3.0]]),
        "array (2, 3)": np.ones((2, 3)),
        "array (1, 1, 1, 1)": np.ones((1, 1, 1, 1)),
        "bools": np.array([True, False]),
        "bools (2, 2)": np.eye(2, dtype=bool),
        "complex array": np.ones(2, complex),
        "objects": np.array([object(), object()]),
        "None array": np.array([None, None]),
        "texts": np.array(["a", "b"]),
        "records": record,
        "masked": np.ma.masked_array([1.0, 2.0], [True, False]),
        "nan array": np.full((3, 2), np.nan),
        "inf array": np.full((3, 2), np.inf),
        "integers": np.array([[1, 2], [3, 4]], dtype=np.int8),
        "unsigned": np.array([2**64 - 1, 2**64 - 1], dtype=np.uint64),
        "dates": np.array(["2026-01-01", "2026-01-02"], dtype="datetime64"),
        "world": cw.World((0, 0, 1, 1)),
        "path": cw.World((0, 0, 1, 1)).find_path((0, 0), (1, 1)),
        "exception": ValueError("x"),
    }


def good_world():
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    world.add_wall([(1, 8), (3, 8)])
    world.add_post((8, 5))
    return world


def areas_only():
    """For formats without walls and posts."""
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    return world


def good_grid():
    return cw.Grid(np.eye(6, dtype=bool)[::-1] & (np.arange(6) < 3))


# Valid values by the name of the parameter. None: its default.
GOOD = {
    "a": (1.0, 5.0), "b": (9.0, 5.0), "start": (1.0, 5.0), "goal": (9.0, 5.0), "end": (9.0, 5.0),
    "frm": (1.0, 5.0), "to": (9.0, 5.0), "p": (1.0, 5.0), "point": (1.0, 5.0), "place": (1.0, 5.0),
    "points": [(1.0, 5.0), (2.0, 5.0)], "starts": [(1.0, 5.0)], "goals": [(9.0, 5.0)],
    "line": [(2.0, 2.0), (3.0, 2.0)], "ring": [(2.0, 2.0), (3.0, 2.0), (3.0, 3.0)],
    "area": {"type": "Polygon", "coordinates": [[(0, 0), (9, 0), (9, 9), (0, 9)]]},
    "geometry": {"type": "Polygon", "coordinates": [[(0, 0), (9, 0), (9, 9), (0, 9)]]},
    "polygons": [[(2.0, 2.0), (3.0, 2.0), (3.0, 3.0)]], "bounds": (0, 0, 10, 10),
    "handle": 0, "count": 3, "cell": 1.0, "distance": 0.5, "radius": 0.5, "discs": (5.0, 9.0, 0.5),
    "center": (5.0, 9.0), "corner": (1.0, 1.0), "opposite": (2.0, 3.0),
    "blocked": [[False, True], [False, False]], "kind": "maze",
    "cells": [(0, 0)], "value": None, "key": 0, "s": 1.5, "step": 0.5, "speed": 2.0, "name": "mud",
    "position": (5.0, 9.0), "velocity": (0.1, 0.0), "other": None,
}  # fmt: skip
GRID = {"start": (0, 0), "goal": (5, 5), "starts": [(0, 0)], "goals": [(5, 5)]}
# Small worlds are fast to build.
MADE = {"size": 30}
# Errors of Python's protocols, beyond those of Clearway.
PROTOCOL = {
    "__getitem__": (TypeError, IndexError, KeyError),
    # Sequences compare with ==; numpy returns arrays, which have no truth value.
    "__contains__": (TypeError, ValueError),
    "count": (TypeError, ValueError),
    "index": (TypeError, ValueError),
}
# Paths that the file system refuses; drawing passes unknown options to matplotlib.
FILES = (OSError,)
# Created by the library, not by users; and plain records, which accept any value.
NOT_CALLED = {
    "Abstraction", "Arc", "Area", "Avoidance", "CrowdReport", "Door", "Field", "FieldRaster",
    "Front", "GridField", "GridJourney", "GroupPlan", "GroupRoute", "Hit", "Journey", "Line", "Link",
    "LinkFeature", "Mesh", "Move", "Mover", "Obstacle", "Obstacles", "Path", "Paths", "Planner",
    "Projection", "Report", "Snapped", "TimedPath", "Trajectories", "Wait", "Watch", "Waypoint",
    "WaypointEdge", "Waypoints",
}  # fmt: skip
SKIPPED = {
    # on axes and with styles of matplotlib
    "World.plot", "Grid.plot", "Path.plot", "Mesh.plot", "GroupPlan.plot", "Waypoints.plot",
    "Trajectories.plot",
}  # fmt: skip


def targets():
    """(name, function that makes (callable, good arguments), parameters)."""
    out = {}

    def add(name, make, good=None):
        out[name] = (make, good or {})

    def add_methods(label, make, good=None):
        kind = type(make())
        for name in dir(kind):
            if name.startswith("_") and name not in ("__getitem__", "__setitem__", "__contains__"):
                continue
            member = inspect.getattr_static(kind, name)
            if isinstance(member, property) or not callable(getattr(kind, name)):
                continue
            if isinstance(member, staticmethod | classmethod):
                continue
            add(f"{label}.{name}", lambda n=name: getattr(make(), n), good)

    def journey():
        return cw.THPAStar(good_world(), clusters=2).begin((1, 5), (9, 5))

    def watch():
        world = good_world()
        made = world.watch(world.find_path((1, 5), (9, 5)))
        made.world_kept = world
        return made

    def link():
        world = good_world()
        return world.links[world.add_link((1, 5), (9, 5))]

    def crowd():
        made = cw.Crowd(good_world())
        made.add([(1.0, 5.0), (2.0, 5.0)], radius=0.3, goals=(9.0, 5.0))
        return made

    def reservations():
        made = cw.Reservations(good_world())
        made.find_path((1, 5), (9, 5), radius=0.3)
        return made

    def timed_path():
        return cw.Reservations(good_world()).find_path((1, 5), (9, 5), radius=0.3)

    add("World", lambda: cw.World)
    for name in cw.shapes.__all__:
        add(f"shapes.{name}", lambda name=name: getattr(cw.shapes, name))
    add("World.from_obstacles", lambda: cw.World.from_obstacles)
    add("World.from_walkable", lambda: cw.World.from_walkable)
    add("Grid", lambda: cw.Grid)
    add("RadiusRange", lambda: cw.RadiusRange)
    add("load", lambda: cw.load)
    add("load_scenarios", lambda: cw.load_scenarios)
    add("planners", lambda: cw.planners)
    add("THPAStar.load", lambda: cw.THPAStar.load)
    add("Labels.load", lambda: cw.Labels.load)
    add_methods("World", good_world)
    add_methods("Grid", good_grid, GRID)
    mine = {"world": good_world()}
    add_methods("Path", lambda: good_world().find_path((1, 5), (9, 5), radius=0.5), mine)
    add_methods("Paths", lambda: good_world().find_paths([(1, 5)], [(9, 5)]), mine)
    for name in ("forward", "inverse"):
        add(f"Projection.{name}", lambda name=name: getattr(cw.Projection(7.1, 50.7), name))
    add_methods("Mesh", lambda: good_world().mesh())
    add_methods("Obstacles", lambda: good_world().obstacles, {"key": 0})
    add_methods("Journey", journey)
    add_methods("GridJourney", lambda: cw.HPAStar(good_grid()).begin((0, 0), (3, 2)))
    add_methods("Watch", watch)
    add_methods("Field", lambda: good_world().field((9, 5)), {"goal": 0})
    add_methods("LinkFeature", link)
    add_methods("GridField", lambda: good_grid().field([(5, 5)]), {**GRID, "cell": (0, 0)})
    add_methods("Abstraction", lambda: good_world().abstraction(), {"corridor": None})
    walking = {**mine, "ids": [0], "positions": [(1.0, 5.0)], "dt": 0.1, "seconds": 0.5, "agent": 0}
    add("Crowd", lambda: cw.Crowd, walking)
    add_methods("Crowd()", crowd, {**walking, "priority": 1})
    add_methods("Trajectories", lambda: crowd().run(0.5, dt=0.1), {"step": 0.5})
    add("plan_group", lambda: cw.plan_group, {**mine, "radii": 0.3})
    add_methods("Waypoints", lambda: good_world().waypoints(0.3), {"edge": 0})
    add("Reservations", lambda: cw.Reservations, mine)
    add_methods("Reservations()", reservations, {"time": 0.5, "agent": 0})
    add_methods("TimedPath", timed_path, {"other": timed_path(), "times": [0.5]})
    for name in cw.__all__:
        kind = getattr(cw, name)
        if isinstance(kind, type) and issubclass(kind, cw.Planner) and kind is not cw.Planner:
            on = good_grid if kind._on is cw._core.Grid else good_world
            add(name, lambda kind=kind: kind, {"world": on(), "grid": on()})
            good = GRID if on is good_grid else None
            add_methods(f"{name}()", lambda kind=kind, on=on: kind(on()), good)
    for name, maker in cw.generate.KINDS.items():
        add(f"generate.{name}", lambda maker=maker: maker, MADE)
    add("generate.make", lambda: cw.generate.make)
    add("RoutingEngine", lambda: jupedsim.RoutingEngine)
    area = GOOD["geometry"]
    add_methods("RoutingEngine()", lambda: jupedsim.RoutingEngine(area))
    for name in ("svg", "png", "pdf", "save"):
        good = {"world": good_world(), "width": 120.0}
        add(f"render.{name}", lambda name=name: getattr(render, name), good)
    add("formats.save", lambda: formats.save, {"world": good_world()})
    for entry in formats.formats().values():
        suffix = ".tmj" if entry.name == "tiled" else entry.suffixes[0]
        add(f"load {entry.name}", lambda: cw.load, {"path": f"w{suffix}"})
        kept = areas_only() if entry.holds == "world" else good_grid()
        good = {"world": kept, "path": f"v{entry.suffixes[0]}"}
        add(f"save {entry.name}", lambda: formats.save, good)
    add("Scenarios", lambda: saved_scenarios)
    for name in cw.__all__:  # names without a line of their own above
        kind = getattr(cw, name)
        is_plain = isinstance(kind, type) and issubclass(kind, Exception | enum.Enum)
        if callable(kind) and name not in out and name not in NOT_CALLED and not is_plain:
            add(name, lambda kind=kind: kind)
    return {name: target for name, target in out.items() if name not in SKIPPED}


# Values that are valid after all, or whose own errors propagate.
FITTING = {
    ("progress", "class"), ("progress", "function"), ("partition", "class"),
    ("partition", "function"),
}  # fmt: skip
# Keywords that go through **options, by the start of the target's name.
KEYWORDS = {
    "World.find_path": ("costs", "doors", "effort", "limit", "metric", "partial",
                        "prove_with_optimal", "smooth", "weight"),
    "Channel().improve": ("limit", "effort", "by", "smooth"),
    "TAStar().improve": ("limit", "effort", "prove_with_optimal"),
    "Optimal().find_path": ("limit", "partial"),
    "Channel().find_path": ("limit", "metric", "weight", "smooth", "prune_successors"),
    "Grid.find_path": ("diagonal", "corners"),
    "HPAStar().find_path": ("smooth",),
    "render.svg": ("axes", "scale_bar", "legend", "discs", "y_down", "mesh", "channel",
                   "corridor", "labels", "constraints", "levels", "rooms", "visible",
                   "graph", "radius", "explored", "title", "distances"),
}  # fmt: skip


for _format in formats.formats().values():
    KEYWORDS[f"load {_format.name}"] = _format.options
    KEYWORDS[f"save {_format.name}"] = _format.write_options


def saved_scenarios(
    starts=((1, 1),), goals=((2, 2),), lengths=(1.0,), buckets=(0,), maps=("m",), sizes=((3, 3),)
):
    cw.Scenarios(starts, goals, lengths, buckets, maps, sizes).save("s.scen")
    cw.load_scenarios("s.scen")


class Hung(Exception):
    pass


def ring_bell(*_):
    raise Hung


def files(folder, name):
    """Existing files, to read and to write."""
    suffix = {"load_scenarios": ".scen", "THPAStar.load": ".npz", "THPAStar().save": ".npz",
              "Labels.load": ".labels", "Labels().save": ".labels"}  # fmt: skip
    kind = ".map" if name.startswith("Grid") else suffix.get(name, ".clearway")
    return {"path": Path(folder) / f"w{kind}", "file": Path(folder) / "w.svg"}


def write_files(folder):
    for entry in formats.formats().values():
        if entry.write is not None:
            kept = areas_only() if entry.holds == "world" else good_grid()
            formats.save(kept, Path(folder) / f"w{entry.suffixes[0]}")
    (Path(folder) / "w.tmj").write_text(TILED)
    cw.THPAStar(good_world(), clusters=2).save(Path(folder) / "w.npz")
    labels = cw.Labels(good_world())
    labels.prepare()
    labels.save(Path(folder) / "w.labels")
    (Path(folder) / "w.scen").write_text("version 1\n0\tm.map\t9\t9\t1\t1\t1\t2\t1\n")


def parameters_of(call):
    try:
        return dict(inspect.signature(call).parameters)
    except ValueError:
        return {}


def good_arguments(name, call, good, folder):
    """Values for parameters without a default, and for those that make the call fast."""
    known = {**GOOD, **files(folder, name), **good}
    out = {}
    for parameter in parameters_of(call).values():
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        if parameter.name in good and parameter.name in MADE:
            out[parameter.name] = good[parameter.name]
        elif parameter.default is parameter.empty:
            if name.endswith("__"):
                out[parameter.name] = 0
            elif parameter.name == "path" and name == "World.watch":
                out["path"] = call.__self__.find_path((1, 5), (9, 5))
            elif parameter.name == "corridor":
                out["corridor"] = call.__self__.corridors[0]
            else:
                out[parameter.name] = known[parameter.name]
    return out


def allowed(name, parameter):
    protocol = PROTOCOL.get(name.rsplit(".", 1)[-1], ())
    return (cw.ClearwayError, *protocol, *(FILES if parameter in ("path", "file") else ()))


def use(result):
    """Evaluates lazy results and iterators."""
    if inspect.isgenerator(result):
        for _ in zip(range(100), result, strict=False):
            pass
    elif isinstance(result, cw.Path | cw.Paths):
        repr(result)


def run(only="", share=1):
    """`share`: each parameter takes only one in this many values."""
    signal.signal(signal.SIGALRM, ring_bell)
    counts, wrong, turn, slowest = Counter(), [], 0, (0.0, "")
    everything = targets()
    # Files with odd names are created in the temporary folder.
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        write_files(folder)
        for name, (make, good) in everything.items():
            if only not in name:
                continue
            counts["functions"] += 1
            call = make()
            names = [
                p.name
                for p in parameters_of(call).values()
                if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
            ]
            names += KEYWORDS.get(name, ())
            for parameter in names:
                turn += 1
                for odd, value in list(odd_values().items())[turn % share :: share]:
                    if (parameter, odd) in FITTING:
                        continue
                    call = make()
                    arguments = good_arguments(name, call, good, folder)
                    arguments[parameter] = value
                    counts["calls"] += 1
                    began = time.process_time()
                    outcome = attempt(call, arguments, allowed(name, parameter))
                    took = time.process_time() - began
                    if took > slowest[0]:
                        slowest = took, f"{name}({parameter}={odd})"
                    counts[outcome if outcome in ("result", "refused") else "wrong"] += 1
                    if outcome not in ("result", "refused"):
                        wrong.append(f"{name}({parameter}={odd}): {outcome}")
                        print(wrong[-1], flush=True)
    print(f"slowest: {slowest[1]}, {slowest[0]:.1f} s")
    print(json.dumps(counts))
    return wrong


def positional(call, arguments):
    """Parameters that have no keyword are given by position."""
    first = [
        arguments.pop(p.name)
        for p in parameters_of(call).values()
        if p.kind is p.POSITIONAL_ONLY and p.name in arguments
    ]
    return first, arguments


def attempt(call, arguments, fine):
    is_named = OSError in fine  # messages contain the name of the file
    first, rest = positional(call, arguments)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        use(call(*first, **rest))
        return "result"
    except fine as error:
        signal.setitimer(signal.ITIMER_REAL, 0)
        if isinstance(error, cw.InternalError):
            return f"InternalError: {error}"
        if not is_named and len(str(error)) > LONGEST:
            return f"a message of {len(str(error))} characters"
        return "refused"
    except Hung:
        return f"no end within {SECONDS} s"
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    sys.exit(1 if run(*sys.argv[1:2], *map(int, sys.argv[2:])) else 0)
