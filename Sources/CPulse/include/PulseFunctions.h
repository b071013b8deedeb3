// The functions of libpulse that OverlayWindow calls, with the library of each. See LibraryLoading.h.
#pragma once

#include "LibraryLoading.h"

#include <pulse/pulseaudio.h>

#define OVERLAY_PULSE_FUNCTIONS(F) \
  F(pulse, pa_get_library_version)

OVERLAY_PULSE_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)
