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

# test_programs <package>: prints the paths of its test programs, which are already built.
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

for layer in domain services; do
  cargo check --locked -p "portal-$layer"
  programs=$(test_programs "crates/$layer")
  if [ -z "$programs" ]; then echo "crates/$layer has no tests" >&2 && exit 1; fi
  while read -r program; do (cd "crates/$layer" && "$program" --quiet); done <<<"$programs"
done
