#!/usr/bin/env bash
# Regenerates what is generated from code; tests compare all of it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh

describe() {
  local file=frontend/openapi.json
  cargo run --locked --quiet -p portal-server -- openapi >"$file.new"
  mv "$file.new" "$file"
}

step 'schema.rs' env UPDATE_SCHEMA=1 cargo test --locked --quiet -p portal-persistence --test schema schema_rs
step 'Demo images' env UPDATE_DEMO_IMAGES=1 cargo test --locked --quiet -p portal-demo --test demo_images
step 'openapi.json' describe
step 'Front end: packages' scripts/front-end.sh packages
step 'TypeScript client' npm --prefix frontend run --silent generate
