#!/usr/bin/env bash
# Deletes ./data, unless a portal is running on it.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -e data/postgres.lock ] && ! flock --nonblock data/postgres.lock true; then
  echo 'A portal is running on ./data: stop it first.' >&2
  exit 1
fi
rm -rf data
echo 'Deleted ./data.'
