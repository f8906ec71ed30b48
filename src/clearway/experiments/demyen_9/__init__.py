"""Demyen 2007, chapter 9: TA* and TRA* beside A* and PRA*, on maps of two games."""

from __future__ import annotations

from collections.abc import Iterator

from ..experiment import Data, Experiment, Settings, Task
from ..worlds import title_of
from .maps import measure_map
from .published import BALDURS_GATE, WARCRAFT
from .queries import measure_queries
from .report import sections

MOVING_AI = "the Moving AI Lab grid benchmarks (Sturtevant 2012)"
DATA = (
    Data("grid/bg512", "*.map", 75, MOVING_AI, BALDURS_GATE),
    Data("grid/bg512", "*.map.scen*", 75, MOVING_AI, BALDURS_GATE),
    Data("grid/wc3", "*.map", 41, MOVING_AI, WARCRAFT),
    Data("grid/wc3", "*.map.scen*", 41, MOVING_AI, WARCRAFT),
)
# Caves for the halls of one game, stars in the open for the trees of the other.
GENERATED = {"caves": "caves:size={}:seed={}", "stars": "star:size={}:seed={}"}


def places(settings: Settings) -> Iterator[tuple[str, str]]:
    """(kind, map) of all maps; every twentieth of them for a quick run."""
    if settings.data is not None:
        for data in DATA[::2]:
            for file in data.files(settings)[:: 20 if settings.quick else 1]:
                yield data.folder.rpartition("/")[2], str(file)
        if any(data.files(settings) for data in DATA[::2]):
            return
    for kind, place in GENERATED.items():
        for seed in range(1 if settings.quick else 4):
            yield kind, place.format(160 if settings.quick else 512, seed + 1)


def tasks(settings: Settings) -> list[Task]:
    """Two for each map: its representation, and its queries."""
    each, repeats = (1, 1) if settings.quick else (10, 3)
    out = []
    for kind, place in places(settings):
        name = f"{kind}-{title_of(place)}"
        given = {"kind": kind, "place": place, "repeats": repeats}
        out.append(Task("maps", name, measure_map, given, weight=0.1))
        out.append(Task("queries", name, measure_queries, given | {"each": each}))
    return out


EXPERIMENT = Experiment(
    "demyen-9",
    "Demyen 2007, chapter 9: TA* and TRA* on game maps",
    "D. Demyen, Efficient Triangulation-Based Pathfinding, 2007, Figures 9.1 to 9.13",
    "sizes and preprocessing of every map; time, expansions and length of A*, PRA*, TA* and TRA* "
    "by length of the path, 10 queries for each map and each of 128 lengths, discs with a radius "
    "just under half a tile",
    "triangulations are much smaller than grids; TRA* is faster than TA*, which is faster than the "
    "grid planners; the first path is often optimal and always soon improved",
    tasks,
    sections,
    DATA,
    "generated caves and open terrain with stars, random queries in the same buckets",
)
