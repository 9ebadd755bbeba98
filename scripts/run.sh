#!/usr/bin/env bash
# Builds what has changed, and starts the portal with demo data.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh
program=${CARGO_TARGET_DIR:-target}/quick/portal

build_program() { cargo build --locked --profile quick -p portal-server; }

step 'Prerequisites' scripts/install.sh rust compiler node postgresql
trap stop_steps EXIT
begin 'Front end' scripts/front-end.sh build
# The first build takes minutes; it compiles while the front end is built.
if [ ! -e "$program" ]; then step 'Program' build_program; fi
finish 'Front end'
# Embeds the front end, which may have been built after the step above.
step 'Program, with the front end' build_program
trap - EXIT
printf '%s▸ Portal%s  (%s; Ctrl-C stops it)\n' "$bold" "$plain" "$(elapsed "$SECONDS")"
exec "$program" serve --demo "$@"
