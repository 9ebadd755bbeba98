#!/usr/bin/env bash
# Static checks: what needs no running portal.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh
trap summarise_steps EXIT

step 'Prerequisites' scripts/install.sh rust lints compiler node
step 'Formatting' cargo fmt --all --check
step 'Front end: packages' scripts/front-end.sh packages
step 'Front end: lints, formatting, types, unused code' npm --prefix frontend run --silent check
step 'Lints' cargo clippy --locked --workspace --all-targets -- -D warnings
step 'Architecture and docs' cargo test --locked -p portal-server --test architecture
