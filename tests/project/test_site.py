"""The documentation site: pages are staged with links that work, and a built site is checked."""

from __future__ import annotations

import re

import pytest

from docsite import reference
from docsite.check import complaints
from docsite.stage import LINK, SECTIONS, Stage


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    stage = Stage(tmp_path_factory.mktemp("pages"))
    stage.add_all()
    reference.write_reference(stage)
    stage.finish()
    return stage.folder


def test_links_work_where_pages_are_staged(staged):
    for page in staged.rglob("*.md"):
        text = re.sub(
            r"^```.*?^```$|`[^`\n]+`", "", page.read_text(), flags=re.DOTALL | re.MULTILINE
        )
        for _, link, _ in LINK.findall(text):
            if not re.match(r"[a-z]+:|#", link):
                assert (page.parent / link.partition("#")[0]).is_file(), (page.name, link)


def test_every_page_is_in_the_navigation(staged):
    """By its folder: nothing has to be listed by hand."""
    index = (staged / "index.md").read_text()
    listed = set(re.findall(r"^([\w/.-]+)$", index, re.MULTILINE))
    pages = {p.relative_to(staged) for p in staged.rglob("*") if p.suffix in (".md", ".rst")}
    assert {p.with_suffix("").as_posix() for p in pages} - listed == {"index"}
    assert [c for c in SECTIONS if f":caption: {c}\n" not in index] == []


def test_hidden_code_is_not_shown(staged):
    assert not any("<!-- run:\n" in page.read_text() for page in staged.rglob("*.md"))


def test_a_new_page_appears_by_itself(tmp_path):
    stage = Stage(tmp_path)
    stage.add_all()
    stage.write("how-to/zzz-new.md", "# New\n")
    stage.finish()
    assert "\nhow-to/zzz-new\n" in (tmp_path / "index.md").read_text()


def test_complaints_about_a_site(tmp_path):
    assert "no index.html" in complaints(tmp_path)[0]
    (tmp_path / "index.html").write_text('<a href="a.html#x">a</a><a id="top"></a><a href="#top">')
    (tmp_path / "a.html").write_text('<h1 id="x">A</h1>')
    assert complaints(tmp_path) == []
    (tmp_path / "b.html").write_text(
        '<a href="none.html"></a><a href="a.html#y"></a><script src="https://example.org/x.js"></script>'
    )
    assert complaints(tmp_path) == [
        "b.html: loads https://example.org/x.js",
        "b.html: none.html leads nowhere",
        "b.html: a.html#y leads nowhere",
    ]
