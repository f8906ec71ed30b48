"""The base class of planners over corners, which prepare once per version of the world."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from .._input import Floats
from .._progress import Show, as_show, working
from ._base import Planner, _processors, _threads

if TYPE_CHECKING:
    from .._world import World


class CornerPlanner(Planner, core=""):
    """Shortest paths from corner to corner, for points.

    Options given here are the defaults of every query.
    """

    def __init__(self, world: World, **options: Any) -> None:
        super().__init__(world)
        self._given = self._checked(options, "when_made")

    def prepare(self, threads: int | None = None, *, progress: Show = None) -> dict[str, Any]:
        """Prepares what queries need and returns what it cost: `seconds`, `bytes`, sizes.

        Otherwise the first query does so. The result is kept until the world changes and is
        shared by all planners of one name on one world; `seconds` refers to when it was built.
        `progress`: True shows how long it has taken so far.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> sorted(cw.VG(world).prepare())
        ['bytes', 'corners', 'edges', 'seconds']
        """
        count = _processors() if threads is None else _threads(threads, 1)
        with working(f"preparing {self.name}", as_show(progress)):
            return dict(self._prepare(count))

    def _prepare_all(self, threads: int, show: Show) -> None:
        self.prepare(threads, progress=show is True)

    @abstractmethod
    def _prepare(self, threads: int) -> dict[str, Any]: ...

    def _ask(
        self, starts: Floats, goals: Floats, radii: Floats, threads: int, options: dict[str, Any]
    ) -> Any:
        if not radii.any() and len(starts):
            self.prepare()
        return super()._ask(starts, goals, radii, threads, {**self._given, **options})
