#!/usr/bin/env bash
# Compiles each of the two inner layers alone, with its own features only, and runs their tests
# without PostgreSQL in PATH. The test programs are those of the workspace's build.
set -euo pipefail
cd "$(dirname "$0")/.."

# PATH without the folders of PostgreSQL's programs.
path=
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
  if [ -e "$folder/postgres" ] || [ -e "$folder/initdb" ]; then continue; fi
  path+=${path:+:}$folder
done
export PATH=$path PORTAL_PG_BIN=/nowhere
unset PORTAL_DATABASE_URL

for layer in domain services; do
  cargo check --locked -p "portal-$layer"
  scripts/rust_tests.py "crates/$layer"
done
