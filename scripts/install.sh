#!/usr/bin/env bash
# Checks prerequisites: scripts/install.sh <rust|compiler|node|postgresql|chromium|…>…
# Installs Debian packages if root or sudo allows it; lists everything else that is missing at once.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=() # installed by apt
missing=()  # installed by hand

main() {
  local need
  for need; do "need_$need"; done
  if [ ${#packages[@]} -gt 0 ]; then install_packages; fi
  if [ ${#missing[@]} -gt 0 ]; then
    printf 'Missing on this machine:\n' >&2
    printf '  - %s\n' "${missing[@]}" >&2
    exit 1
  fi
}

need_rust() {
  local wanted found
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  found=$(version_of cargo --version)
  at_least "$wanted" "$found" || missing+=("Rust $wanted or newer, with cargo (found: ${found:-none})")
}

# They are run, because rustup links them without their components, too.
need_lints() {
  [ -n "$(version_of rustfmt --version)" ] && [ -n "$(version_of clippy-driver --version)" ] ||
    missing+=('rustfmt and clippy (rustup component add rustfmt clippy)')
}

need_compiler() {
  command -v cc >/dev/null || packages+=(gcc libc6-dev)
}

need_node() {
  local wanted found
  wanted=$(sed -n 's/.*"node": ">=\([0-9.]*\)".*/\1/p' frontend/package.json)
  found=$(version_of node --version)
  at_least "$wanted" "$found" || missing+=("Node.js $wanted or newer (found: ${found:-none})")
  command -v npm >/dev/null || missing+=("npm")
}

need_postgresql() {
  if [ -n "${PORTAL_DATABASE_URL:-}${PORTAL_PG_BIN:-}" ]; then return; fi
  compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || command -v postgres >/dev/null || packages+=(postgresql)
}

need_chromium() {
  command -v chromium >/dev/null || packages+=(chromium)
}

need_python() {
  python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
    packages+=(python3 python3-venv)
}

need_packaging() {
  command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null && command -v strip >/dev/null ||
    packages+=(dpkg-dev binutils)
}

need_chroot() {
  command -v mmdebstrap >/dev/null && command -v systemd-nspawn >/dev/null ||
    packages+=(mmdebstrap systemd-container)
}

need_wrk() {
  command -v wrk >/dev/null || packages+=(wrk)
}

need_vips() {
  command -v vipsthumbnail >/dev/null || packages+=(libvips-tools)
}

need_haproxy() {
  compgen -G '/usr/sbin/haproxy' >/dev/null || packages+=(haproxy)
}

need_prometheus() {
  command -v promtool >/dev/null || packages+=(prometheus)
}

need_openssl() {
  command -v openssl >/dev/null || packages+=(openssl)
}

install_packages() {
  local names="${packages[*]}" as_root=()
  if ! command -v apt-get >/dev/null; then
    missing+=("these packages, by their Debian names: $names")
    return
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      missing+=("packages that only root can install: sudo scripts/install.sh ${needs[*]}")
      return
    fi
    as_root=(sudo -n)
  fi
  printf 'Installing %s\n' "$names"
  if [[ " $names " == *" postgresql "* ]]; then prevent_cluster; fi
  # A fresh machine has no package lists yet; on an old one they name removed packages.
  if compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null && apt_install; then return; fi
  "${as_root[@]}" apt-get -q update && apt_install || missing+=("$names: apt-get could not install them")
}

apt_install() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
    -o Dpkg::Options::=--force-confold install "${packages[@]}" </dev/null
}

# The portal runs its own cluster; Debian's would only take memory and a port. An existing
# configuration stays.
prevent_cluster() {
  local file=/etc/postgresql-common/createcluster.conf
  if [ -e "$file" ]; then return; fi
  "${as_root[@]}" mkdir -p "$(dirname "$file")"
  echo 'create_main_cluster = false' | "${as_root[@]}" tee "$file" >/dev/null
}

# The first version number that a program prints; nothing if there is no such program.
version_of() {
  { "$@" 2>/dev/null || true; } | grep -oEm1 '[0-9]+(\.[0-9]+)+' || true
}

# at_least <wanted> <found>
at_least() {
  [ -n "$2" ] && printf '%s\n%s\n' "$1" "$2" | sort -V -C
}

needs=("$@")
main "$@"
