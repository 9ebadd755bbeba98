#!/usr/bin/env bash
# Measures the search of the portal at BASE_URL during two hundred logins, and whether response
# times reveal that an account exists. Fails when a bound is missed.
set -euo pipefail
cd "$(dirname "$0")"
. median.sh
listings=${LISTINGS:-100000}
rounds=${ROUNDS:-5}
seconds=${SECONDS_A_RUN:-8}
pairs=${PAIRS:-250}
missed=0
binary=$PORTAL_BINARY
programs=$(dirname "$(readlink -f "/proc/$(head -n 1 "$SERVER_DATA/postgres/cluster/postmaster.pid")/exe")")
database=(-h "$SERVER_DATA/postgres" -U portal portal)
results=$(mktemp)
trap 'rm -f "$results"' EXIT

main() {
  seed
  pin
  search_during_logins || missed=1
  taskset -c 1 node timing.mjs 'refused login' /authenticate 401 "$pairs" 'not the password' || missed=1
  taskset -c 1 node timing.mjs 'forgot-password' /auth/forgot-password 204 $((pairs * 2)) || missed=1
  return "$missed"
}

seed() {
  local began=$SECONDS
  env -u PORTAL_BINARY PORTAL_DATA_DIR="$SERVER_DATA" "$binary" seed --listings "$listings" >/dev/null 2>&1
  printf '  %d listings added in %d s\n' "$listings" $((SECONDS - began))
  "$programs/psql" -q "${database[@]}" -c 'VACUUM ANALYZE'
}

# Pins server and database to core 0; their later children stay there.
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

# Prints the p95 in milliseconds of searches on four connections without pauses.
search_p95() {
  local out
  out=$(taskset -c 1 wrk -t 1 -c 4 -d "${seconds}s" -s search/mix.lua "$BASE_URL")
  if grep -q -e 'Non-2xx' -e 'Socket errors' <<<"$out"; then echo "$out" >&2 && return 1; fi
  awk '$1 == "result" { print $5 }' <<<"$out"
}

# The search without logins, and during two hundred concurrent ones.
search_during_logins() {
  local round idle busy load log
  log=$(mktemp)
  for ((round = 1; round <= rounds; round++)); do
    idle=$(search_p95) || return
    # Niced, so that it does not delay the searches.
    taskset -c 1 nice node loginLoad.mjs >"$log" &
    load=$!
    busy=$(search_p95) || return
    { kill "$load" && wait "$load"; } || { echo 'The login load ended too early.' >&2 && return 1; }
    echo "$idle $busy" >>"$results"
    awk -v round="$round" -v idle="$idle" -v busy="$busy" '{
      printf "  round %d: search p95 %.2f ms, during logins %.2f ms (%d logins, %d refused)\n",
        round, idle, busy, $1, $2
    }' "$log"
  done
  rm "$log"
  idle=$(cut -d ' ' -f 1 "$results" | median) busy=$(cut -d ' ' -f 2 "$results" | median)
  awk -v idle="$idle" -v busy="$busy" 'BEGIN {
    bound = 2 * idle + 5
    printf "  search p95, medians: idle %.2f ms, during 200 logins %.2f ms, bound %.2f ms: %s\n",
      idle, busy, bound, busy <= bound ? "within" : "NOT within"
    exit busy > bound
  }'
}

main
