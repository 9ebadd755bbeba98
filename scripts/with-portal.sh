#!/usr/bin/env bash
# Runs a command beside a portal of its own, with demo data and on a free port, whose address is in BASE_URL:
#   scripts/with-portal.sh npm --prefix frontend run e2e
# Its log, process and data folder are in SERVER_LOG, SERVER_PID and SERVER_DATA. PORTAL_BINARY names the program, the
# debug build unless given; settings given from outside win.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
binary=${PORTAL_BINARY:-${CARGO_TARGET_DIR:-$root/target}/debug/portal}
data=$(mktemp -d)
log=$data/portal.log
portal=
: >"$log"

stop() {
  local status=$?
  if [ -n "$portal" ]; then
    kill -TERM "$portal" 2>/dev/null || true
    wait "$portal" || { echo "The portal did not end well:" >&2 && tail -n 20 "$log" >&2 && status=1; }
  fi
  if [ "$status" -ne 0 ]; then
    mkdir -p "$root/artefacts" && cp "$log" "$root/artefacts/portal.log" && echo "Its log: artefacts/portal.log" >&2
  fi
  rm -rf "$data"
  exit "$status"
}
trap stop EXIT
trap 'exit 130' INT TERM

# The program refuses variables that are no settings.
env -u PORTAL_BINARY \
  PORTAL_DATA_DIR="$data/portal" PORTAL_HTTP_ADDRESS=127.0.0.1:0 PORTAL_METRICS_ADDRESS=127.0.0.1:0 \
  PORTAL_RATE_LIMIT_ENABLED="${PORTAL_RATE_LIMIT_ENABLED:-false}" \
  "$binary" serve --demo >"$log" 2>&1 &
portal=$!

# Demo data are drawn and stored first, which takes a while in a debug build.
for ((tries = 0; tries < 1200; tries++)); do
  BASE_URL=$(sed -n 's/.*listens on .* and is reached at //p' "$log")
  if [ -n "$BASE_URL" ]; then break; fi
  if ! kill -0 "$portal" 2>/dev/null; then exit 1; fi
  sleep 0.1
done
if [ -z "$BASE_URL" ]; then
  echo "The portal was not ready within two minutes." >&2
  exit 1
fi
export BASE_URL SERVER_LOG=$log SERVER_PID=$portal SERVER_DATA=$data/portal
"$@"
