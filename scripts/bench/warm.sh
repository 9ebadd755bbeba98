#!/usr/bin/env bash
# A picture that was asked for before, beside a static file of nearly the same size, in alternating rounds on the portal at
# BASE_URL: requests a second, and how many pictures' time one file takes. Fails when a picture costs more than 1.5 files.
set -euo pipefail
cd "$(dirname "$0")"
rounds=${ROUNDS:-5}
seconds=${SECONDS_A_RUN:-8}
results=$(mktemp)
trap 'rm -f "$results"' EXIT

main() {
  show_every_picture
  local file picture
  read -r file picture < <(nearest)
  taskset -apc 0 "$SERVER_PID" >/dev/null
  printf '  %s and %s\n' "$picture" "$file"
  for ((round = 1; round <= rounds; round++)); do
    echo "picture $(rate "$picture")" >>"$results"
    echo "file $(rate "$file")" >>"$results"
  done
  awk '
    { value[$1, ++count[$1]] = $2 }
    function median(name,    i, j, swap, n) {
      n = count[name]
      for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (value[name, j] < value[name, i]) {
        swap = value[name, i]; value[name, i] = value[name, j]; value[name, j] = swap
      }
      return value[name, int((n + 1) / 2)]
    }
    END {
      cost = median("file") / median("picture")
      printf "  picture %d requests/s, file %d requests/s: a picture costs %.2f files (bound 1.50)\n", median("picture"), median("file"), cost
      exit cost > 1.5
    }' "$results"
}

# The demo's pictures, so that their sizes are made.
show_every_picture() {
  local page location
  for page in 0 1 2; do
    curl -fsS -H 'content-type: application/json' -d "{\"page\":$page,\"pageSize\":50}" "$BASE_URL/api/v1/listings/search"
  done | grep -o '"location":"[^"]*"' | cut -d '"' -f 4 | sort -u | while read -r location; do
    curl -fsS -o /dev/null "$BASE_URL/images/500x500$location"
  done
}

# The file of the front end and the picture whose sizes differ least, as their paths.
nearest() {
  {
    find ../../frontend/dist/assets -type f -not -name '*.br' -not -name '*.gz' -size +8k -printf '%s file /assets/%f\n'
    find "$SERVER_DATA/objects/variants/500x500" -name '*.jpg' -printf '%s picture /images/500x500/%f\n'
  } | sort -n | awk '
    last && $2 != kind { d = ($1 - size) / $1; if (!best || d < least) { best = 1; least = d; pair[kind] = path; pair[$2] = $3 } }
    { last = 1; size = $1; kind = $2; path = $3 }
    END { print pair["file"], pair["picture"] }'
}

rate() {
  local out
  out=$(taskset -c 1 wrk -t 1 -c 32 -d "${seconds}s" "$BASE_URL$1")
  if grep -q -e 'Non-2xx' -e 'Socket errors' <<<"$out"; then echo "$out" >&2 && return 1; fi
  awk '/Requests\/sec/ { print int($2) }' <<<"$out"
}

main
