#!/usr/bin/env bash
# Checks and tests the alert rules, the scrape configuration and the dashboard's queries by promtool
# (Debian: `prometheus`). Without promtool it says so and succeeds; REQUIRE_PROMTOOL=1 makes that a
# failure.
set -euo pipefail
cd "$(dirname "$0")/../config/deploy/monitoring"

if ! command -v promtool >/dev/null; then
  echo 'Skipped: promtool is not installed (Debian: apt-get install prometheus)'
  exit "${REQUIRE_PROMTOOL:-0}"
fi
promtool check config prometheus.yml
promtool check rules alerts.yml
promtool test rules alerts_test.yml

# promtool knows no dashboards: each query is checked as a recording rule.
queries=$(mktemp)
trap 'rm -f "$queries"' EXIT
python3 - grafana.json >"$queries" <<'PYTHON'
import json
import sys

expressions = [t['expr'] for panel in json.load(open(sys.argv[1]))['panels'] for t in panel.get('targets', [])]
variables = {'$__rate_interval': '1m', '$instance': '.+'}
rules = []
for number, expression in enumerate(expressions):
    for variable, value in variables.items():
        expression = expression.replace(variable, value)
    rules.append({'record': f'query:{number}', 'expr': expression})
# JSON is YAML.
print(json.dumps({'groups': [{'name': 'dashboard', 'rules': rules}]}))
PYTHON
promtool check rules "$queries"
