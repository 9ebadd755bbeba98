#!/usr/bin/env bash
# Measures the optimised program on this machine's loopback: start-up, memory, pictures, lists, search,
# log-in, forgotten passwords.
# SIZES='10000 100000 1000000' adds the search among a million listings, which takes an hour more.
# Under load server and PostgreSQL run on core 0, the load comes from core 1; rounds alternate, so that ratios hold on a busy
# machine, too. LISTINGS, ROUNDS, SECONDS_A_RUN, PAIRS and REQUESTS change the amount.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh

scripts/install.sh rust compiler node postgresql wrk vips
if [ "$(nproc)" -lt 2 ]; then
  echo 'The bench needs two cores: one for the server, one for the load.' >&2
  exit 1
fi
step 'Program' scripts/build.sh --profile optimised -p portal-fixed-answer
export PORTAL_BINARY="${CARGO_TARGET_DIR:-$PWD/target}/optimised/portal"
step 'Start and idle memory' scripts/bench/start.sh
step 'Pictures beside sharp and vipsthumbnail' scripts/bench/pictures.sh
step 'A warm picture beside a static file' scripts/with-portal.sh scripts/bench/warm.sh
step 'Lists, among many rows and few' scripts/with-portal.sh scripts/bench/lists.sh
step 'Search, in the index alone' cargo bench --locked --quiet -p portal-search --bench queries --profile optimised
step 'Search, in memory and in SQL' scripts/with-portal.sh scripts/bench/search.sh
step 'Search, 100,000 times in memory and in SQL' env SEARCH_QUERIES=100000 \
  cargo test --locked --quiet --profile optimised -p portal-server --test search -- --nocapture
step 'Log-in, forgotten passwords' scripts/with-portal.sh scripts/bench/load.sh
