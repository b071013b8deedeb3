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

# Writes NAME-protocol.h or NAME-protocol.c of a protocol to a target.
header() { scan client-header "$3" "$1/include/$2-protocol.h"; }
code() { scan private-code "$3" "$1/$2-protocol.c"; }
both() { header "$@" && code "$@"; }

# `struct wl_interface` is a type of libwayland's headers, and listeners keep their names.
scan() {
  local prefix='s/\b(wl_proxy_\w+|\w+_interface)\b(?!\.h)/overlay_$1/g' keep='s/\boverlay_wl_interface\b/wl_interface/g'
  wayland-scanner --include-core-only "$1" "$2" /dev/stdout | perl -pe "$prefix; $keep" > "$3"
}

# WaylandProtocol.h includes the header that the package libwayland-dev has.
code Sources/CWayland wayland "$core/wayland.xml"
both Sources/CWayland viewporter "$protocols/stable/viewporter/viewporter.xml"
both Sources/CWayland xdg-output "$protocols/unstable/xdg-output/xdg-output-unstable-v1.xml"
both Sources/CWayland relative-pointer "$protocols/unstable/relative-pointer/relative-pointer-unstable-v1.xml"
both Sources/CWayland layer-shell Sources/CWayland/protocols/wlr-layer-shell-unstable-v1.xml
# Layers name popups of this protocol. Only tests open its windows.
code Sources/CWayland xdg-shell "$protocols/stable/xdg-shell/xdg-shell.xml"
header Tests/CWaylandTesting xdg-shell "$protocols/stable/xdg-shell/xdg-shell.xml"
both Tests/CWaylandTesting virtual-pointer Tests/CWaylandTesting/protocols/wlr-virtual-pointer-unstable-v1.xml
