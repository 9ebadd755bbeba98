#!/usr/bin/env bash
# Measures an optimised build on this machine's loopback: start-up, memory, images, lists, search,
# saved searches, logins, forgotten passwords, mails. SIZES='10000 100000 1000000' adds the search
# with a million listings, which takes another hour. Under load server and PostgreSQL run on core 0,
# the load comes from core 1; candidates alternate, so that ratios are stable on a busy machine, too.
# A part that misses a bound or fails does not stop the ones after it; the script fails at the end.
# LISTINGS, ROUNDS, SECONDS_A_RUN, PAIRS and REQUESTS change the amount.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh

scripts/install.sh rust compiler node postgresql wrk vips
if [ "$(nproc)" -lt 2 ]; then
  echo 'The benchmarks need two cores: one for the server, one for the load.' >&2
  exit 1
fi
missed=()

# measure <name> <command…>: a step that does not stop the script.
measure() {
  local name=$1
  shift
  step "$name" try "$name" "$@"
}

try() {
  local name=$1
  shift
  "$@" || missed+=("$name")
}

step 'Program' scripts/build.sh --profile optimised -p portal-fixed-answer
export PORTAL_BINARY="${CARGO_TARGET_DIR:-$PWD/target}/optimised/portal"
measure 'Start and idle memory' scripts/bench/start.sh
measure 'Restart with many listings' node scripts/bench/restart.mjs
measure 'Images, compared with sharp and vipsthumbnail' scripts/bench/images.sh
measure 'A cached image, compared with a static file' scripts/with-portal.sh scripts/bench/cached-image.sh
measure 'Lists, with many rows and few' scripts/with-portal.sh scripts/bench/lists.sh
measure 'Search, index only' cargo bench --locked --quiet -p portal-search --bench queries --profile optimised
measure 'Saved searches, 100,000 matched with listings' \
  cargo bench --locked --quiet -p portal-search --bench matching --profile optimised
measure 'Saved searches, from publication to the outbox' node scripts/bench/savedSearches.mjs
measure 'Search, in memory and in SQL' scripts/with-portal.sh scripts/bench/search.sh
measure 'Search, 100,000 queries in memory and in SQL' env SEARCH_QUERIES=100000 \
  cargo test --locked --quiet --profile optimised -p portal-server --test search -- --nocapture
measure 'Logins, forgotten passwords' scripts/with-portal.sh scripts/bench/logins.sh
measure 'Mails, urgent ones first' node scripts/bench/mails.mjs

if [ ${#missed[@]} -gt 0 ]; then
  printf 'missed its bound, or failed: %s\n' "${missed[@]}" >&2
  exit 1
fi
