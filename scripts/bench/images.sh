#!/usr/bin/env bash
# Renders the three usual variants of an image of 12 megapixels on one thread: our pipeline, three
# ordinary pipelines of sharp and three runs of vipsthumbnail alternate. Prints milliseconds,
# memory, and the similarity (SSIM) of each to a full decode. Fails when ours is slower than sharp's
# or takes more than 60 MB. IMAGE_ROUNDS sets the number of rounds.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/bench/median.sh
rounds=${IMAGE_ROUNDS:-7}
# Not below scripts/, where the architecture tests read every file.
packages=${CARGO_TARGET_DIR:-$PWD/target}/bench-sharp
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder"/{ours,sharp,vips}
image=$folder/image.jpg
export VIPS_CONCURRENCY=1

main() {
  mkdir -p "$packages"
  cp scripts/bench/sharp/{package.json,package-lock.json,.npmrc,render.mjs} "$packages"
  npm --prefix "$packages" ci --silent --no-audit --no-fund
  "$bench" paint "$image"
  printf '  an image of 12 megapixels, %d kB\n' $(($(stat -c %s "$image") / 1000))
  for ((round = 1; round <= rounds; round++)); do
    taskset -c 1 "$bench" render "$image" "$folder/ours" 3 >>"$folder/ours.txt"
    taskset -c 1 node "$packages/render.mjs" "$image" "$folder/sharp" 3 >>"$folder/sharp.txt"
    vips >>"$folder/vips.txt"
  done
  "$bench" compare "$image" "$folder/ours" "$folder/sharp" "$folder/vips" >"$folder/similar.txt"
  local pipeline
  for pipeline in ours sharp vips; do
    printf '  %-6s %6.1f ms (%s to %s)   memory %4s MB   SSIM %s\n' "$pipeline" "$(median_of "$pipeline" 1)" \
      "$(sort -n "$folder/$pipeline.txt" | head -n 1 | cut -d ' ' -f 1)" "$(sort -n "$folder/$pipeline.txt" | tail -n 1 | cut -d ' ' -f 1)" \
      "$(median_of "$pipeline" 2)" "$(grep "/$pipeline " "$folder/similar.txt" | cut -d ' ' -f 2-)"
  done
  verdict
}

# Three processes, because a run makes one size; their memory is not measured.
vips() {
  local began ended
  began=$(date +%s%N)
  taskset -c 1 vipsthumbnail "$image" --size 1200x800 -o "$folder/vips/1200x800.jpg[Q=80]"
  taskset -c 1 vipsthumbnail "$image" --size 500x500 --smartcrop centre -o "$folder/vips/500x500.jpg[Q=80]"
  taskset -c 1 vipsthumbnail "$image" --size 400x300 --smartcrop centre -o "$folder/vips/400x300.jpg[Q=80]"
  ended=$(date +%s%N)
  echo "$(((ended - began) / 1000000)) -"
}

# median_of <pipeline> <column>
median_of() {
  cut -d ' ' -f "$2" "$folder/$1.txt" | median
}

verdict() {
  awk -v ours="$(median_of ours 1)" -v sharp="$(median_of sharp 1)" -v memory="$(median_of ours 2)" 'BEGIN {
    printf "  ours : sharp %.2f (bound 1.00), memory %d MB (bound 60)\n", ours / sharp, memory
    exit !(ours <= sharp && memory <= 60)
  }'
}

bench=$(cargo bench --locked --quiet -p portal-imaging --bench images --profile optimised --no-run --message-format json |
  sed -n 's/.*"executable":"\([^"]*images-[^"]*\)".*/\1/p' | tail -n 1)
main
