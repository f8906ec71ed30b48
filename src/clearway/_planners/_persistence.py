"""Prepared hierarchies in files."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arrays import (
    FLAG,
    FLOAT,
    FLOATS,
    NUMBER,
    NUMBERS,
    POINTS,
    WORLD,
    Kind,
    checked_arrays,
    read_archive,
)
from .._errors import InvalidInput, shown
from .._imports import importing
from .._input import Floats, check_range
from .._limits import as_limits
from .._radii import RadiusRange
from .._saving import replace_file
from ._nearest import nearest

if TYPE_CHECKING:
    from .._mesh import Mesh
    from .._world import World
    from .thpa_star import THPAStar

FORMAT = 4  # 3 also has the segments of the cached paths, which are ignored

_OPTIONS = {
    "radii": Kind("f8", (None, 3)),
    "tolerance": FLOAT,
    "per_border": NUMBER,
    "strict": FLAG,
    "count": NUMBER,
}
# The names of the arrays in files. `places`: positions of the nodes; `borders`: their clusters;
# `ways`: radii and lengths of the cached paths. After the first two arrays, the order is that of
# `Hierarchy.state` of the core.
_LEVEL = {
    "triangles": Kind("f8", (None, 10)),
    "clusters": NUMBERS,
    "places": POINTS,
    "borders": NUMBERS,
    "edges": NUMBERS,
    "way_counts": NUMBERS,
    "ways": FLOATS,
    "channel_counts": NUMBERS,
    "channel": NUMBERS,
}


def _corners(mesh: Mesh) -> Floats:
    """Each triangle as one row: its corners ordered by coordinates, and its flags."""
    corners = mesh.vertices[mesh.triangles]
    order = np.lexsort((corners[:, :, 1], corners[:, :, 0]))
    rows = np.arange(len(corners))[:, None]
    # The flag of an edge is stored with one of its corners; any fixed choice is a permutation.
    flags = mesh.constrained[rows, order].astype(float)
    return np.column_stack((corners[rows, order].reshape(-1, 6), flags, mesh.blocked))


def prepared(planner: THPAStar) -> dict[str, Any]:
    """The prepared data of a planner, as arrays."""
    arrays: dict[str, Any] = {
        "clearway_thpa": np.array([FORMAT]),
        "radii": np.array(
            [(r.least, r.most, r.step or 0.0) for r in (at.radii for at in planner._levels)]
        ),
        "tolerance": np.array([planner._kept.options.tolerance]),
        "per_border": np.array([planner._kept.options.per_border]),
        "strict": np.array([planner.strict]),
        "count": np.array([planner._kept.options.clusters or 0]),
        "limit": np.array([planner.world._limit]),
    }
    for i, level in enumerate(planner._levels):
        while True:
            planner._kept.refresh(level)  # as at the beginning of a query
            mesh = planner.world.mesh()
            version, clusters, *state = level.hierarchy.state()
            if version == mesh.version:
                break
        names = tuple(_LEVEL)[2:]
        arrays |= {
            f"{i}_triangles": _corners(mesh),
            f"{i}_clusters": clusters,
            **{f"{i}_{name}": array for name, array in zip(names, state, strict=True)},
        }
    return arrays


def save(planner: THPAStar, path: str | os.PathLike[str]) -> None:
    with importing():
        from ..formats import as_file

    file = as_file(path)
    arrays = prepared(planner)
    arrays |= {f"world_{name}": array for name, array in planner.world._state().items()}
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    replace_file(file, packed.getvalue())


def load(
    cls: type[THPAStar],
    path: str | os.PathLike[str],
    world: World | None,
    *,
    limits: Any = None,
    **options: Any,
) -> THPAStar:
    arrays = read_archive(path, as_limits(limits), "a saved planner")
    if "clearway_thpa" not in arrays:
        raise InvalidInput(f"{os.fspath(path)}: not a saved planner", value=sorted(arrays))
    if arrays["clearway_thpa"].tolist() not in ([3], [FORMAT]):
        raise InvalidInput(f"{os.fspath(path)}: format {shown(arrays['clearway_thpa'])}")
    if world is None:
        from .._world import World

        kept = {k.removeprefix("world_"): v for k, v in arrays.items() if k.startswith("world_")}
        with _damage(path):
            world = World._from_state(checked_arrays(kept, WORLD))
    planner = cls.__new__(cls)
    restore(planner, arrays, world, path, **options)
    return planner


def restore(
    planner: THPAStar,
    arrays: Any,
    world: Any,
    path: str | os.PathLike[str],
    *,
    strict: bool | None = None,
    **options: Any,
) -> None:
    """Restores a planner from the arrays of `prepared`; errors name `path`."""
    with _damage(path):
        if not isinstance(arrays, dict):
            raise InvalidInput("there are no arrays", value=shown(arrays))
        given = checked_arrays(arrays, _OPTIONS)
        radii = [RadiusRange(a, b, step or None) for a, b, step in given["radii"].tolist()]
        if not radii:
            raise InvalidInput("there are no radii")
        planner._configure(
            world,
            clusters=int(given["count"][0]) or None,
            per_border=int(given["per_border"][0]),
            tolerance=float(given["tolerance"][0]),
            strict=bool(given["strict"][0]) if strict is None else strict,
            **options,
        )
    for i, of_level in enumerate(radii):
        with _damage(path):
            kept = {k.removeprefix(f"{i}_"): v for k, v in arrays.items() if _is_of(k, i)}
            part = checked_arrays(kept, _LEVEL)
            _check(part)
            level = planner._kept.empty(of_level)
            while not _restored(level.hierarchy, world, part):
                pass
        level.complete()
        planner._kept.levels = (*planner._kept.levels, level)


def _is_of(name: Any, level: int) -> bool:
    return isinstance(name, str) and name.startswith(f"{level}_")


@contextlib.contextmanager
def _damage(path: str | os.PathLike[str]) -> Iterator[None]:
    """Adds the name of the file to errors about its content."""
    try:
        yield
    except InvalidInput as error:
        raise InvalidInput(
            f"{os.fspath(path)}: damaged: {error.args[0]}", error.index, error.value
        ) from None


def _check(part: dict[str, Any]) -> None:
    """Checks the values that do not depend on the mesh; `Hierarchy::restore` checks the rest."""
    rows = len(part["triangles"])
    if len(part["clusters"]) != rows:
        raise InvalidInput("triangles and clusters differ in number")
    channel, borders = part["channel"], part["borders"]
    if len(channel) and not (channel.min() >= 0 and channel.max() < rows):
        raise InvalidInput("a triangle is out of range")
    if len(borders) and borders.min() < 0:
        raise InvalidInput("a cluster is out of range")
    check_range(part["triangles"][:, :6].reshape(-1, 2), "corners of triangles")
    check_range(part["places"], "nodes")


def _restored(hierarchy: Any, world: World, part: dict[str, Any]) -> bool:
    """False when the world has changed in the meantime."""
    mesh = world.mesh()
    now, then = _corners(mesh), part["triangles"]
    here, there = np.lexsort(now.T[::-1]), np.lexsort(then.T[::-1])
    if now.shape == then.shape and (now[here] == then[there]).all():
        low, high = np.array(world.bounds).reshape(2, 2)
        if not ((part["places"] >= low) & (part["places"] <= high)).all():
            raise InvalidInput("a node is out of bounds")
        row = np.empty(len(here), dtype=np.int32)
        row[there] = here
        clusters = np.empty(len(here), dtype=np.int32)
        clusters[row] = part["clusters"]
        # Edits leave gaps in the numbers of clusters; they are renumbered without gaps.
        used = np.unique(np.concatenate((clusters[clusters >= 0], part["borders"])))
        free = clusters >= 0
        clusters[free] = np.searchsorted(used, clusters[free])
        borders = np.searchsorted(used, part["borders"]).astype(np.int32)
        rest = (part[name] for name in ("edges", "way_counts", "ways"))
        return bool(
            hierarchy.restore(
                mesh.ids,
                clusters,
                part["places"],
                borders,
                *rest,
                part["channel_counts"],
                row[part["channel"]],
                mesh.version,
            )
        )
    return bool(hierarchy.partition(mesh.ids, _nearest(mesh, part), mesh.version))


def _nearest(mesh: Mesh, part: dict[str, Any]) -> Any:
    """For each free triangle the cluster of the old one whose centre is nearest."""
    old = part["clusters"] >= 0
    labels = np.full(len(mesh.blocked), -1, dtype=np.int32)
    centres = part["triangles"][old, :6].reshape(-1, 3, 2).mean(axis=1)
    known = np.unique(part["clusters"][old], return_inverse=True)[1]
    free = np.flatnonzero(~mesh.blocked)
    if not len(centres):
        labels[free] = 0
        return labels
    labels[free] = known[nearest(mesh.vertices[mesh.triangles[free]].mean(axis=1), centres)]
    return labels
