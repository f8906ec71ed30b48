"""Reduces a failing sequence of edits to a short script.

An operation is ("add", key, kind, points), ("move", key, kind, points), ("remove", key),
("edit", [keys removed], [(key, kind, points), ...]) or ("fail", [keys removed],
[(kind, points), ...], how): an edit that fails and must change nothing. Operations on unknown keys
are skipped, so that any subsequence can be replayed.
"""

from __future__ import annotations

import clearway as cw
from oracle.canonical import canonical
from oracle.scene import POST, RING, Scene, insert

LEAST = {RING: 3, "wall": 2, POST: 1}


class Failed(RuntimeError):
    """Raised by the body of an edit that is meant to fail."""


def fail(world, handles, added, how):
    """An edit that is refused or whose body raises; the world must not change."""
    before = canonical(world.mesh())
    try:
        with world.editing():
            for h in handles:
                world.remove(h)
            for kind, points in added:
                insert(world, kind, points)
            if how == "nan":
                world.add([(0, 0), (1, 0), (1, float("nan"))])
            elif how == "handle":
                world.remove(10**9)
            raise Failed
    except (Failed, cw.InvalidInput):
        pass
    after = canonical(world.mesh())
    assert before.shape == after.shape, "a failed edit changed the world"
    assert (before == after).all(), "a failed edit changed the world"


def play(bounds, operations, each_step):
    """Replays the operations; calls each_step(world, scene) after each."""
    world, scene, handles = cw.World(bounds=bounds), Scene(bounds), {}

    def put(key, kind, points):
        handles[key] = insert(world, kind, points)
        scene.obstacles[key] = (kind, points)

    def take(key):
        world.remove(handles.pop(key))
        del scene.obstacles[key]

    for name, *rest in operations:
        if name == "add":
            put(*rest)
        elif name == "remove" and rest[0] in handles:
            take(rest[0])
        elif name == "move" and rest[0] in handles:
            key, kind, points = rest
            world.move(handles[key], points[0] if kind == POST else points)
            scene.obstacles[key] = (kind, points)
        elif name == "edit":
            with world.editing():
                for key in rest[0]:
                    if key in handles:
                        take(key)
                for obstacle in rest[1]:
                    put(*obstacle)
        elif name == "fail":
            fail(world, [handles[k] for k in rest[0] if k in handles], *rest[1:])
        each_step(world, scene)
    return world, scene


def reduce(operations, fails):
    """A locally minimal sequence for which fails(operations) still holds."""
    operations = _drop(list(operations), fails)
    changed = True
    while changed:
        changed = False
        for i, op in enumerate(operations):
            for simpler in _simpler(op):
                trial = [*operations[:i], simpler, *operations[i + 1 :]]
                if fails(trial):
                    operations, changed = trial, True
                    break
        operations = _drop(operations, fails)
    return operations


def _drop(items, fails):
    size = max(1, len(items) // 2)
    while size:
        i = 0
        while i < len(items):
            trial = items[:i] + items[i + size :]
            if fails(trial):
                items = trial
            else:
                i += size
        size //= 2
    return items


def _simpler(op):
    if op[0] in ("add", "move"):
        name, key, kind, points = op
        if len(points) > LEAST[kind]:
            for i in range(len(points)):
                yield name, key, kind, points[:i] + points[i + 1 :]
        for i, p in enumerate(points):
            for j in (0, 1):
                short = float(f"{p[j]:.1g}")
                if short != p[j]:
                    q = (short, p[1]) if j == 0 else (p[0], short)
                    yield name, key, kind, [*points[:i], q, *points[i + 1 :]]
    elif op[0] == "edit":
        for i in range(len(op[1])):
            yield "edit", op[1][:i] + op[1][i + 1 :], op[2]
        for i in range(len(op[2])):
            yield "edit", op[1], op[2][:i] + op[2][i + 1 :]


def script(bounds, operations):
    """The operations as calls."""
    lines = [f"w = cw.World(bounds={bounds!r})"]

    def put(key, kind, points, indent=""):
        call = {RING: "add", "wall": "add_wall", POST: "add_post"}[kind]
        lines.append(f"{indent}h{key} = w.{call}({points[0] if kind == POST else points!r})")

    for name, *rest in operations:
        if name == "add":
            put(*rest)
        elif name == "remove":
            lines.append(f"w.remove(h{rest[0]})")
        elif name == "move":
            lines.append(f"w.move(h{rest[0]}, {rest[2][0] if rest[1] == POST else rest[2]!r})")
        elif name == "fail":
            lines.append(f"# failing edit ({rest[2]}): remove {rest[0]}, add {rest[1]!r}")
        else:
            lines.append("with w.editing():")
            lines.extend(f"    w.remove(h{key})" for key in rest[0])
            for obstacle in rest[1]:
                put(*obstacle, indent="    ")
    return "\n".join(lines)
