// libpulse, loaded when first used.
//
// The functions that PulseFunctions.h names can be called after `overlay_pulse_load` has returned NULL.
#pragma once

#include "PulseFunctions.h"

#pragma clang assume_nonnull begin

/// Loads the libraries once. Returns NULL, or a message that is valid forever.
const char *_Nullable overlay_pulse_load(void);

#pragma clang assume_nonnull end
