#!/usr/bin/env bash
# Measures requests a second of a rendered image and of a static file of nearly the same size, in
# alternating rounds on the portal at BASE_URL. Fails when an image costs more than 1.5 files.
set -euo pipefail
cd "$(dirname "$0")"
. median.sh
rounds=${ROUNDS:-5}
seconds=${SECONDS_A_RUN:-8}
results=$(mktemp)
trap 'rm -f "$results"' EXIT

main() {
  request_every_image
  local file image
  read -r file image < <(nearest)
  taskset -apc 0 "$SERVER_PID" >/dev/null
  printf '  %s and %s\n' "$image" "$file"
  for ((round = 1; round <= rounds; round++)); do
    echo "image $(rate "$image")" >>"$results"
    echo "file $(rate "$file")" >>"$results"
  done
  awk -v image="$(median_of image)" -v file="$(median_of file)" 'BEGIN {
    cost = file / image
    printf "  image %d requests/s, file %d requests/s: an image costs %.2f files (bound 1.50)\n", image, file, cost
    exit cost > 1.5
  }'
}

# median_of <image|file>
median_of() {
  awk -v kind="$1" '$1 == kind { print $2 }' "$results" | median
}

# Requests all demo images, so that their variants are rendered.
request_every_image() {
  local page location
  for page in 0 1 2; do
    curl -fsS -H 'content-type: application/json' -d "{\"page\":$page,\"pageSize\":50}" "$BASE_URL/api/v1/listings/search"
  done | grep -o '"location":"[^"]*"' | cut -d '"' -f 4 | sort -u | while read -r location; do
    curl -fsS -o /dev/null "$BASE_URL/images/500x500$location"
  done
}

# Prints the paths of the static file and the image whose sizes differ least.
nearest() {
  {
    find ../../frontend/dist/assets -type f -not -name '*.br' -not -name '*.gz' -size +8k -printf '%s file /assets/%f\n'
    find "$SERVER_DATA/objects/variants/500x500" -name '*.jpg' -printf '%s image /images/500x500/%f\n'
  } | sort -n | awk '
    last && $2 != kind { d = ($1 - size) / $1; if (!best || d < least) { best = 1; least = d; pair[kind] = path; pair[$2] = $3 } }
    { last = 1; size = $1; kind = $2; path = $3 }
    END { print pair["file"], pair["image"] }'
}

rate() {
  local out
  out=$(taskset -c 1 wrk -t 1 -c 32 -d "${seconds}s" "$BASE_URL$1")
  if grep -q -e 'Non-2xx' -e 'Socket errors' <<<"$out"; then echo "$out" >&2 && return 1; fi
  awk '/Requests\/sec/ { print int($2) }' <<<"$out"
}

main
