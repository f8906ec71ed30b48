"""The code of README.md and of every page in docs/ runs and says what its comments say."""

from __future__ import annotations

import ast
import re

import pytest

import pages
from support.paths import PROJECT
from support.pictures import same_drawing

PAGES = pages.pages()
ALL = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]
HERE_DOCUMENT = re.compile(r"^python - <<'(\w+)'\n(.*?)^\1$", re.DOTALL | re.MULTILINE)
# Of make the targets are checked here, of clearway the commands are run; the other lines name files
# and addresses of the reader's.
PROGRAMS = ("clearway", "make", "cmake", "curl", "python", "zcat")
SHELL = re.compile(rf"^(?:{'|'.join(PROGRAMS)}|pip|cd|git) ", re.MULTILINE)


def _name(page):
    return page.relative_to(PROJECT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_a_page_runs(page, tmp_path):
    text = page.read_text()
    done = pages.run(page, tmp_path)
    assert done.returncode == 0, done.stderr
    assert pages.missing_lines(text, done.stdout) == []
    for name in pages.pictures(text):
        made, kept = tmp_path / name, pages.PICTURES / name
        assert made.is_file(), f"{name}: the page shows it and does not make it"
        if name.endswith(".svg") and b"matplotlib" not in made.read_bytes():
            assert same_drawing(made.read_text(), kept.read_text()), f"{name}: run `make pictures`"


def test_blocks_of_other_languages_are_known():
    """Each kind of block is checked somewhere: a new kind needs a check."""
    kinds = {language for page in ALL for language, *_ in pages.PARTS.findall(page.read_text())}
    assert kinds <= {"", "python", "sh", "cpp", "cmake", "diff", "yaml", "toml", "javascript"}


def test_every_fence_is_a_block():
    """At the beginning of a line, and closed: no other form would be run."""
    for page in ALL:
        text = page.read_text()
        blocks = [part for part in pages.PARTS.findall(text) if not part[2]]
        assert len(re.findall(r"^[ >]*(?:```|~~~)", text, re.MULTILINE)) == 2 * len(blocks), page


def test_programs_in_shell_blocks_compile():
    """Those of measurements, which need data or time: `python - <<'EOF'`."""
    for page in ALL:
        for _, code in HERE_DOCUMENT.findall(page.read_text()):
            ast.parse(code)


def test_lines_of_shell_blocks_are_checked():
    """What is not `clearway` is one of few programs whose arguments other tests know, or data."""
    for page in ALL:
        for language, block, _ in pages.PARTS.findall(HERE_DOCUMENT.sub("", page.read_text())):
            if language == "sh" or (language == "" and SHELL.search(block)):
                joined = block.replace("\\\n", " ")
                words = {line.split()[0] for line in joined.splitlines() if line.strip()}
                assert words <= {*PROGRAMS, "#", 'PATH="$PWD/.venv/bin:$PATH"'}, (
                    _name(page),
                    words,
                )


def test_targets_named_in_pages_exist():
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    for page in (*ALL, *PROJECT.glob("*.md")):
        named = re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(), re.MULTILINE)
        assert set(named) <= targets, _name(page)


def test_cpp_blocks_are_of_the_example():
    """Each of their lines occurs in examples/cpp, which a test builds and runs."""
    example = "".join(f.read_text() for f in (PROJECT / "examples" / "cpp").glob("*"))
    lines = {re.split("  (?://|#) ", line)[0].strip() for line in example.splitlines()}
    for page in ALL:
        for language, block, _ in pages.PARTS.findall(page.read_text()):
            if language in ("cpp", "cmake"):
                shown = {re.split("  (?://|#) ", line)[0].strip() for line in block.splitlines()}
                assert shown <= lines, _name(page)


def test_wrong_pages_are_noticed(tmp_path):
    for code in (
        "1 + 1  # 3\n",
        "len('ab')  # 2: right\n(1.0, 2.0)  # (1.0, 3.0)\n",
        "unknown\n",
        "[1, 2]  # array([1, 3])\n",
    ):
        page = tmp_path / "page.md"
        page.write_text(f"# A page\n\n```python\n{code}```\n")
        assert pages.run(page, tmp_path).returncode != 0, code
    page.write_text("```\nclearway info none.map\n```\n")
    assert pages.run(page, tmp_path).returncode != 0
    page.write_text("```\nclearway path WORLD 1,2 3,4 --no-such-option\n```\n")
    assert pages.run(page, tmp_path).returncode != 0
    page.write_text("```diff\n-1 + 1  # 3\n+1 + 1  # 4\n```\n")
    assert pages.run(page, tmp_path).returncode != 0
    text = "```python\nprint(1)  # 2\nprint(\n    -1,\n)  # -3: several lines\n```\n"
    assert pages.missing_lines(text, "1\n") == ["2", "-3"]
