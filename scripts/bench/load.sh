#!/usr/bin/env bash
# The search of the portal at BASE_URL beside two hundred log-ins, and whether the time of an answer tells if an account
# exists. Fails when one is out of bounds.
set -euo pipefail
cd "$(dirname "$0")"
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
  beside_log_ins || missed=1
  taskset -c 1 node timing.mjs 'refused log-in' /authenticate 401 "$pairs" 'not the password' || missed=1
  taskset -c 1 node timing.mjs 'forgot-password' /auth/forgot-password 204 $((pairs * 2)) || missed=1
  return "$missed"
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

# Prints p95 in milliseconds of searches that four people make without a pause.
search_p95() {
  local out
  out=$(taskset -c 1 wrk -t 1 -c 4 -d "${seconds}s" -s search/mix.lua "$BASE_URL")
  if grep -q -e 'Non-2xx' -e 'Socket errors' <<<"$out"; then echo "$out" >&2 && return 1; fi
  awk '$1 == "result" { print $5 }' <<<"$out"
}

# The search while nobody logs in, and while two hundred do.
beside_log_ins() {
  local round idle busy crowd log
  log=$(mktemp)
  for ((round = 1; round <= rounds; round++)); do
    idle=$(search_p95) || return
    # Its own work must not keep the searches from being sent.
    taskset -c 1 nice node crowd.mjs >"$log" &
    crowd=$!
    busy=$(search_p95) || return
    { kill "$crowd" && wait "$crowd"; } || { echo 'The crowd left too early.' >&2 && return 1; }
    echo "$idle $busy" >>"$results"
    awk -v round="$round" -v idle="$idle" -v busy="$busy" '{
      printf "  round %d: search p95 %.2f ms, beside log-ins %.2f ms (%d got in, %d times told to come back)\n",
        round, idle, busy, $1, $2
    }' "$log"
  done
  rm "$log"
  idle=$(cut -d ' ' -f 1 "$results" | median) busy=$(cut -d ' ' -f 2 "$results" | median)
  awk -v idle="$idle" -v busy="$busy" 'BEGIN {
    bound = 2 * idle + 5
    printf "  search p95, medians: idle %.2f ms, beside 200 log-ins %.2f ms, bound %.2f ms: %s\n",
      idle, busy, bound, busy <= bound ? "within" : "NOT within"
    exit busy > bound
  }'
}

median() {
  sort -n | awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'
}


main
