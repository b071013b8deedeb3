// The X11 libraries, loaded when first used.
//
// The functions that X11Functions.h names can be called after `overlay_x11_load` has returned NULL.
#pragma once

#include "X11Functions.h"

#pragma clang assume_nonnull begin

/// Loads the libraries once. Returns NULL, or a message that is valid forever.
const char *_Nullable overlay_x11_load(void);

#pragma clang assume_nonnull end
