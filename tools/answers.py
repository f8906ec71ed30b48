"""Records what the library answers, to compare two states of it bit for bit.

    python tools/answers.py record FILE [--data DIR]
    python tools/answers.py compare BEFORE AFTER

A line for each query of each world: a digest of every number of the answers, and those of the
numbers that do not depend on ties: lengths of paths, distances, widths. `compare` tells answers of
equal lengths (another path that is as long) from others. Worlds are the files of a folder that the
library loads, generated worlds of every kind, and the nasty worlds of the tests; queries are seeded
by the name of the world. Costs minutes; with a folder of many maps, hours: `--part 1/4` records
every fourth file.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import clearway as cw

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

LARGE = 60_000  # triangles; larger worlds are queried with the first planners only
PAIRS = 12


class Digest:
    """Of numbers and words, in order; `lengths` are the numbers that ties do not change."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self.lengths: list[float] = []

    def add(self, value: Any) -> Digest:
        """None, a word, or numbers of any shape."""
        if value is None or isinstance(value, str):
            self.hash.update(repr(value).encode())
        else:
            self.hash.update(np.ascontiguousarray(value, dtype=np.float64).tobytes())
        return self

    def add_lengths(self, values: Any) -> Digest:
        """Numbers that ties do not change."""
        self.lengths += np.asarray(values, dtype=np.float64).ravel().tolist()
        return self.add(values)

    def path(self, path: Any) -> Digest:
        """All properties of a path."""
        self.add(path.status.name).add_lengths(path.length).add(path.points)
        return self.add(path.lower_bound) if isinstance(path, cw.Path) else self

    def __str__(self) -> str:
        return "\t".join((self.hash.hexdigest()[:20], " ".join(map(repr, self.lengths))))


def worlds(data: Path | None, part: tuple[int, int]) -> Iterator[tuple[str, Any]]:
    """Names and worlds or grids; files that the library refuses are left out."""
    files = sorted(p for p in data.rglob("*") if p.is_file()) if data else []
    if part[0] == 1:
        yield from built_in()
    for file in files[part[0] - 1 :: part[1]]:
        try:
            yield file.relative_to(data or file).as_posix(), cw.load(file)
        except (cw.ClearwayError, OSError):
            continue


def built_in() -> Iterator[tuple[str, Any]]:
    """The nasty worlds of the tests and generated ones."""
    from support.nasty_worlds import NASTY, build

    for name in sorted(NASTY):
        for by in (0.0, 1e7):
            yield f"nasty/{name}/{by:g}", build(cw, NASTY[name](300), by)
    for kind in sorted(cw.generate.kinds()):
        try:
            yield f"generate/{kind}", cw.generate.make(kind, seed=1)
        except TypeError:
            yield f"generate/{kind}", cw.generate.make(kind)


def ask_world(world: cw.World, seed: int) -> Iterator[tuple[str, Digest]]:
    """Queries about points and paths, for a point, a small and a large disc."""
    mesh = world.mesh()
    yield "mesh", mesh_of(world)
    x0, y0, x1, y1 = mesh.vertices.min(0).tolist() + mesh.vertices.max(0).tolist()
    size = min(x1 - x0, y1 - y0)
    small = len(mesh.triangles) < LARGE
    rng = np.random.default_rng(seed)
    places = rng.uniform((x0, y0), (x1, y1), (PAIRS, 2))
    yield "clearance", Digest().add_lengths(world.clearance(places))
    yield "visible_region", Digest().add(np.vstack(world.visible_region(places[:2]) or [places]))
    for radius in (0.0, size / 1000, size / 60):
        yield f"snap {radius:g}", snapped(world, places, radius)
        ends = np.random.default_rng(seed).uniform((x0, y0), (x1, y1), (40 * PAIRS, 2))
        ends = ends[world.is_free(ends, radius)][: 2 * PAIRS]
        if len(ends) < 2 * PAIRS:
            continue
        starts, goals = ends[:PAIRS], ends[PAIRS:]
        for planner in planners(radius, small):
            out = Digest()
            for path in world.find_paths(starts, goals, radius, planner=planner):
                out.path(path)
            yield f"{planner} {radius:g}", out
        yield f"partial {radius:g}", paths(world, places, radius, partial=True)
        yield f"effort {radius:g}", paths(world, ends, radius, effort=2)
        yield (
            f"distances {radius:g}",
            Digest().add_lengths(world.distances(starts[0], ends, radius)),
        )
        yield f"reachable {radius:g}", Digest().add(world.reachable(starts, goals, radius))
        yield f"max_radius {radius:g}", Digest().add_lengths(world.max_radius(starts, goals))
        hits = world.raycast(starts, goals, radius)
        far = [hit.distance if hit else -1 for hit in hits]
        yield f"raycast {radius:g}", Digest().add_lengths(far)
        if small:
            yield f"hierarchy {radius:g}", journeys(world, starts, goals, radius)


def mesh_of(world: cw.World) -> Digest:
    """Its triangles by their corners; numbers of vertices and triangles do not matter."""
    mesh = world.mesh()
    corners = mesh.vertices[mesh.triangles].reshape(-1, 3, 2)
    first = np.lexsort((corners[..., 1], corners[..., 0]), axis=1)[:, 0]
    turned = (first[:, None] + np.arange(3)) % 3
    corners = np.take_along_axis(corners, turned[..., None], axis=1).reshape(-1, 6)
    return Digest().add(corners[np.lexsort(corners.T)])


