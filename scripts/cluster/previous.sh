#!/usr/bin/env bash
# Builds the program of an earlier commit, with its front end, and prints its path:
#   scripts/cluster/previous.sh <commit>
# It is built in a temporary git worktree with a target folder of its own, PREVIOUS_TARGET or
# target/previous, which is kept. A program that is there already is not built again.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
if ! commit=$(git rev-parse --verify --quiet "${1:-}^{commit}"); then
  echo "usage: scripts/cluster/previous.sh <commit>; \`${1:-}\` is none" >&2
  exit 2
fi
target=${PREVIOUS_TARGET:-$root/target/previous}
program=$target/programs/portal-$commit
if [ -x "$program" ]; then
  echo "$program"
  exit
fi

# The same path each time, so that cargo finds what it has compiled.
source=$target/source
remove_worktree() {
  git worktree remove --force "$source" 2>/dev/null || rm -rf "$source"
  git worktree prune
}
remove_worktree
trap remove_worktree EXIT
mkdir -p "$target/programs"
git worktree add --quiet --detach "$source" "$commit"
# Packages of the same lock file need no download.
if cmp -s frontend/package-lock.json "$source/frontend/package-lock.json" && [ -d frontend/node_modules ]; then
  cp -a frontend/node_modules "$source/frontend/node_modules"
  cp frontend/package-lock.json "$source/frontend/node_modules/.installed-lock"
  rm -f "$source/frontend/node_modules/.built"
fi
(
  cd "$source"
  scripts/front-end.sh build
  CARGO_TARGET_DIR=$target cargo build --locked --profile quick -p portal-server
) >&2
# Moved, so that an interrupted copy is not taken for a program.
cp "$target/quick/portal" "$program.new"
mv "$program.new" "$program"
echo "$program"
