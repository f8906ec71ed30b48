"""The same answer, bit for bit, whatever was asked or edited before: `check(kind, seed, pairs)`.

Questions of many kinds about one world, with radii that take turns, are asked in order; in random
orders, each twice; one by one and by four threads; of a world built in another order; and of one
that edits and questions have made. Most lie on a grid, as the obstacles do: there many paths are
equally long, and lines touch corners without bending.

    python -m support.same_answers    how many distances differ from the lengths of the paths
"""

from __future__ import annotations

import numpy as np

import clearway as cw

from .paths import DATA

MAPS = ("grid/dao/arena2.map", "grid/dao/lak303d.map")
KINDS = ("posts", "boxes", "cells", "town", "cave", "tree")
PLANNERS = ("channel", "ta*", "tra*")


def square(x, y, size=1.0):
    return [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]


def obstacles(kind, rng):
    """(outlines and posts, size of the bounds, places to a unit, or 0, radii)."""
    if kind == "posts":
        n = 12
        return (
            [(float(i), float(j)) for i in range(1, n) for j in range(1, n)],
            n,
            4,
            (0.25, 0.3, 0.5),
        )
    if kind == "boxes":
        n = 10
        cells = [(i, j) for i in range(n) for j in range(n) if rng.random() < 0.8]
        return [square(i + 0.25, j + 0.25, 0.5) for i, j in cells], n, 8, (0.1, 0.125, 0.25)
    if kind == "cells":
        n = 36
        blocked = np.argwhere(rng.random((n, n)) < 0.25)
        return [square(*c) for c in blocked.astype(float).tolist()], n, 4, (0.2, 0.4, 0.5)
    if kind == "cave":
        n = 80
        blocked = rng.random((n, n)) < 0.43
        for _ in range(3):
            near = np.pad(blocked, 1).astype(int)
            near = sum(near[i : i + n, j : j + n] for i in range(3) for j in range(3))
            blocked = near > 4
        cells = np.argwhere(blocked).astype(float).tolist()
        return [square(*c) for c in cells], n, 4, (0.3, 0.4, 0.5)
    if kind == "tree":  # walls that hang on the bounds: free space without a loop
        walls = [
            [(x, 0.0 if x % 4 else 2.0), (x, 18.0 if x % 4 else 20.0)] for x in range(2, 20, 2)
        ]
        return [[(float(x), y) for x, y in w] for w in walls], 20, 4, (0.2, 0.4, 0.5)
    placed = []
    for x, y, size, turn in rng.uniform((3, 3, 0.5, 0), (97, 97, 2, 1.5), (700, 4)).tolist():
        if all(np.hypot(x - a, y - b) > 1.5 * (size + s) for a, b, s, _ in placed):
            placed.append((x, y, size, turn))
    quarters = np.arange(4) * np.pi / 2
    rings = [
        np.c_[x + s * np.cos(t + quarters), y + s * np.sin(t + quarters)].tolist()
        for x, y, s, t in placed
    ]
    return rings, 100, 0, (0.05, 0.3, 0.6)


def add(world, shape):
    if isinstance(shape, tuple):
        return world.add_post(shape)
    return world.add(shape) if len(shape) > 2 else world.add_wall(shape)


def build(shapes, size):
    world = cw.World((0, 0, size, size))
    with world.editing():
        for shape in shapes:
            add(world, shape)
    return world


def questions(world, size, per_unit, radii, pairs, rng):
    """(kind of question, start, goal or goals, radius)."""
    out = []
    for r in radii:
        places = rng.uniform(0, size, (30 * pairs, 2))
        if per_unit:
            places[::2] = np.round(places[::2] * per_unit) / per_unit
        places = places[world.is_free(places, r)][: 2 * pairs]
        half = len(places) // 2
        out += [
            ("path", a, b, r) for a, b in zip(places[:half], places[half : 2 * half], strict=True)
        ]
        few = list(zip(places[:half:8], places[half : 2 * half : 8], strict=True))
        for kind in ("prefer", "partial", "line", "limit", "effort", *PLANNERS):
            out += [(kind, a, b, r) for a, b in few[:6]]
        out += [(kind, a, places[-40:], r) for kind in ("distances", "nearest") for a, _ in few[:4]]
        out += [("field", places[:8], b, r) for _, b in few[:1]]
        out += [("path", a, b, 0.0) for a, b in few]
    return out


def ask(world, question):
    """What a question is answered, as numbers that can be compared."""
    kind, a, b, r = question
    if kind == "distances":
        return world.distances(a, b, r).tobytes()
    if kind == "field":
        field = world.field([tuple(b)], r)
        return (field.distance(a).tobytes(), *(bits(field.path(tuple(p))) for p in a))
    if kind == "nearest":
        row, path = world.find_nearest(a, b, r)
        return (row, *bits(path))
    if kind == "line":
        return bits(world.find_path(a, np.array([b, b + np.array((0.5, 0.25))]), r))
    options = {
        "prefer": {"prefer": 2 * r},
        "partial": {"partial": True},
        "limit": {"limit": 200},
        "effort": {"effort": 1.0},
    }.get(kind, {})
    planner = kind if kind in PLANNERS else "optimal"
    return bits(world.find_path(a, b, r, planner, **options))


