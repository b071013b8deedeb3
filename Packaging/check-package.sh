#!/usr/bin/env bash
# Installs a Debian package where there is nothing but what it depends on and recommends, runs every command of the guide
# there, and removes it again. It runs as root.
#
#     Packaging/check-package.sh PACKAGE TESTS...
#
# TESTS are the words that run the tests of the guide with the program that OVERLAY_RENDER_COMMAND names. RELEASE is the
# release of Debian, by default the one of this machine.
set -euo pipefail
package=$(realpath "$1")
shift
work=$(mktemp -d)
root=$work/root
finish() {
  mountpoint --quiet "$root/proc" && umount "$root/proc"
  rm -rf --one-file-system "$work"
}
trap finish EXIT
name=$(basename "$package")
fail() { echo "check-package: $*" >&2; exit 1; }
inside() { chroot "$root" "$@"; }
install_package() {
  cp "$1" "$root/tmp/package.deb"
  inside env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --quiet "${@:2}" /tmp/package.deb >"$work/apt.log" \
    2>&1 || fail "cannot be installed: $(cat "$work/apt.log")"
}
# Everything that has the name of the package.
traces() { (cd "$root" && find . -xdev -name '*overlay-render*' ! -path './var/log/*' ! -path './tmp/*'); }

echo "== a machine with nothing"
mmdebstrap --quiet --variant=minbase --skip=cleanup/apt "${RELEASE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}" "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
echo "127.0.0.1 localhost" >"$root/etc/hosts"
# An older version, which has a file that the newer one does not have. apt installs what is recommended if it is new.
dpkg-deb --raw-extract "$package" "$work/older"
sed -i 's/^Version: .*/Version: 0.1.0/; /^Recommends: /d' "$work/older/DEBIAN/control"
touch "$work/older/usr/share/doc/overlay-render/older"
dpkg-deb --root-owner-group -Znone --build "$work/older" "$work/older.deb" >/dev/null

echo "== without anything that is recommended, and without /proc"
install_package "$work/older.deb" --no-install-recommends
inside dpkg-query --show --showformat '${Package} ${Installed-Size}\n' | awk '{ size += $2 } END { print NR " packages, " int(size / 1024) " MiB" }'
for _ in {1..20}; do inside env - overlay-render clock --duration 1s --size 64x36 --quiet --overwrite -o /tmp/clock.y4m; done
for command in 'clock --duration 1s --background black -o /tmp/clock.mp4' 'clock --pip' 'play /tmp/none.mp4' compare; do
  # shellcheck disable=SC2086
  lines=$(inside env - overlay-render $command 2>&1) && fail "$command: succeeded without libraries"
  [ "$(wc -l <<<"$lines")" = 1 ] || fail "$command: more than one line: $lines"
  echo "$lines"
done
inside ldd /usr/bin/overlay-render | grep -q -e swift -e dispatch -e Foundation && fail "needs libraries of Swift"

echo "== a newer version, with everything that is recommended"
install_package "$package"
[ ! -e "$root/usr/share/doc/overlay-render/older" ] || fail "a file of the older version is still there"
inside dpkg-query --show --showformat '${Package} ${Installed-Size}\n' | awk '{ size += $2 } END { print NR " packages, " int(size / 1024) " MiB" }'
inside overlay-render --version
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
inside dpkg --remove overlay-render >/dev/null
wait $! || fail "a run was ended by the removal"
inside dpkg --purge overlay-render >/dev/null 2>&1
[ -z "$(traces)" ] || fail "is removed, and leaves $(traces)"
echo "$name: installed, run, removed and purged"
