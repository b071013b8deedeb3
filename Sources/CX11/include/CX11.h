// The X11 libraries, loaded when first used.
//
// The functions that X11Functions.h names can be called after `overlay_x11_load` has returned NULL.
#pragma once

#include "X11Functions.h"

#include <sys/shm.h>

#pragma clang assume_nonnull begin

/// Loads the libraries once. Returns NULL, or a message that is valid forever.
const char *_Nullable overlay_x11_load(void);

// What Swift does not import: macros with casts, and functions in structures.

/// Frees an image, and its pixels if `data` is not NULL (XDestroyImage).
static inline void overlay_destroy_image(XImage *image) { image->f.destroy_image(image); }

/// Maps a segment of shared memory. Returns NULL if that fails (shmat(2), which returns -1).
static inline void *_Nullable overlay_map_shared_memory(int segment) {
  void *address = shmat(segment, NULL, 0);
  return address == (void *)-1 ? NULL : address;
}

#pragma clang assume_nonnull end
