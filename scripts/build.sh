#!/usr/bin/env bash
# Builds the program with the front end inside: scripts/build.sh [cargo's options]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/front-end.sh build
cargo build --locked -p portal-server "$@"
