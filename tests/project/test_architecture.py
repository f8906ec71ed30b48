"""The modules of the core: declared, used, shown in ARCHITECTURE.md and tested."""

from __future__ import annotations

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


def test_every_public_header_has_a_test_of_its_module():
    for module in module_graph.declared()[0]:
        files = (module_graph.CORE / "tests" / module).glob("*.cpp")
        tested = "".join(file.read_text() for file in files)
        for header in module_graph.headers(module_graph.CORE, module, "include"):
            assert f'#include "{header}"' in tested, (
                f"core/tests/{module} does not include {header}"
            )


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
