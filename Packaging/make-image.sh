#!/usr/bin/env bash
# Makes an image for containers from a Debian package, without a daemon.
#
#     Packaging/make-image.sh PACKAGE IMAGE VERSION
#
# The image has the package, its dependencies and the packages that it recommends, from the release on which it is made.
set -euo pipefail
package=$1 image=$2 version=$3
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
created=$(date --utc --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The first alternative of each recommendation.
recommended=$(dpkg-deb --field "$package" Recommends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g')
mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*/*' \
  --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --customize-hook="copy-in '$package' /tmp" \
  --customize-hook="chroot \"\$1\" apt-get install --yes --quiet --no-install-recommends \
    /tmp/$(basename "$package") $(echo $recommended)" \
  --customize-hook="cd \"\$1\" && rm -f tmp/$(basename "$package") etc/resolv.conf etc/hostname && mkdir work" \
  "$release" "$work/root.tar"

layout=$work/layout
umoci init --layout "$layout"
umoci new --image "$layout:overlay-render:$version"
umoci raw add-layer --image "$layout:overlay-render:$version" --history.created "$created" "$work/root.tar"
umoci config --image "$layout:overlay-render:$version" --no-history --created "$created" --os linux \
  --architecture "$(dpkg --print-architecture)" --config.entrypoint overlay-render --config.workingdir /work \
  --config.env LANG=C.UTF-8 --config.label org.opencontainers.image.title=overlay-render \
  --config.label org.opencontainers.image.version="$version"
umoci gc --layout "$layout"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$layout" -cf "$image" .
