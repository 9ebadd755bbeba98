#!/usr/bin/env bash
# Builds what is needed, and starts the portal with demo data. What is up to date is not built again.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh

step 'What is needed' scripts/install.sh rust compiler node postgresql
step 'Front end: packages' scripts/front-end.sh packages
step 'Front end: build' scripts/front-end.sh build
step 'Program' cargo build --locked --profile optimised -p portal-server
printf '%s▸ Portal%s  (%s; Ctrl-C stops it)\n' "$bold" "$plain" "$(elapsed "$SECONDS")"
exec "${CARGO_TARGET_DIR:-target}/optimised/portal" serve --demo "$@"
