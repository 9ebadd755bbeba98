#!/usr/bin/env bash
# Measures the time from a start to the first page, and the memory of an idle portal: 10 s after it
# has stored the demo data, and IDLE_SECONDS (300) after a second start, which must be at most 60
# MB.
set -euo pipefail
cd "$(dirname "$0")/../.."
binary=$PORTAL_BINARY
unset PORTAL_BINARY
data=$(mktemp -d)
portal=
trap 'if [ -n "$portal" ]; then kill "$portal" 2>/dev/null && wait "$portal"; fi; rm -rf "$data"' EXIT
export PORTAL_DATA_DIR=$data/portal PORTAL_METRICS_ADDRESS=127.0.0.1:0 PORTAL_HTTP_ADDRESS=127.0.0.1:18080

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

responds() {
  { exec 3<>/dev/tcp/127.0.0.1/18080; } 2>/dev/null || return
  printf 'GET / HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n' >&3
  grep -q '^HTTP/1.1 200' <&3
}

# start <name> <command…>: starts the portal and prints the time until it serves its first page, which is
# in `elapsed` (ms) afterwards.
start() {
  local name=$1 began
  shift
  began=$(milliseconds)
  "$@" >"$data/log" 2>&1 &
  portal=$!
  until responds; do
    kill -0 "$portal" || { cat "$data/log" >&2 && exit 1; }
    sleep 0.02
  done
  elapsed=$(($(milliseconds) - began))
  printf '  %-52s %6d ms\n' "$name" "$elapsed"
}

# idle <seconds> [bound]: prints the memory after so long without a request; fails above the bound
# (MB).
idle() {
  sleep "$1"
  awk -v seconds="$1" -v bound="${2:-}" '/^VmRSS/ {
    megabytes = $2 * 1024 / 1e6
    printf "  %-52s %6.1f MB\n", "idle memory, after " seconds " s" (bound ? ", at most " bound : ""), megabytes
    exit bound && megabytes > bound
  }' "/proc/$portal/status"
}

stop() {
  kill "$portal"
  wait "$portal"
  portal=
}

start 'first start, with a new database and demo data' "$binary" serve --demo
idle 10
stop
start 'second start, program only' "$binary" serve --demo
idle "${IDLE_SECONDS:-300}" 60
stop
start 'make run, which compiles what has changed' scripts/run.sh
stop
start 'second start by make run, at most 2000' scripts/run.sh
[ "$elapsed" -le 2000 ] || exit 1
