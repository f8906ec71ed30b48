"""Batches that outgrow one machine: `find_paths` on the workers of a dask cluster.

Each worker receives the world once. Workers that die are replaced by the cluster, and their part
of the batch runs elsewhere. Needs the extra `cluster` (dask, distributed).
"""

from __future__ import annotations

import pickle
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._arguments import is_row
from ._cells import as_cells
from ._chunks import concatenated
from ._errors import ClearwayError, InvalidInput, shown
from ._goals import are_places, as_places
from ._grid import Grid
from ._imports import importing_extra
from ._input import as_one_or_many
from ._lengths import as_radii
from ._path import Paths, arrays_of
from ._planners._base import _pairs
from ._progress import Progress, Show, as_show
from ._world import World

if TYPE_CHECKING:
    from ._planners import Planner

__all__ = ["find_paths"]

CHUNK = 1000  # queries of a task
SENT = 3  # how often the world is sent again after all workers that had it have died


def find_paths(
    world: World | Grid,
    starts: Any,
    goals: Any,
    radius: Any = 0.0,
    planner: str | type[Planner] | None = None,
    *,
    client: Any = None,
    chunk: int = CHUNK,
    threads: int = 1,
    progress: Show = None,
    **options: Any,
) -> Paths:
    """As `world.find_paths`, and equal to it, on the workers of a dask cluster.

    `client`: a `distributed.Client`; None uses the one that is active. `chunk`: queries of one
    task; `threads`: threads of each task. `progress` and the other options as in
    `World.find_paths`, except `seconds`, which bounds one call on one machine: `InvalidInput`.
    Goals are points, or one place for all starts. What a search did (`expanded`, `generated`,
    `seconds`) depends on what its worker has searched before. The world may be edited meanwhile:
    all answers are those of the version that was sent.

    >>> import clearway as cw
    >>> from clearway import cluster
    >>> from distributed import Client  # doctest: +SKIP
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> with Client("tcp://scheduler:8786") as client:  # doctest: +SKIP
    ...     paths = cluster.find_paths(world, [(1, 1), (2, 2)], (9, 1), client=client)
    """
    if not isinstance(world, World | Grid):
        raise InvalidInput(f"world is {shown(world)}: a World or a Grid", value=world)
    if "seconds" in options:
        raise InvalidInput("seconds bounds one call on one machine; use limit or effort here")
    for name, count in (("chunk", chunk), ("threads", threads)):
        if not isinstance(count, int) or count < 1:
            raise InvalidInput(f"{name} is {shown(count)}: a whole number from 1 on", value=count)
    if client is None:
        client = _active()
    if planner is not None:
        options["planner"] = planner
    queries = _Queries(world, starts, goals, radius)
    shared, version = _Shared(world), world.version
    # The first query, asked here, refuses bad options before anything is sent.
    first = world.find_paths(*queries.part(slice(0, 1)), threads=1, **options)
    if not len(queries):
        return first
    bounds = [slice(at, min(at + chunk, len(queries))) for at in range(0, len(queries), chunk)]
    given = [(queries.part(rows), threads, options) for rows in bounds]
    with Progress(as_show(progress), len(bounds), "cluster") as bar:
        parts = _gather(client, shared, given, bar)
    return shared.assembled(parts, version)


class _Queries:
    """Starts, goals and radii of a batch, which can be cut into parts."""

    def __init__(self, world: World | Grid, starts: Any, goals: Any, radius: Any) -> None:
        self._place: Any = None  # the goal of all starts, unless goals are points
        if isinstance(world, Grid):
            size = world.width, world.height
            self.starts, self.goals = _pairs(
                *as_cells(starts, "starts", *size), *as_cells(goals, "goals", *size)
            )
        else:
            self._take_points(starts, goals, radius)
        self.radii = as_radii(radius, len(self.starts))

    def _take_points(self, starts: Any, goals: Any, radius: Any) -> None:
        a, one_start = as_one_or_many(starts, "starts", empty=True)
        if are_places(goals):
            if len(as_places(goals)) != 1:
                raise InvalidInput("goals: points, or one place for all starts")
            self.starts, self._place = a, goals
            return
        b, one_goal = as_one_or_many(goals, "goals", empty=True)
        if one_start and one_goal and is_row(radius):
            a = np.repeat(a, len(radius), axis=0)
        self.starts, self.goals = _pairs(a, one_start and len(a) == 1, b, one_goal)

    def __len__(self) -> int:
        return len(self.starts)

    def part(self, rows: slice) -> tuple[Any, Any, Any]:
        """The arguments of `find_paths` for some rows."""
        goals = self.goals[rows] if self._place is None else self._place
        return self.starts[rows], goals, self.radii[rows]


