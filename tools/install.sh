#!/bin/sh
# install.sh PYTHON BUILD EXTRA ...: compiles the package and installs it, editable. What its extras
# need is fetched meanwhile: a download waits where a compiler computes.
set -u
python=$1
build=$2
shift 2
has_compiler() {
  for name in ${CXX:-c++ g++ clang++}; do
    command -v "$name" >/dev/null && return 0
  done
  return 1
}
"$python" -m pip install --quiet $("$python" tools/requirements.py "$@") &
fetching=$!
trap 'kill $fetching 2>/dev/null' INT TERM
"$python" -m pip install --quiet --no-build-isolation -C build-dir="$build" \
  -C cmake.define.CLEARWAY_TESTS=ON -e .
built=$?
wait $fetching
fetched=$?
if [ $built -ne 0 ] && ! has_compiler; then
  echo "no compiler called ${CXX:-c++, g++ or clang++}: Clearway needs one for C++20 (on Debian: apt install g++)" >&2
fi
[ $built -eq 0 ] && [ $fetched -eq 0 ]
