#!/bin/sh
# Runs a command of the portal like the service: under its account, with its configuration.
set -eu
if [ $# -eq 0 ]; then
  echo 'usage: fensterplatz <command of portal>, for example: fensterplatz check --live' >&2
  exec /usr/bin/portal --help
fi
user=$(id -un)
if [ "$user" != root ] && [ "$user" != fensterplatz ]; then
  echo 'fensterplatz: only root and the account fensterplatz can run commands; use sudo' >&2
  exit 1
fi
set -a
PORTAL_CONFIG_FILE=/etc/fensterplatz/portal.toml
if [ -r /etc/fensterplatz/environment ]; then . /etc/fensterplatz/environment; fi
# The place of the backups and its credentials, as fensterplatz-backup.service has them.
case $1 in
  backup | restore) if [ -r /etc/fensterplatz/backup ]; then . /etc/fensterplatz/backup; fi ;;
esac
set +a
cd /var/lib/fensterplatz
if [ "$user" = root ]; then
  exec setpriv --reuid=fensterplatz --regid=fensterplatz --init-groups --inh-caps=-all \
    --no-new-privs -- /usr/bin/portal "$@"
fi
exec /usr/bin/portal "$@"
