#!/usr/bin/env bash
# Loads the portal at BASE_URL in alternating rounds and prints requests a second, CPU a request, and the ratios.
set -euo pipefail
cd "$(dirname "$0")"
listings=${LISTINGS:-100000}
rounds=${ROUNDS:-5}
seconds=${SECONDS_A_RUN:-8}
binary=$PORTAL_BINARY
programs=$(dirname "$(readlink -f "/proc/$(head -n 1 "$SERVER_DATA/postgres/cluster/postmaster.pid")/exe")")
database=(-h "$SERVER_DATA/postgres" -U portal portal)
results=$(mktemp)
trap 'rm -f "$results"' EXIT

main() {
  seed
  pin
  static=$(file_of_8_kb)
  for ((round = 1; round <= rounds; round++)); do
    printf '  round %d of %d\n' "$round" "$rounds"
    measure search wrk_run 32 -s search.lua "$BASE_URL"
    measure sql pgbench_run
    measure static wrk_run 32 "$BASE_URL$static"
  done
  awk -f report.awk "$results"
  log_ins
}

seed() {
  local began=$SECONDS
  env -u PORTAL_BINARY PORTAL_DATA_DIR="$SERVER_DATA" "$binary" seed --listings "$listings" >/dev/null 2>&1
  printf '  %d listings added in %d s\n' "$listings" $((SECONDS - began))
  "$programs/psql" -q "${database[@]}" -c 'VACUUM ANALYZE'
}

# Server and database to core 0; what they start later stays there.
pin() {
  local pid
  for pid in "$SERVER_PID" $(postgres_pids); do taskset -apc 0 "$pid" >/dev/null; done
}

postgres_pids() {
  local link
  for link in /proc/[0-9]*/cwd; do
    if [ "$(readlink "$link")" = "$SERVER_DATA/postgres/cluster" ]; then basename "$(dirname "$link")"; fi
  done
}

# The front end's file whose size is nearest to 8 KB, as its path.
file_of_8_kb() {
  find ../../frontend/dist -type f -not -name '.*' -not -name '*.br' -not -name '*.gz' -not -name index.html -printf '%s /%P\n' |
    awk '{ d = $1 - 8192; if (d < 0) d = -d; if (!path || d < best) { best = d; path = $2 } } END { print path }'
}

# measure <name> <command…>: the command prints requests and seconds; one line of results.
measure() {
  local name=$1 server=0 postgres=0
  shift
  server=$(server_ticks) postgres=$(postgres_ticks)
  read -r requests time < <("$@")
  echo "$name $requests $time $(($(server_ticks) - server)) $(($(postgres_ticks) - postgres))" >>"$results"
}

wrk_run() {
  local connections=$1 out
  shift
  out=$(taskset -c 1 wrk -t 1 -c "$connections" -d "${seconds}s" "$@")
  if grep -q -e 'Non-2xx' -e 'Socket errors' <<<"$out"; then echo "$out" >&2 && return 1; fi
  awk '/requests in/ { sub(/s,$/, "", $4); print $1, $4 }' <<<"$out"
}

pgbench_run() {
  taskset -c 1 "$programs/pgbench" -n -M prepared -c 8 -T "$seconds" -f search.sql "${database[@]}" 2>&1 |
    awk -v time="$seconds" '/number of transactions actually processed/ { print $NF, time }'
}

server_ticks() {
  ticks 14,15 "$SERVER_PID"
}

# Of the living processes, and of those that the postmaster has outlived.
postgres_ticks() {
  local pids
  pids=$(postgres_pids)
  # shellcheck disable=SC2086
  echo $(($(ticks 14,15 $pids) + $(ticks 16,17 "$(head -n 1 "$SERVER_DATA/postgres/cluster/postmaster.pid")")))
}

# ticks <fields> <process…>: the sum of these fields of /proc/…/stat; a name with spaces would shift them.
ticks() {
  local fields=$1 pid
  shift
  for pid; do sed 's/(.*)/name/' "/proc/$pid/stat" 2>/dev/null || true; done | cut -d ' ' -f "$fields" | awk '{ sum += $1 + $2 } END { print sum + 0 }'
}

# Nobody may learn from the time whether an account exists.
log_ins() {
  local round email
  for ((round = 1; round <= 3; round++)); do
    for email in student@portal.test nobody@portal.test; do
      taskset -c 1 wrk -t 1 -c 1 -d 3s --latency -s log-in.lua "$BASE_URL" -- "$email" |
        awk -v email="$email" '$1 == "50%" { printf "  refused log-in of %-22s median %s\n", email, $2 }'
    done
  done
}

main
