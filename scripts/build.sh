#!/usr/bin/env bash
# Builds the program with the embedded front end: scripts/build.sh [cargo options]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/front-end.sh build
# The commit is in the metric portal_build_info of a release. Other builds leave it out, so that a
# commit alone changes nothing; sources may also come without a repository.
if [[ " $* " == *' --release '* ]] && [ -z "${BUILD_COMMIT:-}" ]; then
  BUILD_COMMIT=$(git rev-parse --verify --quiet HEAD 2>/dev/null || true)
fi
if [ -n "${BUILD_COMMIT:-}" ]; then export BUILD_COMMIT; else unset BUILD_COMMIT; fi
cargo build --locked -p portal-server "$@"
