// libwayland-client, loaded when first used.
//
// The functions that WaylandFunctions.h names can be called after `overlay_wayland_load` has returned NULL.
#pragma once

#include "WaylandFunctions.h"

#pragma clang assume_nonnull begin

/// Loads the libraries once. Returns NULL, or a message that is valid forever.
const char *_Nullable overlay_wayland_load(void);

#pragma clang assume_nonnull end
