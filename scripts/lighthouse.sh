#!/usr/bin/env bash
# Lighthouse on the optimised program, as a phone and a desktop see the home page and a listing: prints the medians and
# fails when a bound is missed. Wants a machine that does nothing else. ROUNDS changes how often each is measured;
# the whole reports are left in artefacts/lighthouse.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh
packages=${CARGO_TARGET_DIR:-$PWD/target}/lighthouse

# Not below scripts/, where the tests of the architecture read every file.
install_packages() {
  mkdir -p "$packages"
  cp scripts/lighthouse/{package.json,package-lock.json,.npmrc} "$packages"
  if cmp -s "$packages/package-lock.json" "$packages/node_modules/.installed-lock"; then return; fi
  npm --prefix "$packages" ci --no-audit --no-fund --loglevel=error
  cp "$packages/package-lock.json" "$packages/node_modules/.installed-lock"
}

# Lighthouse wants a newer Node.js than the README; npm has the programs as packages.
node_program() {
  compgen -G "$packages/node_modules/node-linux-*/bin/node" || command -v node
}

# Node looks for packages beside the file that asks for them.
measure() {
  cp scripts/lighthouse/*.mjs "$packages"
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