def planners(radius: float, small: bool) -> tuple[str, ...]:
    """Those that take this radius and this size of a world."""
    everywhere = ("optimal", "channel", "ta*", "tra*")
    return (*everywhere, "vg", "vgo", "bsp*") if radius == 0 and small else everywhere


def snapped(world: cw.World, places: Any, radius: float) -> Digest:
    """The nearest free points."""
    out = Digest()
    for place in places:
        out.add(world.snap(place, radius))
    return out


def paths(world: cw.World, ends: Any, radius: float, **options: Any) -> Digest:
    """From each end to the next."""
    out = Digest()
    for start, goal in itertools.pairwise(ends):
        out.path(world.find_path(start, goal, radius, **options))
    return out


def journeys(world: cw.World, starts: Any, goals: Any, radius: float) -> Digest:
    """By a hierarchy prepared for the radius."""
    out = Digest()
    hierarchy = cw.THPAStar(world, radii=(radius,))
    for path in hierarchy.find_paths(starts, goals, radius):
        out.path(path)
    return out


def ask_after_edits(world: cw.World, seed: int) -> Iterator[tuple[str, Digest]]:
    """Adds, moves and removes random rings."""
    corners = world.mesh().vertices
    low, high = corners.min(0), corners.max(0)
    rng = np.random.default_rng(seed)
    for turn in range(3):
        ring = rng.uniform(low, high, (5, 2))
        handle = world.add(ring)
        out = mesh_of(world)
        yield f"after add {turn}", out.add_lengths(world.distances(ring[0] * 0.5 + low * 0.5, ring))
        world.move(handle, ring * 0.5 + low * 0.5)
        yield f"after move {turn}", mesh_of(world)
        if turn % 2:
            world.remove(handle)


def ask_grid(grid: cw.Grid, seed: int) -> Iterator[tuple[str, Digest]]:
    """All grid planners between free cells."""
    free = np.argwhere(~grid.blocked)[:, ::-1]
    if len(free) < 2:
        return
    rng = np.random.default_rng(seed)
    starts, goals = (free[rng.integers(0, len(free), PAIRS)] for _ in range(2))
    for planner in ("dijkstra", "a*", "jps", "hpa*", "pra*"):
        out = Digest()
        for path in grid.find_paths(starts, goals, planner=planner):
            out.path(path)
        yield planner, out


def record(file: Path, data: Path | None, part: tuple[int, int]) -> None:
    """Writes a line for each answer."""
    with file.open("w") as out:
        for name, place in worlds(data, part):
            seed = zlib.crc32(name.encode())
            asked: list[Iterator[tuple[str, Digest]]] = []
            if isinstance(place, cw.Grid):
                asked.append(ask_grid(place, seed))
                place = place.to_world()
            asked += [ask_world(place, seed), ask_after_edits(place, seed)]
            for queries in asked:
                try:
                    for query, digest in queries:
                        print(name, query, digest, sep="\t", file=out, flush=True)
                except cw.ClearwayError as error:
                    print(name, type(error).__name__, error, "", sep="\t", file=out, flush=True)


def compare(before: Path, after: Path) -> int:
    """Prints what differs, with the largest relative difference of the lengths; 1 if any does."""
    old, new = (answers_of(file) for file in (before, after))
    differing = [key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)]
    ties = 0
    for key in differing:
        if key not in old or key not in new:
            print(key, "only before" if key in old else "only after", sep="\t")
            continue
        lengths = [np.array(answer[1].split(), dtype=float) for answer in (old[key], new[key])]
        ties += bool(old[key][1]) and old[key][1] == new[key][1]
        print(key, difference(*lengths), sep="\t")
    print(
        f"{len(old)} answers before, {len(new)} after, {len(differing)} differ, "
        f"{ties} of them with equal lengths"
    )
    return int(bool(differing) or not old)


def answers_of(file: Path) -> dict[str, tuple[str, str]]:
    """Digest and lengths by world and query."""
    rows = (line.split("\t") for line in file.read_text().splitlines())
    return {f"{world}\t{query}": (digest, lengths) for world, query, digest, lengths in rows}


def difference(old: Any, new: Any) -> str:
    """How much two rows of lengths differ."""
    if len(old) == 0:
        return "no lengths"
    if len(old) != len(new):
        return f"{len(old)} lengths before, {len(new)} after"
    same = (old == new) | (np.isnan(old) & np.isnan(new))
    if same.all():
        return "equal lengths"
    if (np.isfinite(old) != np.isfinite(new)).any():
        return f"finite or not: {old[~same][:4]} before, {new[~same][:4]} after"
    apart = (new - old)[~same] / np.maximum(np.abs(old), np.abs(new))[~same]
    return f"{(~same).sum()} of {len(old)} lengths, by {apart.min():.2e} to {apart.max():.2e}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("file", type=Path)
    recording.add_argument("--data", type=Path)
    recording.add_argument("--part", default="1/1", metavar="K/N")
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.command == "compare":
        return compare(options.before, options.after)
    first, parts = map(int, options.part.split("/"))
    record(options.file, options.data, (first, parts))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
