#!/bin/sh
# The C++ tests and the bad-input tests of Python under ASan and UBSan. Called by
# `make sanitize`, which sets PYTHON to the interpreter of .venv. TESTS: other tests of Python
# instead, without the C++ tests (make sanitize TESTS=tests/unit/input). The Python part needs GCC.
set -eu
build=build/sanitize
site=$build/site

sh tools/sanitized_build.sh core_tests _core
[ -n "${TESTS:-}" ] || sh tools/core_tests.sh $build/core_tests

# A second environment, so that the editable install of .venv does not win over this build.
rm -rf $site && mkdir -p $site
cp -R src/clearway $site/
cmake --install $build --prefix $site >/dev/null
"$PYTHON" -m venv --without-pip $build/venv
sanitized=$build/venv/bin/python
packages=$("$sanitized" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
printf '%s\n' "$PWD/$site" >"$packages/a.pth"
"$PYTHON" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])' >"$packages/b.pth"

# Leaks are not looked for: the interpreter keeps what it will.
LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so)" \
ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 \
CLEARWAY_SANITIZED=1 \
  "$sanitized" -m pytest -q -m "not long" -p no:cacheprovider \
  ${TESTS:-tests/unit/input/test_coordinates.py tests/unit/input/test_points_as_geometries.py \
    tests/unit/world tests/unit/path/test_path.py \
    tests/formats/test_clearway_and_geojson.py tests/regressions/test_bad_input.py}
