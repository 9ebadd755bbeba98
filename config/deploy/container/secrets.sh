#!/bin/sh
# Makes the secrets of compose.yaml that do not exist yet, in secrets/ and .env beside it. smtp_url
# is the address of your mail server; write it into the file.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# The directory is closed; the files are read by the accounts of the containers.
file() {
  if [ -e "secrets/$1" ]; then
    cat >/dev/null
  else
    cat >"secrets/$1"
    chmod 0644 "secrets/$1"
  fi
}
random() {
  openssl rand -hex 32
}
random | file database_password
echo "postgres://portal:$(cat secrets/database_password)@database/portal?sslmode=disable" | file database_url
random | file signing_secret
random | file encryption_secret
echo 'smtps://user:secret@mail.example.org' | file smtp_url
# The keys of the place of backups are those of its bucket.
if [ ! -e .env ]; then
  printf 'STORE_SECRET_KEY=%s\nBACKUP_ACCESS_KEY_ID=\nBACKUP_SECRET_ACCESS_KEY=\n' "$(random)" >.env
fi
. ./.env
file store_keys.json <<JSON
{"identities": [{"name": "portal",
  "credentials": [{"accessKey": "fensterplatz", "secretKey": "$STORE_SECRET_KEY"}],
  "actions": ["Read:fensterplatz", "Write:fensterplatz", "List:fensterplatz"]}]}
JSON
echo 'made secrets/ and .env; now write the address of your mail server into secrets/smtp_url'
