#!/bin/sh
# The C++ tests and the bad-input tests of Python under ASan and UBSan. Called by
# `make sanitize`, which sets PYTHON to the interpreter of .venv. GCC only. TESTS: other tests of
# Python instead; C++ tests are then left out (make sanitize TESTS=tests/test_discs.py).
set -eu
build=build/sanitize
site=$build/site

cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCLEARWAY_SANITIZE=ON \
  -DCLEARWAY_TESTS=ON -DPython_EXECUTABLE="$PYTHON" >$build.log 2>&1 || { cat $build.log; exit 1; }
cmake --build $build --target core_tests _core
[ -n "${TESTS:-}" ] || $build/core_tests

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
  ${TESTS:-tests/test_input.py tests/test_world.py tests/test_path.py tests/test_formats.py tests/test_bad_input.py}
