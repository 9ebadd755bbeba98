#!/usr/bin/env bash
# The search in memory, the search in SQL, a static file of 8 KB and the same SQL by pgbench take turns, among so many
# listings as SIZES says (SIZES='10000 100000 1000000' for the largest); then the time from a write to its being found, and
# the worst of 10,000 keywords. Prints medians and ratios, and fails when one is out of bounds.
set -euo pipefail
cd "$(dirname "$0")"
exec taskset -c 1 node search/main.mjs
