"""Child processes: commands, Python code, and modules of this package."""

from __future__ import annotations

import os
import subprocess
import sys

from support.paths import TESTS


def start(*command, seconds=600, env=None, **options):
    """The finished process, with its output as text. `env` is added to the environment."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.run(
        [str(word) for word in command],
        env=os.environ | {name: str(value) for name, value in (env or {}).items()},
        timeout=seconds,
        check=False,
        **options,
    )


def run(*command, **options):
    """The output of the command, which must end with status 0."""
    done = start(*command, **options)
    assert done.returncode == 0, f"status {done.returncode}\n{done.stdout}\n{done.stderr}"[-8000:]
    return done.stdout


def python(*arguments, **options):
    """The output of this interpreter."""
    return run(sys.executable, *arguments, **options)


def module(name, *arguments, env=None, **options):
    """The output of a module of `support`; pytest shows it with -s."""
    searched = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))
    path = {"PYTHONPATH": searched}
    printed = python("-m", f"support.{name}", *arguments, env=path | (env or {}), **options)
    print(printed)
    return printed
