#!/bin/sh
# Chromium for the browser tests of the lab: the one that is installed, or the system's package if it
# can be installed without a question. Otherwise says that these tests are skipped.
set -u
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$name" >/dev/null && exit 0
done
as_root=
[ "$(id -u)" -eq 0 ] || as_root="sudo -n"
try() { timeout 600 $as_root "$@" >/dev/null 2>&1; }
if [ -z "$as_root" ] || sudo -n true 2>/dev/null; then
  if command -v apt-get >/dev/null; then
    DEBIAN_FRONTEND=noninteractive try apt-get install -y chromium ||
      { try apt-get update && DEBIAN_FRONTEND=noninteractive try apt-get install -y chromium; }
  elif command -v dnf >/dev/null; then
    try dnf install -y chromium
  elif command -v apk >/dev/null; then
    try apk add chromium
  fi
fi
for name in chromium chromium-browser; do
  command -v "$name" >/dev/null && exit 0
done
echo "no Chromium, and none could be installed: the browser tests of the lab are skipped"
