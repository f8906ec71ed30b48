"""Every picture of the documents has a command, and the commands still make these pictures."""

from __future__ import annotations

import re

import pytest

import figures
import pages
from support.paths import PROJECT
from support.pictures import same_drawing

DOCS = PROJECT / "docs"
# Made by commands that others run: test_examples, tests of the lab.
ELSEWHERE = (
    "python examples/crowd.py",
    "python examples/crowd_scenarios.py crowd-scenarios.png",
    "python tools/lab_pictures.py lab",
)
COMMANDS = sorted({f.command for f in figures.FIGURES.values()} - set(ELSEWHERE))


def shown():
    """Pictures that a page shows, as paths in docs/."""
    out = set()
    for page in (PROJECT / "README.md", *DOCS.rglob("*.md")):
        for link in re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", page.read_text()):
            out.add((page.parent / link).resolve().relative_to(DOCS).as_posix())
    return out


def test_every_picture_has_a_command():
    tutorials = {
        f"images/tutorials/{name}"
        for page in (*DOCS.glob("tutorials/*.md"), *DOCS.glob("start/*.md"))
        for name in pages.pictures(page.read_text())
    }
    ours = {f"images/{name}" for name in figures.FIGURES}
    reports = {p for p in shown() if p.startswith("experiments/")}
    assert shown() == tutorials | ours | reports
    kept = {p.relative_to(DOCS).as_posix() for p in DOCS.glob("images/**/*.*")}
    assert kept == tutorials | ours, "pictures that no page shows"
    for picture in reports:
        report = (DOCS / picture).parents[1] / "report.md"
        assert re.search(r"^- Repeat: `clearway experiment run [\w-]+", report.read_text(), re.M)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_makes_its_pictures(command, tmp_path):
    figures.make(command, tmp_path)
    for name, figure in figures.FIGURES.items():
        if figure.command == command:
            made, kept = tmp_path / figure.makes, figures.IMAGES / name
            assert made.stat().st_size > 1000
            if name.endswith(".svg"):
                assert same_drawing(made.read_text(), kept.read_text()), (
                    f"python tools/figures.py {name}"
                )
