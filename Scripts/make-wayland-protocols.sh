#!/usr/bin/env bash
# Writes the C code of the Wayland protocols that CWayland and its tests contain. Run it after a change of the lists
# below. It needs the packages libwayland-dev, libwayland-bin and wayland-protocols.
#
# The code calls libwayland-client through the prefixed functions of WaylandFunctions.h, because the library is loaded
# when it is first used. The descriptions of interfaces are prefixed too, so that they cannot collide with the ones in a
# program that contains the same protocols.
set -euo pipefail
cd "$(dirname "$0")/.."

core=$(pkg-config --variable=pkgdatadir wayland-scanner)
protocols=$(pkg-config --variable=pkgdatadir wayland-protocols)

# Writes NAME-protocol.h and NAME-protocol.c of a protocol to a target.
write() {
  local target=$1 name=$2 description=$3 prefix='s/\b(wl_proxy_\w+|\w+_interface)\b(?!\.h)/overlay_$1/g'
  # `struct wl_interface` is a type of libwayland's headers, and listeners keep their names.
  local keep='s/\boverlay_wl_interface\b/wl_interface/g'
  wayland-scanner --include-core-only client-header "$description" /dev/stdout |
    perl -pe "$prefix; $keep" > "$target/include/$name-protocol.h"
  wayland-scanner --include-core-only private-code "$description" /dev/stdout |
    perl -pe "$prefix; $keep" > "$target/$name-protocol.c"
}

write Sources/CWayland wayland "$core/wayland.xml"
write Sources/CWayland viewporter "$protocols/stable/viewporter/viewporter.xml"
write Sources/CWayland xdg-output "$protocols/unstable/xdg-output/xdg-output-unstable-v1.xml"
write Sources/CWayland xdg-shell "$protocols/stable/xdg-shell/xdg-shell.xml"
write Sources/CWayland relative-pointer "$protocols/unstable/relative-pointer/relative-pointer-unstable-v1.xml"
write Sources/CWayland layer-shell Sources/CWayland/protocols/wlr-layer-shell-unstable-v1.xml
write Tests/CWaylandTesting virtual-pointer Tests/CWaylandTesting/protocols/wlr-virtual-pointer-unstable-v1.xml
