#!/usr/bin/env bash
# Runs a command with a temporary portal, with demo data and on a free port, whose URL is BASE_URL:
#   scripts/with-portal.sh npm --prefix frontend run e2e
# Its log, process id and data folder are SERVER_LOG, SERVER_PID and SERVER_DATA. PORTAL_BINARY
# names the program, default the debug build; PORTAL_ variables of the environment are kept. With
# PORTALS=2 there are two portals: the URLs and data folders of all are BASE_URLS and SERVER_DATAS,
# one a line. Rate limits are off, and so is the suspicion of many publications: all tests
# publish as one landlord.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
binary=${PORTAL_BINARY:-${CARGO_TARGET_DIR:-$root/target}/debug/portal}
count=${PORTALS:-1}
unset PORTALS
folder=$(mktemp -d)
data=() logs=() processes=()

stop() {
  local status=$? index
  for index in "${!processes[@]}"; do kill -TERM "${processes[index]}" 2>/dev/null || true; done
  for index in "${!processes[@]}"; do
    wait "${processes[index]}" || { echo "The portal failed:" >&2 && tail -n 20 "${logs[index]}" >&2 && status=1; }
  done
  if [ "$status" -ne 0 ]; then
    mkdir -p "$root/artefacts" && cat "${logs[@]}" >"$root/artefacts/portal.log" && echo "Its log: artefacts/portal.log" >&2
  fi
  rm -rf "$folder"
  exit "$status"
}
trap stop EXIT
trap 'exit 130' INT TERM

# start <index>. PORTAL_BINARY is unset, because the program refuses unknown PORTAL_ variables.
start() {
  data[$1]=$folder/$1/portal logs[$1]=$folder/$1/portal.log
  mkdir -p "$folder/$1"
  : >"${logs[$1]}"
  env -u PORTAL_BINARY \
    PORTAL_DATA_DIR="${data[$1]}" PORTAL_HTTP_ADDRESS=127.0.0.1:0 PORTAL_METRICS_ADDRESS=127.0.0.1:0 \
    PORTAL_RATE_LIMIT_ENABLED="${PORTAL_RATE_LIMIT_ENABLED:-false}" \
    PORTAL_SUSPICIOUS_PUBLICATIONS_PER_DAY="${PORTAL_SUSPICIOUS_PUBLICATIONS_PER_DAY:-0}" \
    "$binary" serve --demo >"${logs[$1]}" 2>&1 &
  processes[$1]=$!
}

# base_url <index>: waits for the portal and prints its URL. A debug build takes a while to store
# the demo data.
base_url() {
  local tries url
  for ((tries = 0; tries < 1200; tries++)); do
    url=$(sed -n 's/.*listens on .* and is reached at //p' "${logs[$1]}")
    if [ -n "$url" ]; then echo "$url" && return; fi
    if ! kill -0 "${processes[$1]}" 2>/dev/null; then return 1; fi
    sleep 0.1
  done
  echo "The portal was not ready within two minutes." >&2
  return 1
}

for ((index = 0; index < count; index++)); do start "$index"; done
urls=()
for ((index = 0; index < count; index++)); do
  url=$(base_url "$index")
  urls+=("$url")
done
export BASE_URL=${urls[0]} SERVER_LOG=${logs[0]} SERVER_PID=${processes[0]} SERVER_DATA=${data[0]}
BASE_URLS=$(printf '%s\n' "${urls[@]}") SERVER_DATAS=$(printf '%s\n' "${data[@]}")
export BASE_URLS SERVER_DATAS
"$@"
