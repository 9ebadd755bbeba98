#!/usr/bin/env bash
# One picture of 12 megapixels to its three usual sizes, on one thread: ours, sharp's three ordinary pipelines and three
# runs of vipsthumbnail take turns; prints milliseconds, memory, and the similarity (SSIM) of each to a full decode. Fails
# when ours is slower than sharp's or takes more than 60 MB. PICTURE_ROUNDS changes the amount.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${PICTURE_ROUNDS:-7}
# Packages do not lie below scripts/, where the tests of the architecture read every file.
packages=${CARGO_TARGET_DIR:-$PWD/target}/bench-sharp
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder"/{ours,sharp,vips}
photo=$folder/photo.jpg
export VIPS_CONCURRENCY=1

main() {
  mkdir -p "$packages"
  cp scripts/bench/sharp/{package.json,package-lock.json,.npmrc,render.mjs} "$packages"
  npm --prefix "$packages" ci --silent --no-audit --no-fund
  "$bench" paint "$photo"
  printf '  a picture of 12 megapixels, %d kB\n' $(($(stat -c %s "$photo") / 1000))
  for ((round = 1; round <= rounds; round++)); do
    taskset -c 1 "$bench" render "$photo" "$folder/ours" 3 >>"$folder/ours.txt"
    taskset -c 1 node "$packages/render.mjs" "$photo" "$folder/sharp" 3 >>"$folder/sharp.txt"
    vips >>"$folder/vips.txt"
  done
  "$bench" compare "$photo" "$folder/ours" "$folder/sharp" "$folder/vips" >"$folder/similar.txt"
  local who
  for who in ours sharp vips; do
    printf '  %-6s %6.1f ms (%s to %s)   memory %4s MB   SSIM %s\n' "$who" "$(median "$who" 1)" \
      "$(sort -n "$folder/$who.txt" | head -n 1 | cut -d ' ' -f 1)" "$(sort -n "$folder/$who.txt" | tail -n 1 | cut -d ' ' -f 1)" \
      "$(median "$who" 2)" "$(grep "/$who " "$folder/similar.txt" | cut -d ' ' -f 2-)"
  done
  verdict
}

# Three processes, as it makes one size a run; what they take in memory is not ours to say.
vips() {
  local began ended
  began=$(date +%s%N)
  taskset -c 1 vipsthumbnail "$photo" --size 1200x800 -o "$folder/vips/1200x800.jpg[Q=80]"
  taskset -c 1 vipsthumbnail "$photo" --size 500x500 --smartcrop centre -o "$folder/vips/500x500.jpg[Q=80]"
  taskset -c 1 vipsthumbnail "$photo" --size 400x300 --smartcrop centre -o "$folder/vips/400x300.jpg[Q=80]"
  ended=$(date +%s%N)
  echo "$(((ended - began) / 1000000)) -"
}

# median <who> <column>
median() {
  cut -d ' ' -f "$2" "$folder/$1.txt" | sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

verdict() {
  awk -v ours="$(median ours 1)" -v sharp="$(median sharp 1)" -v memory="$(median ours 2)" 'BEGIN {
    printf "  ours : sharp %.2f (bound 1.00), memory %d MB (bound 60)\n", ours / sharp, memory
    exit !(ours <= sharp && memory <= 60)
  }'
}

bench=$(cargo bench --locked --quiet -p portal-imaging --bench pictures --profile optimised --no-run --message-format json |
  sed -n 's/.*"executable":"\([^"]*pictures-[^"]*\)".*/\1/p' | tail -n 1)
main
