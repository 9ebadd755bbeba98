#!/usr/bin/env bash
# A site of three portals over one PostgreSQL with a replica and one S3-compatible store, behind
# HAProxy: faults and upgrades under load. Prints a table and fails when a bound is missed. Arguments
# choose scenes (scripts/cluster.sh rollingRestart); CLUSTER_SCALE=0.2 shortens them for a trial.
# PREVIOUS is the commit that the rolling upgrade begins with; PREVIOUS= leaves the scene out.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/steps.sh

scripts/install.sh rust compiler node postgresql haproxy prometheus openssl
target=${CARGO_TARGET_DIR:-$PWD/target}
if [ -z "${PORTAL_BINARY:-}" ]; then
  step 'Program' scripts/build.sh --profile optimised
  export PORTAL_BINARY="$target/optimised/portal"
fi
step 'Object store' cargo build --locked -p portal-media --example object_store
export OBJECT_STORE="$target/debug/examples/object_store"
PREVIOUS=${PREVIOUS-a00e895}
if [ -z "${PREVIOUS_BINARY:-}" ] && [ -n "$PREVIOUS" ]; then
  step_heading 'Earlier program'
  PREVIOUS_BINARY=$(scripts/cluster/previous.sh "$PREVIOUS" | tail -n 1)
fi
export PREVIOUS_BINARY=${PREVIOUS_BINARY:-}
step 'Faults and upgrades' node scripts/cluster/main.mjs "$@"
