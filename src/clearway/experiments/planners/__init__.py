"""Every planner on every class of map: what it prepares, how fast it answers, how long its paths.

Which planner to use when, answered by measurements (docs/reference/planners.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..experiment import Data, Experiment, Settings, Task
from ..worlds import title_of
from .figures import MOST, sections
from .measure import measure

CLASSES = ("bg512", "wc3", "dao", "sc1", "maze", "random", "room", "street")
GENERATED = {
    "caves": "caves:size={}:seed=3",
    "rooms": "rooms:size={}:seed=3",
    "maze": "maze_cor5:size={}:seed=3",
    "stars": "star:size={}:seed=3",
}
MOVING_AI = "the Moving AI Lab grid benchmarks (Sturtevant 2012)"
DATA = tuple(Data(f"grid/{name}", "*.map", None, MOVING_AI) for name in CLASSES)


def places(settings: Settings) -> Iterator[tuple[str, str]]:
    """(class, map) of all maps to measure."""
    found = False
    for data, name in zip(DATA, CLASSES, strict=True):
        for file in data.files(settings)[: 1 if settings.quick else MOST]:
            found = True
            yield name, str(file)
    if not found:
        for name, place in GENERATED.items():
            yield name, place.format(95 if settings.quick else 255)


def tasks(settings: Settings) -> list[Task]:
    """One for each map: all planners, in turns."""
    queries, repeats = (20, 1) if settings.quick else (100, 3)
    return [
        Task(
            "planners",
            f"{kind}-{title_of(place)}",
            measure,
            {"kind": kind, "place": place, "queries": queries, "repeats": repeats},
        )
        for kind, place in places(settings)
    ]


EXPERIMENT = Experiment(
    "planners",
    "Every planner on every class of map",
    "Clearway: all planners of the four documents on the public maps",
    "preparation, memory, time of a query and length over the any-angle optimum, by planner and "
    "class of map",
    "on polygons channel and tra* answer first, and optimal proves at a small multiple; on cells "
    "jps is first except on noise; prepared planners pay off after many queries",
    tasks,
    sections,
    DATA,
    "generated caves, rooms, mazes and stars",
)
