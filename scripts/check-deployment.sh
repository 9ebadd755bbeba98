#!/usr/bin/env bash
# Checks the files of config/deploy that no container engine or cluster tries here, by schemas and by
# linters: the Containerfile, the compose file, the Kubernetes example and the workflows.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=${CARGO_TARGET_DIR:-target}/check-deployment

scripts/install.sh python
scripts/python-environment.sh "$environment" scripts/deployment/requirements.txt

"$environment/bin/hadolint" config/deploy/container/Containerfile
"$environment/bin/check-jsonschema" --quiet --builtin-schema vendor.compose-spec config/deploy/container/compose.yaml
"$environment/bin/check-jsonschema" --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
"$environment/bin/kubernetes-validate" --strict --quiet config/deploy/kubernetes/*.yaml
