#!/bin/sh
# core_tests.sh PROGRAM [PART | -PART]: runs the C++ tests in as many processes as there are cores.
set -u
processes=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
echo "$@"
children=
k=1
while [ $k -le "$processes" ]; do
  "$@" $k/"$processes" &
  children="$children $!"
  k=$((k + 1))
done
status=0
for child in $children; do
  wait "$child" || status=1
done
exit $status
