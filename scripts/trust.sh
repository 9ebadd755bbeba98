#!/usr/bin/env bash
# Attacks and faults that take too long for `make test`, against an optimised build: prints a table
# and fails when a bound is missed. Takes about an hour and a half. Arguments choose checks
# (scripts/trust.sh F02 F05); TRUST_SCALE=0.1 shortens them for a trial. Full volumes need root.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh

scripts/install.sh rust compiler node postgresql chromium
CHROMIUM=$(command -v chromium)
export CHROMIUM
# The package is tried on a machine in a folder, which only root can make.
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then scripts/install.sh chroot; fi
if [ -z "${PORTAL_BINARY:-}" ]; then
  step 'Program' scripts/build.sh --profile optimised
  export PORTAL_BINARY="${CARGO_TARGET_DIR:-$PWD/target}/optimised/portal"
fi
# Thousands of slow clients need a descriptor each.
ulimit -n "$(ulimit -Hn)"
step 'Attacks and faults' node scripts/trust/main.mjs "$@"
