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

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# promtool evaluates all rules at each interval, and a file has one interval: tests of 49 hours took
# nearly all of the time with 15 s.
begin_of_hours='^  # The rest takes hours:'
ln -s "$PWD/alerts.yml" "$folder"
sed "/$begin_of_hours/,\$d" alerts_test.yml >"$folder/minutes.yml"
{
  sed '/^tests:/q; s/^evaluation_interval: .*/evaluation_interval: 5m/' alerts_test.yml
  sed "1,/$begin_of_hours/d" alerts_test.yml
} >"$folder/hours.yml"
promtool test rules "$folder/minutes.yml" "$folder/hours.yml"

# promtool knows no dashboards: each query is checked as a recording rule.
queries=$folder/queries.yml
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
