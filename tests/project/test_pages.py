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


def test_programs_in_shell_blocks_compile():
    """Those of measurements, which need data or time: `python - <<'EOF'`."""
    for page in ALL:
        for code in re.findall(r"<<'EOF'\n(.*?)^EOF$", page.read_text(), re.DOTALL | re.MULTILINE):
            ast.parse(code)


def test_targets_named_in_pages_exist():
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    for page in (*ALL, *PROJECT.glob("*.md")):
        named = re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(), re.MULTILINE)
        assert set(named) <= targets, _name(page)


def test_cpp_blocks_are_of_the_example():
    """Its calls occur in examples/cpp, which a test builds and runs."""
    example = "".join(f.read_text() for f in (PROJECT / "examples" / "cpp").glob("*"))
    for page in ALL:
        for language, block, _ in pages.PARTS.findall(page.read_text()):
            if language in ("cpp", "cmake"):
                called = set(re.findall(r"\b(\w+)\(", block)) - {"world"}
                assert called <= set(re.findall(r"\w+", example)), (_name(page), called)


def test_wrong_pages_are_noticed(tmp_path):
    for code in ("1 + 1  # 3\n", "len('ab')  # 2: right\n(1.0, 2.0)  # (1.0, 3.0)\n", "unknown\n"):
        page = tmp_path / "page.md"
        page.write_text(f"# A page\n\n```python\n{code}```\n")
        assert pages.run(page, tmp_path).returncode != 0, code
    page.write_text("```\nclearway info none.map\n```\n")
    assert pages.run(page, tmp_path).returncode != 0
    page.write_text("```\nclearway path WORLD 1,2 3,4 --no-such-option\n```\n")
    assert pages.run(page, tmp_path).returncode != 0
    text = "```python\nprint(1)  # 2\n```\n"
    assert pages.missing_lines(text, "1\n") == ["2"]
