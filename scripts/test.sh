#!/usr/bin/env bash
# Everything that must pass, what fails fastest first. Reports and screenshots are left in artefacts/.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh
trap summarise_steps EXIT

front_end() { npm --prefix frontend run --silent "$@"; }
journeys() { CHROMIUM=$(command -v chromium) scripts/with-portal.sh npm --prefix frontend run --silent e2e; }

step 'What is needed' scripts/install.sh rust compiler node postgresql chromium python
step 'Formatting' cargo fmt --all --check
step 'Front end: packages' scripts/front-end.sh packages
step 'Front end: lints, formatting, types, unused code' front_end check
step 'Front end: the client is the one that openapi.json describes' front_end generate:check
step 'Front end: tests' front_end test
step 'Domain and services, alone and without PostgreSQL' scripts/test-inner-rings.sh
step 'Lints' cargo clippy --locked --workspace --all-targets -- -D warnings
# Before the front end is built: the workspace's tests must not need it.
step 'Tests' cargo test --locked --workspace
step 'Front end: build' scripts/front-end.sh build
step 'Front end: sizes' front_end size
step 'Journeys in the browser' journeys
step 'Fuzz' scripts/fuzz.sh
