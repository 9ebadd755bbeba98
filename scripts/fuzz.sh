#!/usr/bin/env bash
# Fuzzes a portal by its OpenAPI description, with valid and invalid requests, as each role.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=${CARGO_TARGET_DIR:-target}/fuzz

scripts/python-environment.sh "$environment" scripts/fuzz/requirements.txt
scripts/with-portal.sh "$environment/bin/python" scripts/fuzz/each_role.py
