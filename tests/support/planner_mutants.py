"""Mutated planner files: each is refused, or gives a planner that works.

`run(seed, count)` mutates a few planner files, loads each in a child process, and uses the loaded
planner: paths, journeys, edits, paths again. A child that dies, an exception other than
InvalidInput, a path that is illegal or has another status than an exact search are findings.
`python -m support.planner_mutants COUNT [SEED]` runs it manually.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np

import clearway as cw
from clearway._planners import _persistence as persistence
from support.hierarchy_worlds import legal

BATCH = 100  # mutants for one child
PATIENCE = 120  # seconds of CPU time for one mutant


def _boxes(rng, count, size):
    out = []
    for (x, y), (a, b) in zip(
        rng.uniform(0, size, (count, 2)), rng.uniform(0.5, 3, (count, 2)), strict=True
    ):
        out.append([(x, y), (x + a, y), (x + a, y + b), (x, y + b)])
    return out


def scenes():
    """Planners to start from: one radius, several, ranges, walls and posts, after edits."""
    rng = np.random.default_rng(5)
    plain = cw.World.from_obstacles(_boxes(rng, 12, 20), (0, 0, 20, 20))
    mixed = cw.World.from_obstacles(_boxes(rng, 8, 20), (0, 0, 20, 20))
    mixed.add_wall([(2, 3), (9, 4), (9, 12)])
    mixed.add_posts([(4, 15), (5, 16), (12, 2)])
    edited = cw.World.from_obstacles(_boxes(rng, 12, 20), (0, 0, 20, 20), max_radius=1.0)
    planners = [
        cw.THPAStar(plain, (0.0, 0.4), clusters=6),
        cw.THPAStar(mixed, cw.RadiusRange(0.1, 0.5), clusters=5),
        cw.THPAStar(edited, (0.3,), clusters=8, per_border=2),
    ]
    edited.remove([0, 3])
    edited.add([(5, 5), (7, 5), (6, 7)])
    return planners


def saved(planner):
    """The arrays of a file."""
    world = {f"world_{name}": array for name, array in planner.world._state().items()}
    return persistence.prepared(planner) | world


def narrowed(array):
    if array.dtype.kind == "U":
        return np.zeros(array.shape, dtype=np.int8)
    return array.astype(np.float32 if array.dtype.kind == "f" else np.int8)


def changed(arrays, rng):
    """The same arrays, one of them with an element, its length or its kind changed."""
    name = str(rng.choice(sorted(arrays)))
    array = np.array(arrays[name])
    kind = rng.random()
    if kind < 0.8 and array.size and array.dtype.kind != "U":
        i = int(rng.integers(array.size))
        flat = array.reshape(-1)
        other = flat[int(rng.integers(array.size))]
        if array.dtype.kind == "f":
            size = abs(flat[i]) or 1.0
            with np.errstate(all="ignore"):
                values = [np.nan, np.inf, -np.inf, 0.0, -flat[i], 2 * flat[i], other, 1e300]
                values += [np.nextafter(flat[i], np.inf), flat[i] + 1e-3 * size, flat[i] - size]
                flat[i] = values[int(rng.integers(len(values)))]
        elif array.dtype.kind == "b":
            flat[i] = not flat[i]
        else:
            span = np.iinfo(array.dtype)
            value = int(flat[i])
            values = [0, 1, 2, -1, value + 1, value - 1, span.max, span.min, int(other), 1000]
            flat[i] = np.clip(values[int(rng.integers(len(values)))], span.min, span.max)
        return {**arrays, name: array}, name
    rest = {k: v for k, v in arrays.items() if k != name}
    changes = [
        lambda: rest,
        lambda: {**rest, name: array[:-1]},
        lambda: {**rest, name: array[:0]},
        lambda: {**rest, name: np.concatenate((array, array[-1:]))},
        lambda: {**rest, name: array[::-1]},
        lambda: {**rest, name: narrowed(array)},
        lambda: {**rest, name: array.astype("U8")},
        lambda: {**rest, name: array.reshape(1, *array.shape)},
        lambda: {**rest, name: np.tile(array, 3)},
    ]
    return changes[int(rng.integers(len(changes)))](), name


def flipped(data, rng):
    """A file with some bytes changed, left out, or cut off."""
    data = bytearray(data)
    for _ in range(int(rng.integers(1, 4))):
        i = int(rng.integers(len(data)))
        kind = rng.random()
        if kind < 0.7:
            data[i] = int(rng.integers(256))
        elif kind < 0.85:
            del data[i : i + int(rng.integers(1, 20))]
        else:
            del data[max(1, i) :]
    return bytes(data)


def use(planner, seed):
    """Uses all functions of a planner; AssertionError if an answer is wrong."""
    rng = np.random.default_rng(seed)
    world = planner.world

    def query():
        for radius in planner.radii:
            r = radius
            if isinstance(radius, cw.RadiusRange):
                r = radius.least if radius.step else min(1.25 * radius.least, radius.most)
            a, b = rng.uniform(0, 20, (2, 5, 2))
            paths, exact = planner.find_paths(a, b, r), world.find_paths(a, b, r)
            assert (paths.status == exact.status).all(), (paths.status, exact.status)
            for path, other in zip(paths, exact, strict=True):
                if path.found:
                    assert legal(path)
                    assert path.length >= other.length * (1 - 1e-9)
            for leg in islice(planner.begin(a[0], b[0], r), 100):
                assert legal(leg)
        for level in planner._levels:
            level.hierarchy.validate()

    query()
    x, y = rng.uniform(1, 18, 2)
    handle = world.add([(x, y), (x + 1, y), (x + 1, y + 1)])
    query()
    world.remove(handle)
    if len(world.obstacles):
        world.remove(next(iter(world.obstacles)))
    query()
    world.validate()


def attempt(bases, number, seed, folder):
    """Creates and tries one mutant; returns the outcome in a word."""
    rng = np.random.default_rng((seed, number))
    arrays, data = bases[int(rng.integers(len(bases)))]
    kind = rng.random()
    try:
        if kind < 0.15:
            file = Path(folder) / "mutant"
            file.write_bytes(flipped(data, rng))
            planner = cw.THPAStar.load(file, threads=1)
        else:
            mutant, _ = changed(arrays, rng)
            if rng.random() < 0.2:
                mutant, _ = changed(mutant, rng)
            kept = {k: v for k, v in mutant.items() if k.startswith("world_")}
            if kind < 0.3:
                file = Path(folder) / "mutant"
                with file.open("wb") as out:
                    np.savez(out, **mutant)
                planner = cw.THPAStar.load(file, threads=1)
            else:
                world = cw.World.__new__(cw.World)
                world.__setstate__({k.removeprefix("world_"): v for k, v in kept.items()})
                state = {
                    "world": world,
                    "prepared": {k: v for k, v in mutant.items() if k not in kept},
                    "options": {"threads": 1},
                    "kept": (0, False),
                }
                planner = cw.THPAStar.__new__(cw.THPAStar)
                planner.__setstate__(state)
    except cw.InvalidInput as error:
        return "refused" if len(str(error)) < 400 else f"a long message: {error}"
    use(planner, number)
    return "used"


def _child(bases, seed, first, count, pipe):
    import signal

    warnings.simplefilter("error")
    with os.fdopen(pipe, "wb", buffering=0) as out, tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
            try:
                word = attempt(bases, number, seed, folder)
            except BaseException:
                word = traceback.format_exc(limit=-3)
            out.write(pickle.dumps((number, word)))


def run(seed, count):
    """(how many were refused and used, findings as (number, what happened))."""
    bases = []
    with tempfile.TemporaryDirectory() as folder:
        for planner in scenes():
            planner.save(Path(folder) / "t")
            bases.append((saved(planner), (Path(folder) / "t").read_bytes()))
    words, findings, first = Counter(), [], 0
    while first < count:
        batch = min(BATCH, count - first)
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # fork with idle threads
            pid = os.fork()
        if pid == 0:
            os.close(reader)
            with contextlib.suppress(BaseException):
                _child(bases, seed, first, batch, writer)
                os._exit(0)
            os._exit(1)
        os.close(writer)
        done = first
        with os.fdopen(reader, "rb") as results, contextlib.suppress(EOFError):
            while True:
                number, word = pickle.load(results)
                done = number + 1
                if word in ("refused", "used"):
                    words[word] += 1
                else:
                    findings.append((number, word))
        _, status = os.waitpid(pid, 0)
        if done < first + batch:  # it died with this one
            findings.append((done, f"died, status {status}"))
            done += 1
        first = done
    return words, findings


if __name__ == "__main__":
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    words, findings = run(seed, int(sys.argv[1]))
    for number, what in findings:
        print(f"mutant {number} of seed {seed}:\n{what}")
    print(dict(words), len(findings), "findings")
    sys.exit(bool(findings))
