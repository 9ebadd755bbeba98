#!/usr/bin/env bash
# Runs the end-to-end tests with the debug build, all or those that Playwright's arguments choose:
#   JOURNEY_VARIANTS=all scripts/journeys.sh saved-searches
# JOURNEY_VARIANTS=all runs each journey in all eight combinations of theme, width and language.
# SCREENSHOTS=1 leaves screenshots in artefacts/screenshots. JOURNEY_PORTALS is the number of portals
# that the journeys are distributed over.
set -euo pipefail
cd "$(dirname "$0")/.."
chromium=$(command -v chromium) || { echo 'There is no chromium: scripts/install.sh chromium' >&2 && exit 1; }
CHROMIUM=$chromium PORTALS=${JOURNEY_PORTALS:-2} \
  exec scripts/with-portal.sh npm --prefix frontend run --silent e2e -- "$@"
