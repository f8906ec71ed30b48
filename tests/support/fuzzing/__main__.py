"""`make fuzz FORMAT=... SECONDS=...`: one format after the other, each in its own process."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile

from .targets import SUFFIXES


def main() -> int:
    parser = argparse.ArgumentParser(prog="support.fuzzing")
    parser.add_argument("formats", nargs="*", help="all unless given")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="without atheris")
    arguments = parser.parse_args()
    failed = []
    for name in arguments.formats or SUFFIXES:
        command = [sys.executable, "-m", "support.fuzzing.engine", name, str(arguments.seconds)]
        command += ["--seed", str(arguments.seed)] + ["--plain"] * arguments.plain
        # libFuzzer ends its process without cleaning up.
        with tempfile.TemporaryDirectory(prefix="clearway-fuzz-") as folder:
            environment = {**os.environ, "TMPDIR": folder}
            if subprocess.run(command, env=environment, check=False).returncode:
                failed.append(name)
    print(f"broken: {', '.join(failed)}" if failed else "nothing found")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
