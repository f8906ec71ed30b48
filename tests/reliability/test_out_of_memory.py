"""Memory that ends in the middle of a call: every allocation fails in turn (support/failures)."""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig

import pytest

from support import children
from support.paths import TESTS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="preloads into glibc")


def run(name, *arguments, env=None):
    return children.module(f"failures.{name}", *arguments, env=env, seconds=3000)


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """The preloaded library, made by the compiler at hand."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler here")
    if "asan" in sysconfig.get_config_var("CFLAGS") or "libasan" in os.environ.get(
        "LD_PRELOAD", ""
    ):
        pytest.skip("the sanitizer has its own allocator")
    out = tmp_path_factory.mktemp("failures") / "allocations.so"
    source = TESTS / "support" / "failures" / "allocations.c"
    children.run(compiler, "-shared", "-fPIC", "-O2", "-o", out, source, "-ldl")
    return out


def failed(printed):
    return int(re.search(r"total: (\d+) allocations failed", printed)[1])


@pytest.mark.parametrize(("kind", "every"), [("edits", 301), ("features", 29), ("queries", 301)])
def test_some_allocations(kind, every, library, tmp_path):
    printed = run("memory", kind, "core", "once", every, tmp_path, env={"LD_PRELOAD": library})
    assert failed(printed) > 20


@pytest.mark.long
@pytest.mark.parametrize("how", ["once", "on"])
@pytest.mark.parametrize("kind", ["edits", "features", "queries"])
def test_every_allocation_of_the_core(kind, how, library, tmp_path):
    printed = run("memory", kind, "core", how, 1, tmp_path, env={"LD_PRELOAD": library})
    assert failed(printed) > 1000


@pytest.mark.long
@pytest.mark.parametrize("kind", ["edits", "features", "queries"])
def test_every_allocation_of_the_process(kind, library, tmp_path):
    printed = run("memory", kind, "all", "once", 1, tmp_path, env={"LD_PRELOAD": library})
    assert failed(printed) > 1000


def test_calls_with_little_memory():
    assert " 0 wrong" in run("low_memory")


def test_the_address_space_ends():
    run("address_space", 10, 1)


@pytest.mark.long
def test_the_address_space_ends_often():
    run("address_space", 400, 2)
