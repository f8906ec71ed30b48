#!/bin/sh
# Builds targets under ASan and UBSan in build/sanitize, with GCC or Clang:
#   sh tools/sanitized_build.sh core_tests | core_fuzz | _core ...
# CHECKS=QUICK: with fewer checks of UBSan (CMakeLists.txt), in build/sanitize-quick, in half the time.
# PYTHON: the interpreter that _core is for. Exits with 77 where the compiler has no sanitizers.
set -eu
build=build/sanitize
[ "${CHECKS:=ON}" = ON ] || build=build/sanitize-quick
mkdir -p $build
compiler=${CXX:-c++}

echo 'int main() {}' >$build/probe.cpp
if ! { $compiler -fsanitize=address,undefined $build/probe.cpp -o $build/probe && $build/probe; } \
  >$build/probe.log 2>&1; then
  echo "SKIPPED: no tests under ASan and UBSan: $compiler cannot make such programs here"
  exit 77
fi

cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCLEARWAY_SANITIZE=$CHECKS -DCLEARWAY_TESTS=ON \
  -DCLEARWAY_FUZZ=ON -DPython_EXECUTABLE="$PYTHON" >$build/configure.log 2>&1 ||
  { cat $build/configure.log; exit 1; }
cmake --build $build --target "$@"
