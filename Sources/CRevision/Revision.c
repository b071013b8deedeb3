#include "Revision.h"

// `Package.swift` defines it from the environment.
#ifndef OVERLAY_RENDER_REVISION
#define OVERLAY_RENDER_REVISION ""
#endif

const char *const overlay_revision = OVERLAY_RENDER_REVISION;
