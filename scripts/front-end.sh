#!/usr/bin/env bash
# Installs the front end's packages, builds it, or builds it elsewhere and checks the sizes, if their
# inputs have changed:
#   scripts/front-end.sh packages|build|sizes
set -euo pipefail
cd "$(dirname "$0")/../frontend"

sources=(src public build index.html package.json vite.config.ts tsconfig.json)
# Below node_modules, so that new packages also mean a new build.
installed=node_modules/.installed-lock
built=node_modules/.built
# Not dist: the workspace's tests, which run at the same time, must not depend on a build.
measured=../artefacts/front-end
built_measured=node_modules/.built-measured

packages() {
  if cmp -s package-lock.json "$installed"; then return; fi
  npm ci --no-audit --no-fund
  cp package-lock.json "$installed"
}

build() {
  packages
  if ! is_current dist "$built" && is_current "$measured" "$built_measured"; then
    rm -rf dist "$built"
    cp -r "$measured" dist
    cp -p "$built_measured" "$built"
  fi
  build_into dist "$built"
}

sizes() {
  packages
  build_into "$measured" "$built_measured"
  DIST=$measured npm run --silent size
}

# is_current <folder> <time>: the time is that of a file.
is_current() {
  # Folders count too: their time changes when a file is added or removed.
  [ -e "$1/index.html" ] && [ -e "$2" ] && [ -z "$(find "${sources[@]}" -newer "$2" -print -quit)" ]
}

# build_into <folder> <time>
build_into() {
  if is_current "$@"; then return; fi
  # A file that is edited during the build is newer than this, so the next run builds again.
  touch "$2.begun"
  npm run --silent build -- --outDir "$1" --emptyOutDir
  mv "$2.begun" "$2"
}

"$1"
