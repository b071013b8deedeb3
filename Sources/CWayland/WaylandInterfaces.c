#include "CWayland.h"

#include <string.h>

static const struct wl_interface *const interfaces[] = {
    &overlay_wl_compositor_interface,
    &overlay_wl_output_interface,
    &overlay_wl_seat_interface,
    &overlay_wl_shm_interface,
    &overlay_wp_viewporter_interface,
    &overlay_zwlr_layer_shell_v1_interface,
    &overlay_zwp_relative_pointer_manager_v1_interface,
    &overlay_zxdg_output_manager_v1_interface,
};

const struct wl_interface *overlay_wayland_interface(const char *name) {
  for (size_t index = 0; index < sizeof(interfaces) / sizeof(interfaces[0]); index++) {
    if (strcmp(interfaces[index]->name, name) == 0) return interfaces[index];
  }
  return NULL;
}
