#!/usr/bin/env bash
# Builds what is needed, and starts the portal with demo data. What is up to date is not built again.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh
program=${CARGO_TARGET_DIR:-target}/quick/portal

build_program() { cargo build --locked --profile quick -p portal-server; }

step 'What is needed' scripts/install.sh rust compiler node postgresql
trap stop_steps EXIT
begin 'Front end' scripts/front-end.sh build
# The first build takes minutes, and needs the front end in the last of them only.
if [ ! -e "$program" ]; then step 'Program' build_program; fi
finish 'Front end'
# The program contains the front end, which may have been built after the step above.
step 'Program, with the front end' build_program
trap - EXIT
printf '%s▸ Portal%s  (%s; Ctrl-C stops it)\n' "$bold" "$plain" "$(elapsed "$SECONDS")"
exec "$program" serve --demo "$@"
