"""The answers of one `find_paths` as a sequence."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, ClassVar, overload

import numpy as np
import numpy.typing as npt

from .._errors import shown
from .._imports import importing
from .._input import Floats
from .absent import AbsentWorld
from .answers import arrays_of, joined
from .path import Path
from .status import Status
from .tables import dataframe, feature_collection

if TYPE_CHECKING:
    import pandas as pd

    from .._grid import Grid
    from .._world import World


class Paths(Sequence[Path]):
    """The answers of one `find_paths`: a sequence of `Path`, created on access.

    `status`, `found`, `length`, `lower_bound`, `optimal`, `radius`, `expanded`, `generated` and
    `seconds` are arrays over all of them.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> paths = world.find_paths([(1, 1), (2, 2)], (9, 1))
    >>> paths.length.tolist()[0], paths[0]
    (8.0, <Path FOUND, length 8, 1 segments, optimal>)
    """

    _item: ClassVar[type[Path]] = Path

    def __init__(
        self,
        world: World | Grid,
        answers: Any,
        starts: Floats,
        goals: Floats,
        radii: Floats,
        planner: str,
        rows: npt.NDArray[np.intp] | None = None,
        snapped: npt.NDArray[np.bool_] | None = None,
        goal_index: npt.NDArray[np.int64] | None = None,
    ) -> None:
        self._fields = (world, answers, starts, goals, radii, planner)
        self._rows = np.arange(len(starts)) if rows is None else rows
        self._snapped = snapped  # N x 2, or None if no end was moved
        self._goal_index = goal_index  # None: every goal is one point
        self._factors: dict[str, float] = {}  # of areas, as the query gave them

    @property
    def status(self) -> npt.NDArray[np.uint8]:
        """Values of `Status`, one per path."""
        return self._fields[1].status[self._rows]  # type: ignore[no-any-return]

    @property
    def found(self) -> npt.NDArray[np.bool_]:
        """Whether each path was found."""
        return np.asarray(self.status == Status.FOUND)

    @property
    def length(self) -> Floats:
        """Length of each path; infinity where there is none."""
        return self._fields[1].length[self._rows]  # type: ignore[no-any-return]

    @property
    def cost(self) -> Floats:
        """What each path costs, as `Path.cost`; infinity where there is none.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> ferry = world.add_link((2, 1), (8, 1), cost=1.0)
        >>> world.find_paths([(1, 1), (7, 1)], (9, 1)).cost.tolist()
        [3.0, 2.0]
        """
        return np.array([path.cost for path in self], dtype=float)

    @property
    def lower_bound(self) -> Floats:
        """A proved bound on each optimum."""
        return self._fields[1].lower_bound[self._rows]  # type: ignore[no-any-return]

    @property
    def optimal(self) -> npt.NDArray[np.bool_]:
        """Whether each path is proved shortest."""
        return self._fields[1].optimal[self._rows]  # type: ignore[no-any-return]

    @property
    def seconds(self) -> Floats:
        """Time of each search; short ones share a reading of the clock, by their expansions."""
        return self._fields[1].seconds[self._rows]  # type: ignore[no-any-return]

    @property
    def expanded(self) -> npt.NDArray[np.int64]:
        """Expansions of each search."""
        return self._fields[1].expanded[self._rows]  # type: ignore[no-any-return]

    @property
    def generated(self) -> npt.NDArray[np.int64]:
        """Nodes that each search generated."""
        return self._fields[1].generated[self._rows]  # type: ignore[no-any-return]

    @property
    def clearance(self) -> Floats:
        """As `Path.clearance`, measured when it is read; NaN where there is no path.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.find_paths([(1, 1), (3, 20)], (9, 1)).clearance.tolist()
        [1.0, nan]
        """
        return np.array([path.clearance for path in self], dtype=float)

    @property
    def radius(self) -> Floats:
        """Radius of each disc."""
        return self._fields[4][self._rows]

    @property
    def starts(self) -> Floats:
        """The starts of the paths, N x 2; `snap=` may have moved them."""
        return self._fields[2][self._rows]

    @property
    def goals(self) -> Floats:
        """The goals, N x 2; `snap=` may have moved them. For places, the points reached or NaN."""
        return self._fields[3][self._rows]

    @property
    def goal_index(self) -> npt.NDArray[np.int64]:
        """The index of the goal that each path reaches, among several; -1 if it reaches none.

        >>> import clearway as cw
        >>> exits = [[(0, 4), (0, 6)], [(10, 4), (10, 6)]]
        >>> _, paths = cw.World((0, 0, 10, 10)).find_nearest([(1, 5), (8, 5)], exits)
        >>> paths.goal_index.tolist()
        [0, 1]
        """
        index = 0 if self._goal_index is None else self._goal_index[self._rows]
        return np.where(self.found, index, -1)

    @property
    def snapped(self) -> npt.NDArray[np.bool_]:
        """Whether `snap=` has moved each start (column 0) and goal (column 1): N x 2.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> world.find_paths([(1, 1), (-1, 1)], (9, 1), snap=3).snapped.tolist()
        [[False, False], [True, False]]
        """
        if self._snapped is None:
            return np.zeros((len(self), 2), dtype=bool)
        return self._snapped[self._rows]

    def to_geojson(
        self,
        *,
        clearance: bool = False,
        step: float | None = None,
        tolerance: float | None = None,
        outside: bool = False,
    ) -> dict[str, Any]:
        """A FeatureCollection, ready for `json.dump` and `GeoDataFrame.from_features`.

        The id of a feature is the row of its path; its geometry is None without a path.
        `clearance=True` adds the clearance of every path, which costs a verification of each.
        `Path.polyline` explains the other arguments.

        >>> import clearway as cw
        >>> paths = cw.World((0, 0, 10, 10)).find_paths([(1, 1), (2, 2)], (9, 1))
        >>> [feature["id"] for feature in paths.to_geojson()["features"]]
        [0, 1]
        """
        points = {"step": step, "tolerance": tolerance, "outside": outside}
        return feature_collection(self, clearance, points, self._fields[0])

    def to_dataframe(self, *, clearance: bool | None = None) -> pd.DataFrame:
        """A pandas DataFrame with a row for each path.

        Columns: status (categorical), length, optimal, lower_bound, radius, start_x, start_y,
        goal_x, goal_y, planner, expanded, generated, seconds, clearance. Coordinates are those of
        the file of a projected world, as in `to_geojson`. The clearance is measured path by path;
        `clearance=False` saves that time, and is the default for paths pickled without their
        world. Needs pandas (`clearway[data]`).

        >>> import clearway as cw
        >>> paths = cw.World((0, 0, 10, 10)).find_paths([(1, 1), (2, 2)], (9, 1))
        >>> table = paths.to_dataframe()  # doctest: +SKIP
        >>> table.groupby("status").length.mean()  # doctest: +SKIP
        """
        return dataframe(self, clearance)

    def save(
        self,
        file: str | os.PathLike[str],
        *,
        step: float | None = None,
        tolerance: float | None = None,
        outside: bool = False,
        **options: Any,
    ) -> None:
        """Writes the paths to a file, completely or not at all; the suffix decides.

        .geojson or .json: as `to_geojson`; .wkt: a line for each path; .csv: columns path, x, y;
        .svg, .png, .pdf: one picture in their world. The arguments are those of `Path.save`.

        >>> import tempfile
        >>> from pathlib import Path
        >>> import clearway as cw
        >>> file = Path(tempfile.mkdtemp()) / "paths.csv"
        >>> cw.World((0, 0, 10, 10)).find_paths([(1, 1)], (9, 1)).save(file)
        >>> file.read_text().split()
        ['path,x,y', '0,1.0,1.0', '0,9.0,1.0']
        """
        with importing():
            from .files import save_paths

        save_paths(self, file, {"step": step, "tolerance": tolerance, "outside": outside}, options)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, i: int) -> Path: ...
    @overload
    def __getitem__(self, i: slice) -> Paths: ...
    def __getitem__(self, i: int | slice) -> Path | Paths:
        if isinstance(i, slice):
            return self._with_rows(self._rows[i])
        index = operator.index(i)
        if not -len(self._rows) <= index < len(self._rows):
            raise IndexError(f"path {shown(index)} of {len(self._rows)}")
        world, answers, starts, goals, radii, planner = self._fields
        row = int(self._rows[index])
        radius = float(radii[row])
        path = self._item(world, answers, row, starts[row], goals[row], radius, planner)
        if self._snapped is not None:
            path._snapped = (bool(self._snapped[row, 0]), bool(self._snapped[row, 1]))
        if self._goal_index is not None:
            path._goal_index = int(self._goal_index[row])
        if self._factors:
            path._factors = self._factors
        return path

    def _with_rows(self, rows: npt.NDArray[np.intp]) -> Paths:
        chosen = type(self)(*self._fields, rows, self._snapped, self._goal_index)
        chosen._factors = self._factors
        return chosen

    def __iter__(self) -> Iterator[Path]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<Paths: {len(self)}, {int(self.found.sum())} found>"

    def _repr_html_(self) -> str:
        with importing():
            from ..render.notebook import paths_html

        return paths_html(self)

    def in_world(self, world: World | Grid) -> Paths:
        """The same paths as paths of this world, as `Path.in_world`.

        >>> import pickle
        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> paths = pickle.loads(pickle.dumps(world.find_paths([(1, 1)], (9, 1))))
        >>> paths.in_world(world)[0].clearance
        1.0
        """
        paths = [path.in_world(world) for path in self]
        answers = joined(paths, self._item._arrays)
        return type(self)(world, answers, *self._chosen())

    def __copy__(self) -> Paths:
        return self._with_rows(self._rows)

    def __deepcopy__(self, memo: dict[int, Any]) -> Paths:
        return type(self)(deepcopy(self._fields[0], memo), *self.__getstate__()[1:])

    def __getstate__(self) -> tuple[Any, ...]:
        world, answers, starts, *_ = self._fields
        rows = self._rows
        if np.array_equal(rows, np.arange(len(starts))):
            arrays = arrays_of(answers, self._item._arrays)
        else:  # only the paths chosen
            arrays = joined(list(self), self._item._arrays)
        return AbsentWorld(world), arrays, *self._chosen()

    def _chosen(self) -> tuple[Any, ...]:
        """The arguments after the answers, for the paths chosen."""
        planner, rows = self._fields[5], self._rows
        snapped = None if self._snapped is None else self._snapped[rows]
        index = None if self._goal_index is None else self._goal_index[rows]
        return self.starts, self.goals, self.radius, planner, None, snapped, index

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.__init__(*state)  # type: ignore[misc]
