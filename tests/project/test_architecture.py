"""The modules of the core: declared, used, shown in ARCHITECTURE.md and tested."""

from __future__ import annotations

import re
import shutil

import pytest

import module_graph
from support import children
from support.paths import PROJECT


def test_includes_are_declared():
    assert module_graph.complaints() == []


def test_the_graph_is_shown():
    shown = (PROJECT / "ARCHITECTURE.md").read_text()
    assert f"```mermaid\n{module_graph.mermaid()}\n```" in shown


def test_every_source_is_in_a_module():
    modules = module_graph.declared()[0]
    for file in module_graph.CORE.rglob("*.[ch]pp"):
        place = file.relative_to(module_graph.CORE).as_posix()
        assert place.startswith((*(f"{m}/" for m in modules), "tests/", "fuzz/")), place


def test_a_source_has_the_name_of_its_header():
    """It includes that header of its module first: the header then compiles alone."""
    for source in module_graph.CORE.glob("**/src/**/*.cpp"):
        place = source.relative_to(module_graph.CORE)
        folder = module_graph.CORE / place.as_posix().split("/src/")[0]
        first = re.search(r'^#include "([^"]+)"', source.read_text(), re.MULTILINE)
        assert first, f"{place} includes no header of the core"
        name = first[1]
        assert name.split("/")[-1] == source.with_suffix(".hpp").name, (
            f"{place}: {name} comes first"
        )
        found = (source.parent, folder / "src", folder / "include", folder / "internal")
        assert any((start / name).is_file() for start in found), f"{place}: {name} is elsewhere"


def test_includes_begin_at_the_sources_of_the_module():
    """Except where a header of the same name in the folder of the file would be meant."""
    for file in module_graph.CORE.glob("**/src/**/*.[ch]pp"):
        for name in re.findall(r'^#include "\.\./([^"]+)"', file.read_text(), re.MULTILINE):
            place = file.relative_to(module_graph.CORE)
            assert (file.parent / name).is_file(), f"{place}: write {name}, without ../"


def test_public_headers_are_those_of_the_list():
    """Making a header public is a decision: it must be added to the list in docs/how-to/cpp.md."""
    page = (PROJECT / "docs" / "how-to" / "cpp.md").read_text()
    page = page[page.index("## The public headers") :]
    listed = [f"clearway/{name}" for name in re.findall(r"`([a-z_/]+\.hpp)`", page)]
    public = [h for of_module in module_graph.public_headers().values() for h in of_module]
    assert sorted(listed) == sorted(public)


def test_detail_headers_are_needed_and_explained():
    """Each is included by a public header, and ARCHITECTURE.md says why it is installed."""
    shown = (PROJECT / "ARCHITECTURE.md").read_text()
    installed = "".join(file.read_text() for file in module_graph.CORE.glob("**/include/**/*.hpp"))
    detail = module_graph.detail_headers()
    assert len(detail) <= 5
    for header in detail:
        assert f'#include "{header}"' in installed, header
        assert f"`{header.removeprefix('clearway/')}`" in shown, header


def names_declared(header: str) -> set[str]:
    """Types, constants and functions that a header declares at namespace scope."""
    types = r"^(?:class|struct|enum(?: class)?) (\w+)\b(?!;)|^using (\w+) ="
    constants = r"^inline (?:constexpr|const) [\w:<>() ]+ (\w+)\b"
    functions = r"^(?!return|using|class|struct|enum)\w[\w:<>&*, ]* [&*]?(\w+)\("
    found = (m for p in (types, constants, functions) for m in re.findall(p, header, re.MULTILINE))
    return {name for match in found for name in ([match] if isinstance(match, str) else match)} - {
        ""
    }


def test_every_public_header_is_used_by_a_test_of_its_module():
    """A test includes it and uses a name that it declares."""
    for module, of_module in module_graph.public_headers().items():
        files = (module_graph.CORE / "tests" / module).glob("*.cpp")
        tests = [file.read_text() for file in files]
        for header in of_module:
            names = names_declared((module_graph.CORE / module / "include" / header).read_text())
            assert names, header
            including = [text for text in tests if f'#include "{header}"' in text]
            assert including, f"core/tests/{module} does not include {header}"
            used = set(
                re.findall(r"\w+", re.sub(r"^#include.*|//.*", "", "".join(including), flags=re.M))
            )
            assert names & used, f"core/tests/{module} uses none of {sorted(names)} of {header}"


def test_every_module_has_tests():
    for module in module_graph.declared()[0]:
        files = list((module_graph.CORE / "tests" / module).glob("test_*.cpp"))
        assert any("TEST(" in file.read_text() for file in files), f"core/tests/{module}"


def test_an_undeclared_include_is_found(tmp_path):
    core = tmp_path / "core"
    for name, text in {
        "low/include/clearway/low/a.hpp": "",
        "high/include/clearway/high/b.hpp": '#include "clearway/low/a.hpp"\n',
        "low/src/a.cpp": '#include "clearway/high/b.hpp"\n',
        "CMakeLists.txt": "clearway_module(low)\nclearway_module(high\n  PRIVATE low)\n",
    }.items():
        (core / name).parent.mkdir(parents=True, exist_ok=True)
        (core / name).write_text(text)
    assert module_graph.complaints(core) == [
        "high: a header includes low, not PUBLIC",
        "low: a source includes high, not named",
    ]


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")
def test_the_build_refuses_a_cycle(tmp_path):
    """A module can name only modules above it."""
    text = (module_graph.CORE / "CMakeLists.txt").read_text()
    function = text[text.index("function(clearway_module") : text.index("endfunction()")]
    (tmp_path / "low" / "src").mkdir(parents=True)
    (tmp_path / "low" / "src" / "a.cpp").write_text("")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\nproject(cycle LANGUAGES CXX)\n"
        f"{function}endfunction()\nclearway_module(low PUBLIC high)\nclearway_module(high)\n"
    )
    said = children.start("cmake", "-S", tmp_path, "-B", tmp_path / "build")
    assert said.returncode != 0
    assert "Module low needs high" in said.stderr