class _Shared:
    """A world that is sent to workers, and the order in which its triangles are told apart.

    A world that was sent has the same triangles, but maybe in other rows. So channels travel as
    ranks in an order that depends on the triangles alone.
    """

    def __init__(self, world: World | Grid) -> None:
        self.world = world

    def __getstate__(self) -> dict[str, Any]:
        return {"world": self.world}  # not the order, which each side has to find

    @cached_property
    def order(self) -> npt.NDArray[np.intp]:
        """The rows of the mesh, sorted by the corners of their triangles."""
        mesh = self.world.mesh()  # type: ignore[union-attr]
        corners = np.asarray(mesh.vertices)[np.asarray(mesh.triangles)]
        first = np.lexsort((corners[..., 1], corners[..., 0]), axis=1)
        keys = np.take_along_axis(corners, first[..., None], axis=1).reshape(len(corners), 6)
        order: npt.NDArray[np.intp] = np.lexsort(keys.T[::-1])
        return order

    def answer(self, given: bytes) -> Paths:
        """On a worker: the paths of one part, their channels as ranks."""
        part, threads, options = pickle.loads(given)
        paths = self.world.find_paths(*part, threads=threads, **options)
        if isinstance(self.world, World):
            ranks = np.empty(len(self.order), dtype=np.int32)
            ranks[self.order] = np.arange(len(ranks), dtype=np.int32)
            answers = arrays_of(paths._fields[1])
            answers = answers._replace(channel=ranks[answers.channel])
            paths._fields = (paths._fields[0], answers, *paths._fields[2:])
        return paths

    def assembled(self, parts: list[Paths], version: int) -> Paths:
        """On the client: the parts as one batch, of this world in this version."""
        kind = parts[0]._item._arrays
        answers = concatenated([part._fields[1] for part in parts], kind)._replace(version=version)
        if isinstance(self.world, World):
            rows = self.order[answers.channel].astype(np.int32)
            answers = answers._replace(channel=rows)

        def column(name: str) -> Any:
            columns = [getattr(part, name) for part in parts]
            return None if columns[0] is None else np.concatenate(columns)

        return type(parts[0])(
            self.world,
            answers,
            column("starts"),
            column("goals"),
            column("radius"),
            parts[0]._fields[5],
            snapped=column("_snapped"),
            goal_index=column("_goal_index"),
        )


def _gather(client: Any, shared: _Shared, given: list[Any], bar: Progress) -> list[Paths]:
    """The answers of all parts, in order."""
    with importing_extra("distributed", "clearway.cluster", "cluster"):
        from cloudpickle import dumps
        from distributed import as_completed
        from distributed.client import CancelledError
    parts: dict[int, Paths] = {}
    for _ in range(SENT):
        sent = client.scatter(shared, broadcast=True, hash=False)
        left = [i for i in range(len(given)) if i not in parts]
        futures = {
            client.submit(_Shared.answer, sent, dumps(given[i]), pure=False): i for i in left
        }
        try:
            for future in as_completed(futures):
                parts[futures[future]] = future.result()
                bar(len(parts), len(parts) / len(given))
        except CancelledError:  # the last worker with the world has died
            continue
        finally:
            client.cancel([*futures, sent])
        return [parts[i] for i in range(len(given))]
    raise ClearwayError(f"the workers of the cluster died {SENT} times with the world")


def _active() -> Any:
    with importing_extra("distributed", "clearway.cluster", "cluster"):
        from distributed import get_client
    try:
        return get_client()
    except ValueError:
        raise InvalidInput("client: no distributed.Client is given, and none is active") from None
