"""Scenario files: round trips, real ones, broken ones."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import clearway as cw
from support.paths import DATA, or_skip

SCENARIOS = sorted(p for p in DATA.rglob("*.scen*") if p.suffix != ".scenario")


def test_scenarios_come_back(tmp_path):
    starts = np.array([[1, 2], [3, 4]])
    made = cw.Scenarios(
        starts,
        starts + 5,
        np.array([7.5, 7.071067811865476]),
        np.array([1, 1]),
        np.array(["maps/a b.map"] * 2),
        np.array([[20, 30]] * 2),
    )
    for name in ("s.scen", "s.scen.gz"):
        made.save(tmp_path / name)
        again = cw.load_scenarios(tmp_path / name)
        assert all(np.array_equal(a, b) for a, b in zip(made, again, strict=True))
        assert again.starts.dtype.kind == "i"
        assert again.map_name == "a b.map"
        assert len(again) == 2
        assert repr(again) == "<Scenarios: 2 queries on maps/a b.map>"
        assert len(pickle.loads(pickle.dumps(again))) == 2
    with pytest.raises(cw.InvalidInput, match=r"use cw\.load_scenarios"):
        cw.load(tmp_path / "s.scen")
    made._replace(starts=starts + 0.5).save(tmp_path / "s.scen")
    assert cw.load_scenarios(tmp_path / "s.scen").starts.dtype.kind == "f"


@pytest.mark.parametrize("path", or_skip(SCENARIOS[::40]), ids=lambda p: p.name)
def test_sample_of_scenarios(path):
    check_scenarios(path)


@pytest.mark.long
@pytest.mark.parametrize("path", or_skip(SCENARIOS), ids=lambda p: p.name)
def test_all_scenarios(path):
    check_scenarios(path)


def check_scenarios(path):
    queries = cw.load_scenarios(path)
    assert len(queries.starts) == len(queries.goals) == len(queries.lengths) > 0
    if "grid" in path.parts:
        assert queries.starts.dtype == np.int64
        assert queries.map_name == path.name.removesuffix(".scen.gz")
        size = cw.load(path.with_name(queries.map_name)).blocked.shape[::-1]
        assert (queries.sizes == size).all()
        assert (queries.starts >= 0).all()
        assert (queries.goals < size).all()
        # The octile distance is a lower bound of every length.
        gap = np.abs(queries.goals - queries.starts)
        octile = gap.max(axis=1) + (np.sqrt(2) - 1) * gap.min(axis=1)
        known = queries.lengths > 0  # 0: no path
        assert (queries.lengths[known] >= octile[known] - 0.01).all()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: the file is empty"),
        ("version 7\n", "line 1: 'version 7' instead of"),
        ("version 1\n0 a.map 9 9 1\n", "line 2: 5 fields, not 9"),
        ("version 1\n0 a.map 9 9 1 2 3 4 5.5 6\n", "line 2: 10 fields, not 9"),
        ("version 1\n0 a b.map 9 9 1 2 3 4 5.5\n", "line 2: 10 fields, not 9"),
        ("version 1\n0\ta.map\t9\t9\t1\t2\t3\t4\t5.5\t6\n", "line 2: 10 fields, not 9"),
        ("version 1\n\n0 a.map 9 9 1 x 1 1 1\n", "line 3: 'x' is not a number"),
        ("version 1\n0 a.map 9 9 1 nan 1 1 1\n", "line 2: numbers out of range"),
        ("version 1\n0 a.map 9 9 1 -1 1 1 1\n", "line 2: cells 1 -1 1 1 outside a map of 9 x 9"),
        ("version 1\n0 a.map 9 8 1 1 1 8 1\n", "line 2: cells 1 1 1 8 outside a map of 9 x 8"),
        ("version 1\n0 a.map 9 9 1 1 1 1 1\n0 a.map 9 9 9 0 1 1 1\n", "line 3: cells 9 0"),
    ],
)
def test_broken_scenarios(tmp_path, text, says):
    (tmp_path / "a.scen").write_text(text)
    with pytest.raises(cw.InvalidInput, match=rf"^a\.scen: {says}"):
        cw.load_scenarios(tmp_path / "a.scen")


def test_fields_are_parted_by_tabs_or_spaces(tmp_path):
    file = tmp_path / "a.scen"
    for row in ("0\ta b.map\t9\t9\t1\t2\t3\t4\t5.5", "0 a.map 9  9 1 2\t3 4 5.5 "):
        for end in ("\n", "\r\n", ""):
            file.write_bytes(f"version 1{end or chr(10)}{row}{end}".encode())
            queries = cw.load_scenarios(file)
            assert queries.starts.tolist() == [[1, 2]]
            assert queries.goals.tolist() == [[3, 4]]
            assert queries.lengths.tolist() == [5.5]
            assert queries.map_name == row.split("\t" if "a b" in row else None)[1]


def test_no_queries_and_meshes(tmp_path):
    """Points on meshes may lie anywhere; a file may hold no query."""
    file = tmp_path / "a.scen"
    file.write_text("version 1\n0 a.mesh 0 0 -1 2.5 3 400 5.5\n")
    assert cw.load_scenarios(file).starts.tolist() == [[-1, 2.5]]
    file.write_text("version 1\n")
    none = cw.load_scenarios(file)
    assert [len(column) for column in none] == [0] * 6
    assert len(none) == 0
    assert repr(none) == "<Scenarios: 0 queries>"
    assert none.starts.shape == none.goals.shape == none.sizes.shape == (0, 2)
    none.save(file)
    assert len(cw.load_scenarios(file).starts) == 0
    with pytest.raises(FileNotFoundError, match=r"nowhere/a\.scen'"):
        none.save(tmp_path / "nowhere" / "a.scen")
