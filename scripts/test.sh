#!/usr/bin/env bash
# Runs everything that must pass, the fastest to fail first. Reports and the seconds of each step are
# left in artefacts/. The front end's tests and the compiler run in parallel.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p artefacts
STEP_TIMES=$PWD/artefacts/steps.tsv
. scripts/steps.sh
temporary=
trap 'summarise_steps || failed=$?; rm -rf "$temporary"; exit "${failed:-0}"' EXIT

# Creating the files of a portal's data folder on disk takes longer than most tests with one. In a
# container /dev/shm is often too small.
keep_temporary_files_in_memory() {
  local gigabytes
  gigabytes=$(df --output=avail --block-size=G /dev/shm 2>/dev/null | tail -n 1 | tr -dc '[:digit:]')
  if [ "${gigabytes:-0}" -lt 4 ]; then return; fi
  temporary=$(mktemp -d /dev/shm/fensterplatz-tests.XXXXXX)
  # Like /tmp: PostgreSQL runs as another user where the tests run as root.
  chmod 1777 "$temporary"
  export TMPDIR=$temporary
}

front_end() { npm --prefix frontend run --silent "$@"; }
front_end_checks() {
  step 'Front end: packages' scripts/front-end.sh packages
  step 'Front end: lints, formatting, types, unused code' front_end check
  step 'Front end: the client matches openapi.json' front_end generate:check
  step 'Front end: sizes' scripts/front-end.sh sizes
  step 'Front end: tests' front_end test
}

keep_temporary_files_in_memory
step 'Prerequisites' scripts/install.sh rust lints compiler node postgresql chromium python
step 'Formatting' cargo fmt --all --check
begin 'Alert rules and dashboard, where promtool is installed' scripts/monitoring.sh
begin 'A newer PostgreSQL for the tests of upgrades' scripts/newer-postgresql.sh
begin 'Front end: checks and tests' front_end_checks
# One build for lints and tests: clippy-driver also generates code.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver RUSTFLAGS="${RUSTFLAGS:+$RUSTFLAGS }-D warnings"
# Only integration tests of its package build the program; this one compiles fastest.
step 'Lints, and build of the portal' cargo test --locked --workspace --no-run --test architecture
# Begins early, because it has one process and takes longest. Not beside the journeys, which would
# fail for delays.
begin 'Fuzz' scripts/fuzz.sh
step 'Lints, and build of the tests' cargo test --locked --workspace --no-run
finish 'Alert rules and dashboard, where promtool is installed'
finish 'A newer PostgreSQL for the tests of upgrades'
# Most tests wait for PostgreSQL or a process, so one for each core leaves the cores idle.
RUST_TEST_THREADS=$((2 * $(nproc))) step 'Tests' scripts/rust_tests.py
finish 'Front end: checks and tests'
step 'Domain and services, alone and without PostgreSQL' scripts/test-inner-layers.sh
step 'Front end: build' scripts/front-end.sh build
finish 'Fuzz'
step 'Journeys in the browser' scripts/journeys.sh
