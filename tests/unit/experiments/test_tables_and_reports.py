"""Tables of measurements, and the reports made of them."""

from __future__ import annotations

import html.parser
import math
import re

import numpy as np
import pytest

import clearway as cw
from clearway import experiments
from clearway.experiments import Table
from clearway.experiments.measuring import exponent, fit, percentile
from clearway.experiments.report.pictures import svg
from clearway.experiments.report.sections import shown_cell
from support import experiment_file


def test_tables_survive_csv():
    rows = [{"map": "a,b", "us": 0.1, "n": 3}, {"map": "", "us": None, "n": 10**12}, {"n": 1}]
    table = Table.of_rows(rows)
    back = Table.from_csv(table.to_csv())
    assert back["map"].tolist() == ["a,b", "", ""]
    assert back["n"].tolist() == [3, 1e12, 1]
    assert back["us"][0] == 0.1
    assert np.isnan(back["us"][1:]).all()


def test_tables_join_and_select():
    a = Table.of_rows([{"map": "x", "us": 3.0}, {"map": "y", "us": 1.0}])
    b = Table.of_rows([{"map": "x", "n": 2}])
    both = Table.joined([a, Table({}), b])
    assert len(both) == 3
    assert both.where(map="x")["n"].tolist()[1] == 2
    assert [(value, len(of)) for value, of in both.by("map")] == [("x", 2), ("y", 1)]
    assert a.ordered("us")["map"].tolist() == ["y", "x"]
    with pytest.raises(cw.InvalidInput, match="no column 'z'"):
        a["z"]
    for bad in (b"", b"a,b\n1\n"):
        with pytest.raises(cw.InvalidInput):
            Table.from_csv(bad)


def test_measures():
    assert percentile([4, 1, 3, math.nan, 2], 50) == 2
    assert math.isnan(percentile([], 50))
    line, r2 = fit([1, 2, 3], [3, 5, 7], 1)
    assert line == pytest.approx([2, 1])
    assert r2 == pytest.approx(1)
    assert exponent([1, 10, 100], [5, 500, 50_000]) == pytest.approx(2)


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "-"), (math.nan, "-"), (3, "3"), (0.12344, "0.1234"), (12345.6, "12,346"), ("a", "a"), (1e-5, "1e-05")],
)  # fmt: skip
def test_cells(value, text):
    assert shown_cell(value) == text


class Fetched(html.parser.HTMLParser):
    """What a page would fetch."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("src", "href", "xlink:href") and not value.startswith("#"):
                self.links.append(value)
            if name == "id":
                self.ids.append(value)


def test_report(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv(experiment_file.FOLDER, str(tmp_path))
    mine = experiments.load(experiment_file.__file__)
    for name in ("one", "two"):
        experiments.run(mine, tmp_path / "runs" / name, quick=True)
    pages = experiments.write_report(tmp_path / "runs")
    assert [p.name for p in pages] == ["summary.md"] + 2 * ["report.html", "report.md"]
    text = (tmp_path / "runs" / "one" / "report.html").read_text()
    page = Fetched(text)
    assert page.links == []
    assert len(set(page.ids)) == len(page.ids)
    assert "Text &amp; more." in text
    assert "<svg" in text
    marked = (tmp_path / "runs" / "one" / "report.md").read_text()
    assert "**agrees**: Squares are squares. Here: 3 of them." in marked
    assert "Reason" not in marked
    assert "| n2 | 4 |" in marked
    assert "A quick run" in marked
    assert "Numbers counted here" in marked or "numbers counted here" in marked
    for figure in re.findall(r"\]\((figures/.*?)\)", marked):
        assert (tmp_path / "runs" / "one" / figure).read_text().startswith("<svg")
    before = text
    experiments.write_report(tmp_path / "runs" / "one")
    assert (tmp_path / "runs" / "one" / "report.html").read_text() == before


def test_texts_of_pictures_keep_their_digits():
    pytest.importorskip("matplotlib")

    def draw(figure):
        ax = figure.subplots()
        ax.plot([0.0, 1.0 / 3.0], [0.0, 1.0 / 7.0])
        ax.set_title("R² = 0.9978")

    text = svg(draw, (3, 2))
    assert "R² = 0.9978" in text
    assert not re.search(r' d="[^"]*\d\.\d{3}', text)


def test_reports_of_nothing(tmp_path, monkeypatch):
    with pytest.raises(cw.InvalidInput, match=r"no run\.json"):
        experiments.write_report(tmp_path)
    (tmp_path / "run.json").write_text("[]")
    with pytest.raises(cw.InvalidInput, match="not what a run writes"):
        experiments.write_report(tmp_path)
    monkeypatch.setenv(experiment_file.FOLDER, str(tmp_path))
    for i in range(5):
        (tmp_path / f"{i}.fail").write_text("99")
    mine = experiments.load(experiment_file.__file__)
    experiments.run(mine, tmp_path / "failed")
    with pytest.raises(cw.InvalidInput, match="nothing to report"):
        experiments.write_report(tmp_path / "failed")


def test_publishing_keeps_experiments_that_did_not_run():
    import publish_experiments

    def summary(name, says):
        return (
            "# Experiments\n\n| experiment | source | statements that agree |\n| --- | --- | ---: |\n"
            f"| [{name}]({name}/report.md) | nobody | {says} |\n\n## {name.title()}\n\n"
            f"[Figures and tables]({name}/report.md)\n\n- Figure: {says}\n"
        )

    both = publish_experiments.merged(summary("b", "old"), summary("a", "1 of 2"))
    assert both.index("| [a]") < both.index("| [b]") < both.index("## A") < both.index("## B")
    again = publish_experiments.merged(both, summary("b", "new"))
    assert again == both.replace("| old |", "| new |").replace("Figure: old", "Figure: new")
