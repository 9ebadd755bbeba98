#!/usr/bin/env bash
# The search in memory, with facets and without, the search in SQL, the same SQL by pgbench, a static file of 8 KB and a
# hand-written handler take turns, among so many listings as SIZES says (SIZES='10000 100000 1000000' for the largest); before
# that, loading and a plain COPY of the same rows do; then come the time from a write to its being found, and the worst of
# 10,000 keywords. Prints medians and ratios, and fails when one is out of bounds.
set -euo pipefail
cd "$(dirname "$0")"
exec taskset -c 1 node search/main.mjs
