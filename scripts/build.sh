#!/usr/bin/env bash
# Builds the program with the embedded front end: scripts/build.sh [cargo options]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/front-end.sh build
cargo build --locked -p portal-server "$@"
