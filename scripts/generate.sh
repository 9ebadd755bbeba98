#!/usr/bin/env bash
# Regenerates what is generated from code; tests compare all of it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh

# Packages are not named: cargo would choose other features and compile the dependencies again.
describe() {
  local file=frontend/openapi.json
  cargo run --locked --quiet --bin portal -- openapi >"$file.new"
  mv "$file.new" "$file"
}

step 'schema.rs' env UPDATE_SCHEMA=1 cargo test --locked --quiet --workspace --test schema schema_rs
step 'Demo images' env UPDATE_DEMO_IMAGES=1 cargo test --locked --quiet --workspace --test demo_images
step 'openapi.json' describe
step 'Front end: packages' scripts/front-end.sh packages
step 'TypeScript client' npm --prefix frontend run --silent generate
