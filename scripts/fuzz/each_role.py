"""Runs schemathesis against the portal at BASE_URL as each role, with the same examples every time."""

import os
import pathlib
import re
import subprocess
import sys

import requests

URL = os.environ["BASE_URL"]
FOLDER = pathlib.Path(__file__).parent
SCHEMATHESIS = pathlib.Path(sys.executable).parent / "schemathesis"

# The examples for each operation. The roles with most permissions come last: they delete demo data.
ROLES = [
    (None, 15),
    ("student@portal.test", 40),
    ("landlord@portal.test", 40),
    ("admin@portal.test", 40),
]


def main():
    failed = [email or "anonymous" for email, examples in ROLES if not passes(email, examples)]
    errors = [line for line in log() if re.search(r"\bERROR\b|panicked", line)]
    for line in errors:
        print("In the portal's log:", line.rstrip())
    if failed:
        print("Failed as", ", ".join(failed))
    sys.exit(bool(failed or errors))


def passes(email, examples):
    print(f"\nAs {email or 'anonymous'}", flush=True)
    command = [SCHEMATHESIS, "--config-file", FOLDER / "schemathesis.toml", "run", f"{URL}/api/openapi.json"]
    command += ["--max-examples", str(examples)]
    environment = os.environ | {"PYTHONPATH": str(FOLDER)}
    if email:
        environment["TOKEN"] = token(email)
        command += ["--header", f"Authorization: Bearer {environment['TOKEN']}"]
        # After a logout the rest of the run would be anonymous.
        command += ["--exclude-operation-id", "logout"]
    return subprocess.run(command, env=environment).returncode == 0


def token(email):
    response = requests.post(f"{URL}/api/v1/authenticate", json={"email": email, "password": "portal-demo"}, timeout=10)
    response.raise_for_status()
    return response.json()["payload"]["token"]


def log():
    with open(os.environ["SERVER_LOG"], encoding="utf-8", errors="replace") as lines:
        return list(lines)


main()
