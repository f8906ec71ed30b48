#!/bin/sh
# The C++ core under ASan and UBSan, fed with edits and queries made of random bytes and of the
# inputs in core/fuzz/corpus. Called by `make fuzz-core`: seconds of CPU time, seed. A finding is
# kept in build/fuzz; `build/sanitize/core_fuzz FILE` repeats it.
set -eu
sh tools/sanitized_build.sh core_fuzz
corpus=$PWD/core/fuzz/corpus
mkdir -p build/fuzz
cd build/fuzz
../sanitize/core_fuzz "$1" "$2" "$corpus"
