#define _GNU_SOURCE
#include "CWayland.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int overlay_wayland_memory(size_t size) {
  int file = memfd_create("overlay-window", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) == 0) return file;
  close(file);
  return -1;
}
