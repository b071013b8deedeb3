#!/usr/bin/env bash
# Installs a Debian package where there is nothing but what it depends on and recommends, runs every command of the
# guide there, and removes it again. It runs as root.
#
#     Packaging/check-package.sh PACKAGE TESTS...
#
# TESTS are the words that run the tests of the guide with the program that OVERLAY_RENDER_COMMAND names.
# DEBIAN_RELEASE is the release, by default the one of this machine.
set -euo pipefail
package=$(realpath "$1")
shift
work=$(mktemp -d)
root=$work/root
# dpkg waits until each file is on the disk, so the system is in memory.
mount -t tmpfs -o size=4g,mode=755 check-package "$work"
finish() {
  ! mountpoint --quiet "$root/proc" || umount "$root/proc"
  umount "$work"
  rmdir "$work"
}
trap finish EXIT
name=$(basename "$package")
fail() { echo "check-package: $*" >&2; exit 1; }
inside() { chroot "$root" "$@"; }
install_package() {
  cp "$1" "$root/tmp/package.deb"
  inside env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --quiet "${@:2}" /tmp/package.deb \
    >"$work/apt.log" 2>&1 || fail "cannot be installed: $(cat "$work/apt.log")"
}
list_size() {
  inside dpkg-query --show --showformat '${Installed-Size}\n' |
    awk '{ size += $1 } END { print NR " packages, " int(size / 1024) " MiB" }'
}
# Runs a command that fails with one line, which names what is missing.
expect_refusal() {
  local status=0 line
  line=$(inside env - overlay-render "${@:2}" 2>&1) || status=$?
  echo "$line"
  [ "$status" = 69 ] && [ "$(wc -l <<<"$line")" = 1 ] && [[ $line == *"$1"* ]] || fail "${*:2}: status $status: $line"
}
# All files except those of the tests, and the logs and lists of apt and dpkg.
list_files() {
  (cd "$root" && find . -xdev ! -path './proc/*' ! -path './var/log/*' ! -path './var/cache/*' ! -path './var/lib/apt/*' \
    ! -path './var/lib/dpkg/*-old' ! -path './var/lib/dpkg/triggers/*' ! -path './tmp/*' | sort)
}
# A movie of a clock, which is drawn with less than usual.
expect_clock() {
  inside "$@" overlay-render clock --time-zone Europe/Berlin --duration 1s --quiet --overwrite -o /tmp/clock.y4m ||
    fail "no clock: $*"
}

echo "== a machine with nothing"
release=${DEBIAN_RELEASE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
mmdebstrap --quiet --variant=minbase --skip=cleanup/apt "$release" "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
echo "127.0.0.1 localhost" >"$root/etc/hosts"
# An older version, which has a file that the newer one does not have. apt installs what is recommended if it is new.
dpkg-deb --raw-extract "$package" "$work/older"
sed -i 's/^Version: .*/Version: 0.1.0/; /^Recommends: /d' "$work/older/DEBIAN/control"
touch "$work/older/usr/share/doc/overlay-render/older"
dpkg-deb --root-owner-group -Znone --build "$work/older" "$work/older.deb" >/dev/null

echo "== without anything that is recommended, and without /proc"
install_package "$work/older.deb" --no-install-recommends
list_size
for _ in {1..20}; do
  inside env - overlay-render clock --duration 1s --size 64x36 --quiet --overwrite -o /tmp/clock.y4m
done
expect_refusal "install Debian's packages libavformat" clock --duration 1s --background black -o /tmp/clock.mp4
expect_refusal "install Debian's packages libavformat" play /tmp/clock.y4m
expect_refusal 'there is no display' clock --pip
expect_refusal '/proc' compare
for locale in C nothing de_DE.UTF-8; do expect_clock env - "LC_ALL=$locale"; done
[ ! -e "$root/usr/share/zoneinfo" ] || mv "$root/usr/share/zoneinfo" "$work/"
expect_clock env -
mv "$root/usr/share/fonts" "$work/"
expect_refusal 'install a font' clock --duration 1s -o /tmp/none.y4m
inside env - overlay-render doctor >"$work/doctor"
grep -q fonts-dejavu-core "$work/doctor" || fail "doctor does not say which font to install: $(cat "$work/doctor")"
for folder in fonts zoneinfo; do [ ! -e "$work/$folder" ] || mv "$work/$folder" "$root/usr/share/"; done
needed=$(inside ldd /usr/bin/overlay-render)
! grep -E 'swift|dispatch|Foundation|not found' <<<"$needed" || fail "needs libraries that are not there"

echo "== a newer version, with everything that is recommended"
install_package "$package"
[ ! -e "$root/usr/share/doc/overlay-render/older" ] || fail "a file of the older version is still there"
# DocC knows the pictures of its articles by their names.
missing=$(cd "$root/usr/share/doc/overlay-render" && find . -path ./Sources -prune -o -name '*.md' -print0 |
  xargs -0 grep --only-matching --with-filename --perl-regexp '\]\(\K[^)#:]+(?=[)#])' |
  while IFS=: read -r page link; do [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"; done)
[ -z "$missing" ] || fail "these links of the guide lead nowhere: $missing"
list_files >"$work/installed"
list_size
version=$(inside overlay-render --version)
echo "$version"
inside overlay-render doctor >"$work/doctor"
grep -q '^Movies (FFmpeg ' "$work/doctor" || fail "finds no FFmpeg: $(cat "$work/doctor")"

echo "== the commands of the guide"
mount -t proc proc "$root/proc"
mkdir "$work/bin"
cat >"$work/bin/overlay-render" <<END
#!/bin/sh
exec /usr/sbin/chroot "$root" env -C "\${PWD#$root}" overlay-render "\$@"
END
chmod +x "$work/bin/overlay-render"
mkdir -p "$root/tmp/guide"
OVERLAY_RENDER_COMMAND=$work/bin/overlay-render TMPDIR=$root/tmp/guide "$@"

echo "== removed while it runs"
inside overlay-render clock --live --duration 3s --size 64x36 -o /tmp/live.y4m &
sleep 1
inside dpkg --purge overlay-render >"$work/dpkg.log" 2>&1 || fail "cannot be purged: $(cat "$work/dpkg.log")"
wait $! || fail "a run was ended by the removal"
list_files >"$work/left"
# apt lists all packages that it has seen.
traces=$(comm -13 "$work/installed" "$work/left"; grep overlay-render "$work/left"
  grep --recursive --files-with-matches --exclude-dir=apt overlay-render "$root"/{etc,usr/share,var/cache}) || true
[ -z "$traces" ] || fail "is removed, and leaves $traces"
echo "$name: installed, run, removed and purged"
