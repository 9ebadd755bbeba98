#!/usr/bin/env bash
# Measures every list over HTTP on two portals alternately: one with demo data only, one with
# 100,000 more rows of everything and 7,000 applications to one listing. Prints the medians of both
# and their ratio; fails when a list takes more than ten times as long on the full one. REQUESTS is
# the number of requests for each list.
set -euo pipefail
cd "$(dirname "$0")"

# Starts itself again with a second portal.
if [ -z "${EMPTY_URL:-}" ]; then
  EMPTY_URL=$BASE_URL EMPTY_PID=$SERVER_PID EMPTY_DATA=$SERVER_DATA exec ../with-portal.sh "$PWD/lists.sh"
fi

main() {
  local began=$SECONDS
  "$programs/psql" -q -v ON_ERROR_STOP=1 -h "$SERVER_DATA/postgres" -U portal portal -f lists.sql
  "$programs/psql" -q -h "$EMPTY_DATA/postgres" -U portal portal -c 'VACUUM (FREEZE, ANALYZE)'
  printf '  600,000 rows added in %d s\n' $((SECONDS - began))
  pin "$EMPTY_PID" "$EMPTY_DATA"
  pin "$SERVER_PID" "$SERVER_DATA"
  FULL_URL=$BASE_URL taskset -c 1 node lists.mjs "${REQUESTS:-100}"
}

# Pins server and database to core 0; their later children stay there.
pin() {
  local link
  taskset -apc 0 "$1" >/dev/null
  for link in /proc/[0-9]*/cwd; do
    if [ "$(readlink "$link")" = "$2/postgres/cluster" ]; then
      taskset -apc 0 "$(basename "$(dirname "$link")")" >/dev/null
    fi
  done
}

programs=$(dirname "$(readlink -f "/proc/$(head -n 1 "$SERVER_DATA/postgres/cluster/postmaster.pid")/exe")")
main
