#!/bin/sh
# install.sh PYTHON BUILD EXTRA ...: compiles the package and installs it, editable. What its extras
# need is fetched meanwhile: a download waits where a compiler computes.
set -u
python=$1
build=$2
shift 2
"$python" -m pip install --quiet $("$python" tools/requirements.py "$@") &
fetching=$!
trap 'kill $fetching 2>/dev/null' INT TERM
"$python" -m pip install --quiet --no-build-isolation -C build-dir="$build" \
  -C cmake.define.CLEARWAY_TESTS=ON -e .
built=$?
wait $fetching
fetched=$?
[ $built -eq 0 ] && [ $fetched -eq 0 ]
