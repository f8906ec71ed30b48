"""What an experiment says about its data: which files are there, which are missing."""

from __future__ import annotations

import pytest

from clearway.experiments import Data, Settings, load
from clearway.experiments.demyen_9.published import BALDURS_GATE, WARCRAFT

NAMES = ("a.map", "aa.map", "b.map", "c.map", "d.map")


@pytest.fixture
def settings(tmp_path):
    (tmp_path / "maps").mkdir()
    for name in ("aa.map", "aa.map.scen.gz", "c.map", "c.map.scen", "other.map"):
        (tmp_path / "maps" / name).touch()
    return Settings(data=tmp_path)


def test_missing_files_are_named(settings):
    maps = Data("maps", "*.map", None, "nobody", NAMES)
    assert maps.missing(settings) == ["a.map", "b.map", "d.map"]
    assert maps.describe(settings) == (
        "maps/*.map: 3 files, published by nobody; missing: a.map, b.map, d.map"
    )
    assert maps.describe(settings, 2).endswith("missing: a.map, b.map and 1 more")
    queries = Data("maps", "*.map.scen*", 8, "nobody", NAMES)
    assert queries.missing(settings) == ["a.map", "b.map", "d.map"]
    assert queries.describe(settings).endswith("d.map; the document used 3 more than are published")


def test_nothing_to_name(settings):
    assert "missing" not in Data("maps", "*.map", 8, "nobody").describe(settings)
    assert "missing" not in Data("maps", "*.map", 8, "nobody", NAMES).describe(Settings())
    assert "missing" not in Data("maps", "*.map", 2, "nobody", ("aa.map",)).describe(settings)


def test_published_maps():
    assert (len(set(BALDURS_GATE)), len(set(WARCRAFT))) == (75, 36)
    for data in load("demyen-9").data:
        assert data.names == (BALDURS_GATE if "bg512" in data.folder else WARCRAFT)
        assert data.count >= len(data.names)
