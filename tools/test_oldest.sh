#!/bin/sh
# Runs the Python tests in an environment of its own with the least versions that pyproject.toml allows.
# PYTHON: the interpreter, 3.11 by default: older releases have wheels for it. TESTS: which tests.
# WHEEL: a wheel to test instead of compiling.
set -eu
python=${PYTHON:-.venv/bin/python}
home=build/oldest
[ -x $home/bin/python ] || "$python" -m venv $home
$home/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: \
  $("$python" tools/requirements.py --oldest test)
if [ -n "${WHEEL:-}" ]; then
  $home/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$WHEEL"
else
  $home/bin/python -m pip install --quiet --disable-pip-version-check \
    "scikit-build-core>=0.11" "nanobind>=3.1,<4" "cmake>=3.26" ninja
  $home/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
    -C build-dir=build/oldest-build .
fi
$home/bin/python -m pip list --format=freeze --disable-pip-version-check |
  grep -iE '^(numpy|typer|rich|matplotlib|shapely|pillow|pyyaml|pandas|pymetis|dask|pytest|hypothesis)='
$home/bin/python -m pytest -q -n auto -m "not long and not alone" ${TESTS:-tests/unit tests/formats tests/laws}
