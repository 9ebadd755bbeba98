#!/usr/bin/env bash
# Installs the front end's packages or builds it, if their inputs have changed:
#   scripts/front-end.sh packages|build
set -euo pipefail
cd "$(dirname "$0")/../frontend"

# Below node_modules, so that new packages also mean a new build.
installed=node_modules/.installed-lock
built=node_modules/.built

packages() {
  if cmp -s package-lock.json "$installed"; then return; fi
  npm ci --no-audit --no-fund
  cp package-lock.json "$installed"
}

build() {
  packages
  local sources=(src public build index.html package.json vite.config.ts tsconfig.json)
  # Folders count too: their time changes when a file is added or removed.
  if [ -e dist/index.html ] && [ -e "$built" ] && [ -z "$(find "${sources[@]}" -newer "$built" -print -quit)" ]; then
    return
  fi
  # A file that is edited during the build is newer than this, so the next run builds again.
  touch "$built.begun"
  npm run --silent build
  mv "$built.begun" "$built"
}

"$1"