def bits(path):
    segments = [(s.start, s.end, s.length, getattr(s, "center", None)) for s in path.segments]
    return path.status, float(path.length).hex(), path.points.tobytes(), repr(segments)


def ask_paths(world, asked, threads):
    """As ask(), of questions for paths alone, in one batch."""
    if not asked:
        return []
    _, a, b, r = zip(*asked, strict=True)
    return [
        bits(p) for p in world.find_paths(np.array(a), np.array(b), np.array(r), threads=threads)
    ]


def edited(shapes, size, asked, rng):
    """The world of the shapes, made by edits, with questions in between."""
    order = rng.permutation(len(shapes))
    half = len(shapes) // 2
    world = build([shapes[i] for i in order[:half]], size)
    for step, i in enumerate(order[half:]):
        add(world, shapes[i])
        if step % 16 == 0:
            ask(world, asked[rng.integers(len(asked))])
    for _ in range(8):
        more = world.add_post(tuple(rng.uniform(0, size, 2).tolist()))
        ask(world, asked[rng.integers(len(asked))])
        world.remove(more)
        ask(world, asked[rng.integers(len(asked))])
    return world


def differences(kind, seed, pairs):
    """Questions answered in two ways, (how they were asked, the question), and how many answers were
    compared."""
    rng = np.random.default_rng([seed, 17])
    if kind in MAPS:
        grid = cw.load(DATA / kind)
        shapes, size, per_unit, radii = [], max(grid.shape), 2, (0.4, 0.5)
        fresh = grid.to_world
    else:
        shapes, size, per_unit, radii = obstacles(kind, rng)

        def fresh():
            return build(shapes, size)

    asked = questions(fresh(), size, per_unit, radii, pairs, rng)
    world = fresh()
    owed = [ask(world, q) for q in asked]
    out, compared = [], 0

    def compare(how, rows, answers):
        nonlocal compared
        compared += len(rows)
        out.extend((how, asked[i]) for i, a in zip(rows, answers, strict=True) if a != owed[i])

    world = fresh()
    for how in ("in another order", "again"):
        rows = rng.permutation(len(asked))
        compare(how, rows, [ask(world, asked[i]) for i in rows])
    paths = np.array([i for i, q in enumerate(asked) if q[0] == "path"])
    for threads in (1, 4):
        rows = rng.permutation(paths)
        answers = ask_paths(fresh(), [asked[i] for i in rows], threads)
        compare(f"a batch, {threads} threads", rows, answers)
    for _ in range(20):
        i = rng.integers(len(asked))
        compare("alone", [i], [ask(fresh(), asked[i])])
    # The order of goals.
    for i, (how, a, b, r) in enumerate(asked):
        if how == "distances":
            rows = rng.permutation(len(b))
            answer = world.distances(a, b[rows], r)[np.argsort(rows)]
            compare("goals in another order", [i], [answer.tobytes()])
    if shapes:
        made = {
            "built in another order": build(
                [shapes[i] for i in rng.permutation(len(shapes))], size
            ),
            "after edits": edited(shapes, size, asked, rng),
        }
        for how, world in made.items():
            rows = rng.permutation(len(asked))
            compare(how, rows, [ask(world, asked[i]) for i in rows])
    return out, compared


def hierarchies(kind, seed):
    """Two THPA* of one world, prepared and asked by one thread and by four: their cached paths and
    answers."""
    rng = np.random.default_rng([seed, 18])
    shapes, size, _, radii = obstacles(kind, rng)
    world = build(shapes, size)
    ends = rng.uniform(0, size, (200, 2))
    ends = ends[world.is_free(ends, max(radii))]
    half = len(ends) // 2
    out = []
    for threads in (1, 4):
        mine = build(shapes, size)
        planner = cw.THPAStar(mine, radii[:2], clusters=6, threads=threads)
        rows = rng.permutation(half)
        found = planner.find_paths(ends[rows], ends[half + rows], radii[0], threads=threads)
        answers = [bits(found[i]) for i in np.argsort(rows)]
        out.append((answers, *(a.tobytes() for r in radii[:2] for a in planner.edges(r))))
    return out


def distances_beside_paths(kind, starts=24, most=300):
    """How many distances there are, how many differ from the length of the path, and by how much of
    it at most."""
    rng = np.random.default_rng([1, 2])
    if kind in MAPS:
        world, per_unit, radii = cw.load(DATA / kind).to_world(), 2, (0.4,)
        size = max(world.bounds)
    else:
        shapes, size, per_unit, radii = obstacles(kind, rng)
        world = build(shapes, size)
    count, different, worst = 0, 0, 0.0
    for r in radii:
        places = rng.uniform(0, size, (6000, 2))
        if per_unit:
            places[::2] = np.round(places[::2] * per_unit) / per_unit
        places = places[world.is_free(places, r)]
        goals = places[:most]
        for a in places[most : most + starts // 3]:
            lengths = np.asarray(world.find_paths(a, goals, r).length)
            found = np.isfinite(lengths) & (lengths > 0)
            distances = world.distances(a, goals, r)[found]
            off = np.abs(distances - lengths[found]) / lengths[found]
            count, different = count + len(off), different + np.count_nonzero(off)
            worst = max(worst, off.max(initial=0.0))
    return count, different, worst


if __name__ == "__main__":
    for kind in (*KINDS, *(m for m in MAPS if (DATA / m).exists())):
        print(kind, *distances_beside_paths(kind))
