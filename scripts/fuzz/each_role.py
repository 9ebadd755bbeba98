"""Runs schemathesis as each role, with the same examples every time, on the portals at BASE_URLS."""

import os
import pathlib
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import requests

FOLDER = pathlib.Path(__file__).parent
SCHEMATHESIS = pathlib.Path(sys.executable).parent / "schemathesis"

# The roles of each portal, with the number of examples for each operation. Administrators come last,
# because they delete demo data. Each group takes about as long as the other.
GROUPS = [
    [(None, 15), ("admin@portal.test", 40)],
    [("student@portal.test", 40), ("landlord@portal.test", 40)],
]

output = threading.Lock()


def main():
    groups = zip(os.environ["BASE_URLS"].split(), GROUPS, strict=True)
    with ThreadPoolExecutor(len(GROUPS)) as executor:
        failed = [email for emails in executor.map(lambda group: failed_roles(*group), groups) for email in emails]
    errors = [line for line in log_lines() if re.search(r"\bERROR\b|panicked", line)]
    for line in errors:
        print("In the portal's log:", line.rstrip())
    if failed:
        print("Failed as", ", ".join(failed))
    sys.exit(bool(failed or errors))


def failed_roles(url, roles):
    return [email or "anonymous" for email, examples in roles if not passes(url, email, examples)]


def passes(url, email, examples):
    command = [SCHEMATHESIS, "--config-file", FOLDER / "schemathesis.toml", "run", f"{url}/api/openapi.json"]
    command += ["--max-examples", str(examples)]
    environment = os.environ | {"PYTHONPATH": str(FOLDER), "BASE_URL": url}
    if email:
        environment["TOKEN"] = token(url, email)
        command += ["--header", f"Authorization: Bearer {environment['TOKEN']}"]
        # After a logout the rest of the run would be anonymous.
        command += ["--exclude-operation-id", "logout"]
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    with output:
        print(f"\nAs {email or 'anonymous'}", flush=True)
        sys.stdout.buffer.write(result.stdout)
        sys.stdout.buffer.flush()
    return result.returncode == 0


def token(url, email):
    response = requests.post(f"{url}/api/v1/authenticate", json={"email": email, "password": "portal-demo"}, timeout=10)
    response.raise_for_status()
    return response.json()["payload"]["token"]


def log_lines():
    for log in os.environ["SERVER_LOGS"].split():
        with open(log, encoding="utf-8", errors="replace") as lines:
            yield from lines


main()
