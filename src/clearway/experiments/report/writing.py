"""Writes the report of a run, or of every run in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..._errors import InvalidInput
from ..._saving import replace_file
from . import html, markdown
from .pictures import svg
from .sections import Section


@dataclass(frozen=True)
class Page:
    """All that a page shows: the experiment, its run, its sections with their pictures."""

    experiment: Any
    about: dict[str, Any]
    failures: Sequence[dict[str, Any]]
    sections: Sequence[Section]
    pictures: Sequence[str | None]

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return str(self.experiment.name)


def write_report(folder: Path) -> list[Path]:
    """Writes `report.html`, `report.md` and `figures/` into a run, or into each run of a folder.

    Several runs also get a summary of all claims, `summary.md`. Returns the pages written, that
    of the summary first. Needs matplotlib (`clearway[plot]`).

    >>> from pathlib import Path
    >>> from clearway.experiments import write_report
    >>> write_report(Path("runs"))  # doctest: +SKIP
    """
    from ..registry import load
    from ..store import Store

    runs = [folder] if (folder / "run.json").is_file() else _runs_in(folder)
    pages, written = [], []
    for run in runs:
        store = Store.open(run)
        name = store.about["experiment"]
        experiment = load(store.about.get("file") or name)
        sections = [s for s in experiment.sections(store.results()) if s is not None]
        if not sections:
            raise InvalidInput(f"{run}: no task of this run is done; nothing to report")
        pictures = [None if s.draw is None else svg(s.draw, s.size) for s in sections]
        page = Page(experiment, store.about, store.failures, sections, pictures)
        pages.append((run, page))
        written += _write(run, page)
    if len(pages) > 1:
        summary = markdown.summary([(run.name, page) for run, page in pages])
        replace_file(folder / "summary.md", summary.encode())
        written.insert(0, folder / "summary.md")
    return written


def _runs_in(folder: Path) -> list[Path]:
    runs = sorted(file.parent for file in folder.glob("*/run.json"))
    if not runs:
        raise InvalidInput(f"{folder}: no run of an experiment (no run.json)", value=str(folder))
    return runs


def _write(run: Path, page: Page) -> list[Path]:
    figures = run / "figures"
    figures.mkdir(exist_ok=True)
    names: list[str | None] = []
    for section, picture in zip(page.sections, page.pictures, strict=True):
        names.append(None if picture is None else f"{markdown.anchor(section.title)}.svg")
        if picture is not None:
            replace_file(figures / str(names[-1]), picture.encode())
    for old in figures.glob("*.svg"):
        if old.name not in names:
            old.unlink()
    replace_file(run / "report.md", markdown.page(page, names).encode())
    replace_file(run / "report.html", html.page(page).encode())
    return [run / "report.html", run / "report.md"]
