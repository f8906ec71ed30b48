"""Generated worlds: seeded, sized, the same for the same arguments.

Every generator takes `size` (the side of the world), `seed` (a number; generators without random
numbers ignore it) and `form`: "polygon" gives a `World`, "grid" a `Grid` of the same terrain.
Generators of cells trace them for polygons; generators of polygons rasterise them conservatively
into cells of side `cell`. The result has free space: arguments that leave none are refused.
`progress`: True shows the phase and the elapsed time.
To add a kind, add a function to a module here and its name to `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._errors import InvalidInput, shown
from .._progress import Show
from ._common import check_arguments
from .blocks import checker, uniform
from .boxes import boxes, nonuniform
from .caves import caves
from .city import city
from .coastline import coastline
from .lines import lines
from .maze import maze, maze_cor5, scaled_maze
from .rooms import rooms
from .scattered import scattered
from .star import star

KINDS: dict[str, Callable[..., Any]] = {
    "boxes": boxes,
    "caves": caves,
    "checker": checker,
    "city": city,
    "coastline": coastline,
    "lines": lines,
    "maze": maze,
    "maze_cor5": maze_cor5,
    "nonuniform": nonuniform,
    "rooms": rooms,
    "scaled_maze": scaled_maze,
    "scattered": scattered,
    "star": star,
    "uniform": uniform,
}

__all__ = ["KINDS", "kinds", "make", *KINDS]


def kinds() -> dict[str, str]:
    """The names of all kinds, with one line of description each.

    >>> import clearway as cw
    >>> cw.generate.kinds()["maze"]
    'A maze with corridors and walls one cell wide, `size` cells per side (Vinther 2015, 6.4).'
    """
    return {name: (maker.__doc__ or "").split("\n")[0] for name, maker in KINDS.items()}


def make(kind: str, *, progress: Show = None, **arguments: Any) -> Any:
    """A world or grid by the name of its kind.

    `progress`: True shows the phase and the elapsed time.

    >>> import clearway as cw
    >>> cw.generate.make("maze", size=21, seed=3, form="grid")
    <Grid 21 x 21: 45.1 % free>
    """
    if not isinstance(kind, str) or kind not in KINDS:
        raise InvalidInput(f"no kind {shown(kind)}; there are: {', '.join(KINDS)}", value=kind)
    check_arguments(kind, KINDS[kind], arguments)
    return KINDS[kind](progress=progress, **arguments)
