#!/usr/bin/env bash
# Makes a Python environment with the packages of a file, unless it has them:
#   scripts/python-environment.sh <folder> [requirements]
# Without a file it has pip only, which Debian's python3 lacks.
set -euo pipefail
environment=$1 requirements=${2:-/dev/null}

if cmp -s "$requirements" "$environment/installed.txt"; then exit 0; fi
rm -rf "$environment"
python3 -m venv "$environment"
if [ $# -gt 1 ]; then
  "$environment/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$requirements"
fi
cp "$requirements" "$environment/installed.txt"
