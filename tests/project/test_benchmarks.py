"""Every benchmark runs: small, to see that what it calls is still there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUESTIONS = sorted(
    title
    for file in (ROOT / "benchmarks").glob("bench_*.py")
    for title in re.findall(r'^TITLE = "(.*)"$', file.read_text(), re.MULTILINE)
)


@pytest.mark.long
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_benchmark_runs(question, tmp_path):
    """Peers and data that are missing are said, not an error."""
    out = tmp_path / "bench.json"
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick", "--only", question, "--out", str(out)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert out.is_file()
