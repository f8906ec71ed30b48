"""Runs one format: `python -m support.fuzzing.engine FORMAT SECONDS [--plain] [--seed N] [--count N]`.

Uses atheris (coverage-guided, based on libFuzzer); if it is not installed or `--plain` is given,
seeded random changes of the corpus. Both limit the memory and the time per input.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from support.paths import PROJECT

from .mutate import mutated

atheris = None
if "--plain" not in sys.argv:
    with contextlib.suppress(ImportError):
        import atheris
if atheris is None:
    from . import targets
else:  # only what is imported here is watched
    # atheris cannot watch what the finder of an editable install loads, so the folder comes first.
    sys.path.insert(0, str(PROJECT / "src"))
    sys.meta_path.sort(key=lambda finder: type(finder).__name__ == "ScikitBuildRedirectingFinder")
    with atheris.instrument_imports(include=["clearway", "yaml"]):
        import yaml  # noqa: F401

        import clearway.formats

        from . import targets

        clearway.formats.formats()

MEMORY = 4 * 2**30
SECONDS_PER_INPUT = 10
LARGEST = 20_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="support.fuzzing.engine")
    parser.add_argument("format", choices=sorted(targets.SUFFIXES))
    parser.add_argument("seconds", type=float)
    parser.add_argument("--plain", action="store_true", help="without atheris")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2**62, help="inputs at most (plain)")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    folder = Path(tempfile.mkdtemp(prefix="clearway-fuzz-"))
    try:
        if atheris is None:
            return plain(arguments, folder)
        return guided(arguments, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def corpus(name: str) -> list[bytes]:
    return [file.read_bytes() for file in sorted((targets.CORPUS / name).iterdir())]


def plain(arguments: argparse.Namespace, folder: Path) -> int:
    """Random changes by a seed; the same inputs for the same seed."""
    rng = random.Random(arguments.seed)
    file = targets.prepare(folder, arguments.format)
    pool = corpus(arguments.format)
    inputs = good = 0
    end = time.monotonic() + arguments.seconds
    signal.signal(signal.SIGALRM, _too_long)
    for data in pool:
        good += _one(arguments.format, file, data)
        inputs += 1
    while time.monotonic() < end and inputs < arguments.count:
        data = mutated(rng.choice(pool), arguments.format, rng, LARGEST, rng.choice(pool))
        good += _one(arguments.format, file, data)
        inputs += 1
    print(f"{arguments.format}: {inputs} inputs, {good} of them read, nothing found", flush=True)
    return 0


def _one(name: str, file: Path, data: bytes) -> bool:
    signal.alarm(SECONDS_PER_INPUT)
    try:
        return targets.check(name, file, data)
    except targets.Finding as finding:
        kept = keep(name, data)
        print(f"{name}: {finding}: kept as {kept}", flush=True)
        raise
    finally:
        signal.alarm(0)


def keep(name: str, data: bytes) -> Path:
    """Writes an input to the corpus, which the tests replay."""
    kept = targets.CORPUS / name / f"found-{hashlib.sha256(data).hexdigest()[:12]}"
    kept.write_bytes(data)
    return kept


class TooLong(Exception):
    """An input took too long."""


def _too_long(*_: object) -> None:
    raise TooLong(f"more than {SECONDS_PER_INPUT} s")


def guided(arguments: argparse.Namespace, folder: Path) -> int:
    """By libFuzzer, which ends the process itself."""
    file = targets.prepare(folder, arguments.format)
    new = folder / "new"
    new.mkdir()

    def test(data: bytes) -> None:
        targets.check(arguments.format, file, data)

    def change(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.3:
            return atheris.Mutate(data, most)
        return mutated(data, arguments.format, rng, most, rng.choice(pool))

    pool = corpus(arguments.format)
    found = targets.CORPUS / arguments.format / "found-"
    options = [
        f"-max_total_time={int(arguments.seconds)}",
        f"-timeout={SECONDS_PER_INPUT}",
        f"-rss_limit_mb={MEMORY >> 20}",
        f"-max_len={LARGEST}",
        f"-artifact_prefix={found}",
        f"-seed={arguments.seed}",
        "-len_control=0",
        "-print_final_stats=1",
        str(new),
        str(targets.CORPUS / arguments.format),
    ]
    atheris.Setup([sys.argv[0], *options], test, custom_mutator=change)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
