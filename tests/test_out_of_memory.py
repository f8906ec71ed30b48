"""Memory that ends in the middle of a call: every allocation fails in turn (tests/failures)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="preloads into glibc")


def run(*arguments, preload=None, seconds=3000):
    environment = os.environ | ({"LD_PRELOAD": str(preload)} if preload else {})
    done = subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=TESTS,
        env=environment,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


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
    source = TESTS / "failures" / "allocations.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", out, source, "-ldl"], check=True)
    return out


def failed(printed):
    return int(re.search(r"total: (\d+) allocations failed", printed)[1])


@pytest.mark.parametrize("kind", ["edits", "queries"])
def test_some_allocations(kind, library, tmp_path):
    printed = run("failures.memory", kind, "core", "once", 301, tmp_path, preload=library)
    assert failed(printed) > 20


@pytest.mark.long
@pytest.mark.parametrize("how", ["once", "on"])
@pytest.mark.parametrize("kind", ["edits", "queries"])
def test_every_allocation_of_the_core(kind, how, library, tmp_path):
    printed = run("failures.memory", kind, "core", how, 1, tmp_path, preload=library)
    assert failed(printed) > 1000


@pytest.mark.long
@pytest.mark.parametrize("kind", ["edits", "queries"])
def test_every_allocation_of_the_process(kind, library, tmp_path):
    printed = run("failures.memory", kind, "all", "once", 1, tmp_path, preload=library)
    assert failed(printed) > 1000


def test_calls_with_little_memory():
    assert " 0 wrong" in run("failures.low_memory")


def test_the_address_space_ends():
    run("failures.address_space", 10, 1)


@pytest.mark.long
def test_the_address_space_ends_often():
    run("failures.address_space", 400, 2)
