#!/usr/bin/env bash
# Compiles each of the two inner rings alone, with no features but its own, and runs their tests where no PostgreSQL can
# be found. The tests are those of the workspace's build.
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

# test_programs <package>: the paths of its test programs, which are built already.
test_programs() {
  cargo test --locked --workspace --no-run --message-format json 2>/dev/null |
    python3 -c '
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    in_package = f"/{sys.argv[1]}#" in message.get("package_id", "")
    if in_package and message.get("profile", {}).get("test") and message.get("executable"):
        print(message["executable"])
' "$1"
}

for ring in domain services; do
  cargo check --locked -p "portal-$ring"
  programs=$(test_programs "crates/$ring")
  if [ -z "$programs" ]; then echo "crates/$ring has no tests" >&2 && exit 1; fi
  while read -r program; do (cd "crates/$ring" && "$program" --quiet); done <<<"$programs"
done
