#!/usr/bin/env bash
# Makes the Debian package artefacts/fensterplatz_<version>_<architecture>.deb of the release, or of
# the program that PORTAL_BINARY names: scripts/package.sh [version]
#
# By dpkg-deb, not by cargo-deb: that is another program to compile, and generates the same three
# maintainer scripts only for units whose name is that of a crate.
set -euo pipefail
cd "$(dirname "$0")/.."
sources=config/deploy/debian

main() {
  local version=${1:-$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)}
  scripts/install.sh packaging
  local program=${PORTAL_BINARY:-}
  if [ -z "$program" ]; then
    scripts/build.sh --release
    program=${CARGO_TARGET_DIR:-target}/release/portal
  fi
  # Equal sources make equal packages.
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
  export SOURCE_DATE_EPOCH

  local architecture package
  architecture=$(dpkg --print-architecture)
  package=artefacts/fensterplatz_${version}_$architecture.deb
  tree=$(mktemp -d)
  trap 'rm -rf "$tree"' EXIT
  chmod 0755 "$tree"
  copy_files "$program"
  write_changelog "$version"
  write_control "$version" "$architecture"
  # The time of each file that is made here is the time of the commit.
  find "$tree" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  mkdir -p artefacts
  # Unpacked in a second; dpkg of Debian 12 knows it.
  dpkg-deb --root-owner-group -Zzstd -z10 --build "$tree" "$package"
}

copy_files() {
  local doc=usr/share/doc/fensterplatz
  copy 0755 "$1" usr/bin/portal
  # The release profile strips already; a `quick` program has debug symbols of the C library's parts.
  strip --strip-unneeded "$tree/usr/bin/portal"
  copy 0755 $sources/fensterplatz.sh usr/bin/fensterplatz
  copy 0644 $sources/fensterplatz.service usr/lib/systemd/system/fensterplatz.service
  copy 0644 $sources/fensterplatz-backup.service usr/lib/systemd/system/fensterplatz-backup.service
  copy 0644 $sources/fensterplatz-backup.timer usr/lib/systemd/system/fensterplatz-backup.timer
  copy 0644 $sources/fensterplatz.sysusers usr/lib/sysusers.d/fensterplatz.conf
  # Secrets may be in all three; postinst gives them to the group of the portal's account.
  install -d -m 0750 "$tree/etc/fensterplatz"
  copy 0640 $sources/portal.toml etc/fensterplatz/portal.toml
  copy 0640 $sources/environment etc/fensterplatz/environment
  copy 0640 $sources/backup etc/fensterplatz/backup
  copy 0644 $sources/createcluster.conf etc/postgresql-common/createcluster.d/fensterplatz.conf
  copy 0644 $sources/apt.conf etc/apt/apt.conf.d/01fensterplatz
  copy 0644 $sources/copyright $doc/copyright
  local file
  for file in docs/{operations,runbook,moderation,performance,test-times,scale,accessibility,glossary}.md; do
    copy 0644 "$file" "$doc/$(basename "$file")"
  done
  # Links to files that the package keeps elsewhere.
  sed -i -e 's#(\.\./config/deploy/debian/#(/usr/lib/systemd/system/#' -e 's#(\.\./config/deploy/#(#' "$tree/$doc/operations.md"
  for file in docs/adr/*; do copy 0644 "$file" "$doc/adr/$(basename "$file")"; done
  copy 0644 config/default.toml $doc/default.toml
  copy 0644 $sources/credentials.conf $doc/credentials.conf
  for file in config/deploy/monitoring/*; do copy 0644 "$file" "$doc/monitoring/$(basename "$file")"; done
  for file in config/deploy/proxies/*; do copy 0644 "$file" "$doc/proxies/$(basename "$file")"; done
  copy 0644 LICENSE $doc/LICENSE
  copy 0644 CHANGELOG.md $doc/CHANGELOG.md
  gzip -9n "$tree/$doc/LICENSE" "$tree/$doc/CHANGELOG.md"
}

# copy <mode> <file> <path in the package>
copy() {
  install -D -m "$1" "$2" "$tree/$3"
}

# Debian's changelog names the version; what has changed is in CHANGELOG.md.
write_changelog() {
  {
    printf 'fensterplatz (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n' "$1"
    printf ' -- %s  %s\n' "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
  } | gzip -9n >"$tree/usr/share/doc/fensterplatz/changelog.gz"
}

maintainer='The authors of Fensterplatz <fensterplatz@fensterplatz.example>'

write_control() {
  local script depends
  # Not in the text below, where its failure would be ignored.
  depends=$(libraries)
  install -d -m 0755 "$tree/DEBIAN"
  for script in postinst prerm postrm; do install -m 0755 "$sources/$script" "$tree/DEBIAN/$script"; done
  (cd "$tree" && find etc -type f -printf '/%p\n' | sort) >"$tree/DEBIAN/conffiles"
  (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
  cat >"$tree/DEBIAN/control" <<CONTROL
Package: fensterplatz
Version: $1
Architecture: $2
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$tree" | cut -f1)
Depends: $depends, ca-certificates, systemd | systemd-standalone-sysusers | systemd-sysusers
Recommends: postgresql
Section: web
Priority: optional
Description: web portal for renting rooms to students
 Students search for a room and apply with a letter; the operator checks every registration and
 every application before a landlord sees it. One program with its own PostgreSQL: the package
 postgresql brings the server's programs, and no cluster is created for Debian. It is not needed if
 database_url in /etc/fensterplatz/portal.toml names another server.
CONTROL
}

# The packages of the shared libraries that the program uses, with versions.
libraries() {
  local work found
  work=$(mktemp -d)
  mkdir "$work/debian"
  printf 'Source: fensterplatz\n\nPackage: fensterplatz\nArchitecture: any\n' >"$work/debian/control"
  if ! found=$(cd "$work" && dpkg-shlibdeps -O "$tree/usr/bin/portal"); then
    rm -rf "$work"
    return 1
  fi
  rm -rf "$work"
  sed -n 's/^shlibs:Depends=//p' <<<"$found"
}

main "$@"
