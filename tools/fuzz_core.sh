#!/bin/sh
# The C++ core under ASan and UBSan, fed with edits and queries made of random bytes and of the
# inputs in core/fuzz/corpus. Called by `make fuzz-core`: seconds of CPU time, seed. A finding is
# kept in build/fuzz; `build/fuzz/core_fuzz FILE` repeats it.
set -eu
build=build/fuzz
mkdir -p $build
cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCLEARWAY_SANITIZE=ON \
  -DCLEARWAY_BINDINGS=OFF -DCLEARWAY_FUZZ=ON >$build.log 2>&1 || { cat $build.log; exit 1; }
cmake --build $build --target core_fuzz
corpus=$PWD/core/fuzz/corpus
cd $build
./core_fuzz "$1" "$2" "$corpus"
