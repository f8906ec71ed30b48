"""The documents: links and anchors resolve, files and benchmarks they name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = next(p for p in Path(__file__).resolve().parents if (p / "pyproject.toml").is_file())
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], key=lambda p: p.relative_to(ROOT)
)
NAMES = [str(p.relative_to(ROOT)) for p in PAGES]
SOURCES = ("core", "src", "bindings", "tests", "tools", "benchmarks", "examples")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def text_of(page):
    return FENCE.sub("", page.read_text())


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    out = []
    for heading in re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE):
        anchor = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        out.append(f"{anchor}-{out.count(anchor)}" if anchor in out else anchor)
    return out


def broken_links(page):
    out = []
    for link in LINK.findall(text_of(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            out.append(link)
    return out


@pytest.mark.parametrize("name", NAMES)
def test_links_resolve(name):
    assert broken_links(ROOT / name) == []


def test_broken_links_are_noticed(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A title\n[a](#a-title) [b](#other) [c](none.md) [d](page.md#a-title)\n")
    assert broken_links(page) == ["#other", "none.md"]


def test_every_page_is_linked():
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in LINK.findall(text_of(page))
    }
    assert [n for n in NAMES if n.startswith("docs/") and ROOT / n not in linked] == []


def test_pages_named_in_sources_exist():
    missing = []
    for folder in SOURCES:
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in (".py", ".hpp", ".cpp", ".sh", ".txt"):
                text = file.read_text(errors="replace")
                found = re.findall(r"\bdocs/[\w/-]+\.(?:md|svg|png)\b", text)
                missing += [(str(file), n) for n in found if not (ROOT / n).is_file()]
    assert missing == []


@pytest.mark.parametrize("name", NAMES)
def test_files_named_in_pages_exist(name):
    """Paths in backticks that start with a folder of the repository."""
    text = (ROOT / name).read_text()
    named = re.findall(rf"`((?:{'|'.join(SOURCES)}|docs)/[\w/.-]+)`", text)
    assert [n for n in named if not (ROOT / n).exists()] == []


@pytest.mark.parametrize("name", NAMES)
def test_benchmarks_named_in_pages_exist(name):
    titles = set()
    for file in (ROOT / "benchmarks").glob("bench_*.py"):
        titles.update(re.findall(r'^TITLE = "(.*)"$', file.read_text(), re.MULTILINE))
    named = re.findall(r"--only\s+([\w,-]+)", (ROOT / name).read_text())
    assert {t for n in named for t in n.split(",")} <= titles


def test_ratios_of_the_readme_are_measured():
    """Each row of its table links to a page of measurements or experiments that has its numbers."""
    table = (ROOT / "README.md").read_text().split("## Measured")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][2:]
    assert len(rows) >= 5
    for row in rows:
        ratio = row.strip("| ").split(" | ")[-1]
        link = LINK.search(ratio)[1].partition("#")[0]
        assert link.startswith(("docs/measurements/", "docs/experiments/")), row
        page = (ROOT / link).read_text()
        for number in re.findall(r"\d[\d.,e-]*(?<![.,])", re.sub(r"\]\([^)]*\)", "", ratio)):
            assert re.search(rf"(?<![\d.,]){re.escape(number)}(?![\d])", page), (number, link)


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text().splitlines()) < 150
