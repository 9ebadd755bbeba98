#!/usr/bin/env bash
# Runs Lighthouse on an optimised build: home and a listing, as a phone and as a desktop. Prints the
# medians and fails when a bound is missed. Needs an idle machine. ROUNDS sets the number of runs,
# INDEX the benchmark index of a slower machine to simulate; the reports are left in
# artefacts/lighthouse.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh
packages=${CARGO_TARGET_DIR:-$PWD/target}/lighthouse

# Not below scripts/, where the architecture tests read every file.
install_packages() {
  mkdir -p "$packages"
  cp scripts/lighthouse/{package.json,package-lock.json,.npmrc} "$packages"
  if cmp -s "$packages/package-lock.json" "$packages/node_modules/.installed-lock"; then return; fi
  npm --prefix "$packages" ci --no-audit --no-fund --loglevel=error
  cp "$packages/package-lock.json" "$packages/node_modules/.installed-lock"
}

# Lighthouse needs a newer Node.js than the README names; npm packages contain it.
node_program() {
  compgen -G "$packages/node_modules/node-linux-*/bin/node" || command -v node
}

# Node resolves packages from the folder of the importing file.
measure() {
  cp scripts/lighthouse/*.mjs scripts/bench/median.mjs "$packages"
  CHROME_PATH=$(command -v chromium) REPORTS=$PWD/artefacts/lighthouse \
    scripts/with-portal.sh "$(node_program)" "$packages/measure.mjs"
}

scripts/install.sh rust compiler node postgresql chromium
step 'Packages' install_packages
if [ -z "${PORTAL_BINARY:-}" ]; then
  step 'Program' scripts/build.sh --profile optimised
  export PORTAL_BINARY="${CARGO_TARGET_DIR:-$PWD/target}/optimised/portal"
fi
step 'Lighthouse' measure
