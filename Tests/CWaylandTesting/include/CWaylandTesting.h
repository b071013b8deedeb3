// Windows of programs (xdg-shell) and a virtual pointer (wlr-virtual-pointer), for tests.
#pragma once

#include <CWayland.h>

#include "virtual-pointer-protocol.h"
#include "xdg-shell-protocol.h"

/// Returns the description of the interface that makes windows of programs.
static inline const struct wl_interface *overlay_window_maker_interface(void) { return &overlay_xdg_wm_base_interface; }

/// Returns the description of the interface of the manager of virtual pointers.
static inline const struct wl_interface *overlay_virtual_pointer_manager_interface(void) {
  return &overlay_zwlr_virtual_pointer_manager_v1_interface;
}
