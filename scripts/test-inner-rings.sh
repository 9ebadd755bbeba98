#!/usr/bin/env bash
# Tests the two inner rings each alone, and where no PostgreSQL can be found.
set -euo pipefail
cd "$(dirname "$0")/.."

# Every folder of the path but those with PostgreSQL's programs.
path=
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
  if [ -e "$folder/postgres" ] || [ -e "$folder/initdb" ]; then continue; fi
  path+=${path:+:}$folder
done
export PATH=$path PORTAL_PG_BIN=/nowhere
unset PORTAL_DATABASE_URL

cargo test --locked -p portal-domain
cargo test --locked -p portal-services
