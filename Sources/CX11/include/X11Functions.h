// The functions of the X11 libraries that OverlayWindow calls, with the library of each. See LibraryLoading.h.
#pragma once

#include "LibraryLoading.h"

#include <X11/Xlib.h>

#define OVERLAY_X11_FUNCTIONS(F) \
  F(x11, XInitThreads)

OVERLAY_X11_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)
