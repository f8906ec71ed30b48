#!/bin/sh
# quietly.sh MESSAGE COMMAND ...: says what is done and how long it took. What the command prints is
# shown only if it fails; until the next call it is in build/last.log. On a terminal it counts the
# compiled files meanwhile.
set -u
message=$1
shift
mkdir -p build
log=build/last.log
touch $log.start
started=$(date +%s)
if [ -t 1 ]; then
  "$@" >$log 2>&1 &
  command=$!
  trap 'kill $command 2>/dev/null; exit 130' INT TERM
  while kill -0 $command 2>/dev/null; do
    seconds=$(($(date +%s) - started))
    compiled=$(find build -name '*.o' -newer $log.start 2>/dev/null | wc -l)
    if [ "$compiled" -gt 0 ]; then also=", $compiled files compiled"; else also=; fi
    printf '\r%s ... %s s%s ' "$message" $seconds "$also"
    sleep 1
  done
  wait $command
  status=$?
  printf '\r\033[K'
else
  "$@" >$log 2>&1
  status=$?
fi
seconds=$(($(date +%s) - started))
if [ $status -ne 0 ]; then
  cat $log
  echo "$message: failed after $seconds s" >&2
  exit $status
fi
echo "$message: $seconds s"
