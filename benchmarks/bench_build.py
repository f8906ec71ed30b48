"""How long does building take, beside pythoncdt and triangle; and how much memory?"""

from __future__ import annotations

from . import ours, peers, worlds
from .measure import alternate, in_child, peak_mb

TITLE = "build"


def run(quick=False):
    names = ("boxes_1000", "cave128") if quick else ("boxes_1000", "boxes_10000", "cave512")
    rows = [in_child(world_row, name, 3 if quick else 9) for name in names]
    posts = 100_000 if quick else 1_000_000
    row = in_child(posts_row, posts, 3)
    row.update(in_child(posts_memory, posts))
    return [*rows, row]


def world_row(name, repetitions):
    outer, rings = worlds.named(name)
    runs = {"clearway": lambda: ours.build(outer, rings)}
    if peers.installed("pythoncdt"):
        runs["pythoncdt"] = lambda: peers.pythoncdt_build(outer, rings)
    return _row(name, alternate(runs, repetitions), "pythoncdt")


def posts_row(count, repetitions):
    points = worlds.posts(count)
    runs = {"clearway": lambda: ours.build_posts(points)}
    if peers.installed("triangle"):
        runs["triangle"] = lambda: peers.triangle_points(points)
    return _row(f"posts_{count}", alternate(runs, repetitions), "triangle")


def posts_memory(count):
    """Peak over the interpreter with numpy and clearway imported; `input_mb` of it are the
    points given."""
    base = peak_mb()
    points = worlds.posts(count)
    world = ours.build_posts(points)
    built = peak_mb() - base
    ours.triangles(world)
    return {
        "input_mb": points.nbytes / 2**20,
        "peak_mb": built,
        "peak_with_mesh_mb": peak_mb() - base,
    }


def _row(name, taken, peer):
    row = {"world": name, "clearway_s": taken["clearway"], "peer": peer}
    if peer in taken:
        row.update(peer_s=taken[peer], ratio=taken["clearway"] / taken[peer])
    return row
