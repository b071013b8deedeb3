// The functions of libwayland-client that OverlayWindow calls, with the library of each. See LibraryLoading.h.
#pragma once

#include "LibraryLoading.h"

#include <wayland-client-core.h>

#define OVERLAY_WAYLAND_FUNCTIONS(F) \
  F(wayland, wl_display_connect)

OVERLAY_WAYLAND_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)
