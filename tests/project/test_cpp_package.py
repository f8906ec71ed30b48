"""The core installs as a C++ package: its headers stand alone, and a program builds and runs."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import clearway as cw
import pages
from support.children import run
from support.paths import PROJECT

BUILD = PROJECT / "build" / "dev"

pytestmark = pytest.mark.skipif(
    not (BUILD / "cmake_install.cmake").exists() or shutil.which("cmake") is None,
    reason="needs the build of `make install` and cmake",
)


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    prefix = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", BUILD, "--component", "core", "--prefix", prefix)
    return prefix


def test_a_program_is_built_against_it(prefix, tmp_path):
    run(
        "cmake", "-S", PROJECT / "examples" / "cpp", "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}"
    )
    run("cmake", "--build", tmp_path)
    said = run(tmp_path / "paths").splitlines()
    world = cw.World(bounds=(0, 0, 100, 60))
    world.add([(30, 0), (40, 0), (40, 25), (30, 25)])
    upper = world.add([(30, 35), (40, 35), (40, 60), (30, 60)])
    through = world.find_path((10, 10), (90, 10), 4)
    assert said[0] == f"through the gap: {through.length:.3f}"
    assert said[1] == "clearance: 4.000"
    assert said[2:4] == ["blocked: 0", "blocked: the path through the gap"]
    world.remove(upper)
    assert said[4:] == [
        *(
            f"to ({x}, {y}): {world.find_path((10, 10), (x, y), 4).length:.3f}, proved shortest"
            for x, y in ((90, 10), (90, 50))
        ),
        "to (35, 10): no path",
    ]


def test_the_program_of_the_page_is_built_as_it_says(prefix, tmp_path):
    """docs/how-to/cpp.md: two files in a folder of one's own."""
    page = (PROJECT / "docs" / "how-to" / "cpp.md").read_text()
    blocks = {language: block for language, block, _ in reversed(pages.PARTS.findall(page))}
    (tmp_path / "CMakeLists.txt").write_text(blocks["cmake"])
    (tmp_path / "paths.cpp").write_text(blocks["cpp"])
    build = tmp_path / "build"
    run("cmake", "-S", tmp_path, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", build)
    said = run(build / "paths").strip()
    world = cw.World(bounds=(0, 0, 100, 60))
    world.add([(30, 0), (40, 0), (40, 25), (30, 25)])
    world.add([(30, 35), (40, 35), (40, 60), (30, 60)])
    assert said == f"through the gap: {world.find_path((10, 10), (90, 10), 4).length:.3f}"
    assert f"prints `{said}`" in page


@pytest.mark.long  # compiles a hundred times
def test_public_headers_stand_alone(prefix, tmp_path):
    """Each one compiles by itself, with nothing but what is installed."""
    headers = sorted(p.relative_to(prefix / "include") for p in prefix.rglob("*.hpp"))
    assert Path("clearway/world/world.hpp") in headers
    assert Path("clearway/session/shared_world.hpp") in headers
    source = tmp_path / "all.sh"
    compiler = os.environ.get("CXX", "c++")
    source.write_text(
        "set -e\n"
        + "".join(
            f"echo '#include \"{header}\"' | {compiler} -std=c++20 -fsyntax-only "
            f"-I{prefix}/include -x c++ -\n"
            for header in headers
        )
    )
    run("sh", source)
