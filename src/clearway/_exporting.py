"""Files, grids, GeoJSON and pictures: the part of `World` that writes it in another form."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Unpack

from ._imports import importing
from ._progress import Show, as_show, working

if TYPE_CHECKING:
    from ._grid import Grid
    from .formats._option_types import Writing


class Exporting:
    """`save`, `to_grid`, `plot` and the like.

    Only `World` derives from this class: `self` is a World.
    """

    def save(
        self,
        path: str | os.PathLike[str],
        format: str | None = None,  # noqa: A002
        **options: Unpack[Writing],
    ) -> None:
        """Writes the world to a file; the suffix decides the format unless it is named.

        `options` are those of the format (docs/reference/formats.md).

        >>> import tempfile
        >>> from pathlib import Path
        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> file = Path(tempfile.mkdtemp()) / "room.clearway"
        >>> world.save(file)
        >>> cw.load(file)
        <World (0, 0, 10, 10): 1 obstacle>
        """
        with importing():
            from .formats import save

        save(self, path, format, **options)

    def to_grid(self, cell: float, *, progress: Show = None) -> Grid:
        """Cells of this side over the bounds, each free only if all of it is free.

        Walls and posts block every cell that they touch. The first cell begins at the lower left
        corner of the bounds, so `grid.to_world().to_grid(grid.cell)` is the same grid.
        `progress`: True shows the elapsed time.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> world.to_grid(1.0)
        <Grid 10 x 10: 88 % free>
        """
        with importing():
            from ._grid import Grid
            from ._raster import world_to_grid

        with working("rasterising", as_show(progress)):
            blocked, origin = world_to_grid(self, cell)  # type: ignore[arg-type]
        grid = Grid(blocked, cell=cell, origin=origin)
        grid._in_frame_of(self)  # type: ignore[arg-type]
        return grid

    def to_geojson(self) -> dict[str, Any]:
        """A GeoJSON FeatureCollection, as `save("x.geojson")` writes it.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> len(world.to_geojson()["features"])
        2
        """
        with importing():
            from .formats.geojson import to_geojson

        return to_geojson(self)  # type: ignore[arg-type]

    def plot(self, ax: Any = None, **what: Any) -> Any:
        """Draws the world with matplotlib; returns the axes.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> axes = world.plot(mesh=True)  # doctest: +SKIP
        """
        with importing():
            from .render import plot_world

        return plot_world(self, ax, **what)  # type: ignore[arg-type]

    def _repr_svg_(self) -> str | None:
        with importing():
            from .render.notebook import world_svg

        return world_svg(self)  # type: ignore[arg-type]
