// libwayland-client, libwayland-cursor and libxkbcommon, loaded when first used, and the protocols that OverlayWindow speaks.
//
// The functions that WaylandFunctions.h names can be called after `overlay_wayland_load` has returned NULL; then those of
// the protocols can be called too. Scripts/make-wayland-protocols.sh writes the code of the protocols. The header of
// the core protocol is in the package libwayland-dev.
#pragma once

#include <stdbool.h>

#include "WaylandFunctions.h"
#include "WaylandProtocol.h"

#include "layer-shell-protocol.h"
#include "relative-pointer-protocol.h"
#include "viewporter-protocol.h"
#include "xdg-output-protocol.h"

#pragma clang assume_nonnull begin

/// Loads libwayland-client once. Returns NULL, or a message that is valid forever.
const char *_Nullable overlay_wayland_load(void);

/// Loads libwayland-cursor once. Returns whether its functions can be called.
bool overlay_wayland_load_cursors(void);

/// Loads libxkbcommon once. Returns whether its functions can be called.
bool overlay_wayland_load_keymaps(void);

/// Returns the description of an interface of a global object; NULL if OverlayWindow does not use it.
const struct wl_interface *_Nullable overlay_wayland_interface(const char *name);

/// Returns a file of a size in memory, which cannot shrink, so that a compositor can read it safely; or -1.
int overlay_wayland_memory(size_t size);

#pragma clang assume_nonnull end
