#!/usr/bin/env bash
# Sends a running portal what its own description allows, and what it does not, as everybody who may call it.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=${CARGO_TARGET_DIR:-target}/fuzz
requirements=scripts/fuzz/requirements.txt

if ! cmp -s "$requirements" "$environment/installed.txt"; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
  cp "$requirements" "$environment/installed.txt"
fi
scripts/with-portal.sh "$environment/bin/python" scripts/fuzz/everybody.py
