#!/usr/bin/env bash
# Builds the Debian package on another release of Debian, with the toolchain of this machine. It runs as root.
#
#     Packaging/build-on-release.sh RELEASE FOLDER
#
# RELEASE is a codename, such as trixie. The package is moved to FOLDER.
set -euo pipefail
release=$1 folder=$(realpath "$2")
source=$(realpath "$(dirname "$0")/..")
toolchain=$(realpath "$(command -v "${SWIFT:-swift}")")
toolchain=${toolchain%/usr/bin/*}
[ -n "$toolchain" ] || { echo "build-on-release: Swift is in /usr/bin: use a toolchain in a folder" >&2; exit 1; }
work=$(mktemp -d)
root=$work/root
mounts=()
finish() {
  for mount in "${mounts[@]}"; do ! mountpoint --quiet "$mount" || umount "$mount"; done
  # Nothing is removed through a mount that is still there.
  ! findmnt --list --output TARGET | grep --fixed-strings "$work/" || exit 1
  rm -rf --one-file-system "$work"
}
trap finish EXIT
show() { mounts=("$root$1" "${mounts[@]}"); mkdir -p "$root$1"; mount --bind --options ro "$1" "$root$1"; }

build=$(sed -n '/^Build-Depends:/,/^$/ s/^ \([a-z0-9.+-]*\).*/\1/p' "$source/debian/control" | grep -v debhelper-compat)
# What the toolchain needs, and the checks of `make deb`.
swift="git ca-certificates make g++ libc6-dev libcurl4 libedit2 libncurses6 libsqlite3-0 libxml2 libz3-4 zlib1g-dev"
checks="debhelper lintian mandoc desktop-file-utils"
echo "== a machine with $release"
mmdebstrap --quiet --variant=minbase --include="$(echo $build $swift $checks | tr ' ' ',')" "$release" "$root"
show "$toolchain"
show /proc
# In a folder of the same name, because the Swift packages that are fetched already know theirs.
git clone --quiet "$source" "$root$source"
mkdir "$root$source/.build"
cp -r "$source"/.build/{checkouts,repositories,workspace-state.json} "$root$source/.build/"
cp "$source/Package.resolved" "$root$source/"
echo "== make deb"
chroot "$root" env - PATH="$toolchain/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" DEBIAN_FRONTEND=noninteractive \
  make -C "$source" deb
mv "$root$source"/out/*.deb "$folder"
