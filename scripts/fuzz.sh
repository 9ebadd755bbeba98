#!/usr/bin/env bash
# Fuzzes a portal by its OpenAPI description, with valid and invalid requests, as each role.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=${CARGO_TARGET_DIR:-target}/fuzz
requirements=scripts/fuzz/requirements.txt

if ! cmp -s "$requirements" "$environment/installed.txt"; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$requirements"
  cp "$requirements" "$environment/installed.txt"
fi
scripts/with-portal.sh "$environment/bin/python" scripts/fuzz/each_role.py
