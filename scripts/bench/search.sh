#!/usr/bin/env bash
# Measures, with each number of listings in SIZES (SIZES='10000 100000 1000000' for the largest):
# loading, compared with a plain COPY of the same rows; alternately the search in memory, with
# facets and without, the search in SQL, the same SQL by pgbench, a static file of 8 KB and a
# hand-written handler; the time from a write to its being found; the slowest of 10,000 keywords.
# Prints medians and ratios, and fails when a bound is missed.
set -euo pipefail
cd "$(dirname "$0")"
exec taskset -c 1 node search/main.mjs
