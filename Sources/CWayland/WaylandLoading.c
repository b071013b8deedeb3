#include "CWayland.h"

#include <pthread.h>
#include <stdarg.h>

enum { wayland, library_count };

static const char *const file_names[library_count] = {"libwayland-client.so.0"};

OVERLAY_WAYLAND_FUNCTIONS(OVERLAY_DEFINE_FUNCTION)

static const struct overlay_function functions[] = {OVERLAY_WAYLAND_FUNCTIONS(OVERLAY_FUNCTION_ENTRY)};

static char message[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Errors are reported as errors, and nothing is written to standard error.
static void ignore(const char *format, va_list arguments) {}

static void load(void) {
  int result = overlay_load_libraries(
      file_names, library_count, functions, sizeof(functions) / sizeof(functions[0]), message, sizeof(message));
  if (result == 0) overlay_wl_log_set_handler_client(ignore);
}

const char *overlay_wayland_load(void) {
  pthread_once(&once, load);
  return message[0] ? message : NULL;
}

// Loads a library without which a window works.
static bool load_optional(const char *file_name, const struct overlay_function *functions, size_t count) {
  const char *const file_names[] = {file_name};
  char reason[256];
  return overlay_load_libraries(file_names, 1, functions, count, reason, sizeof(reason)) == 0;
}

enum { cursor };

OVERLAY_WAYLAND_CURSOR_FUNCTIONS(OVERLAY_DEFINE_FUNCTION)

static const struct overlay_function cursor_functions[] = {OVERLAY_WAYLAND_CURSOR_FUNCTIONS(OVERLAY_FUNCTION_ENTRY)};

static bool has_cursors;
static pthread_once_t cursors_once = PTHREAD_ONCE_INIT;

static void load_cursors(void) {
  has_cursors = load_optional(
      "libwayland-cursor.so.0", cursor_functions, sizeof(cursor_functions) / sizeof(cursor_functions[0]));
}

bool overlay_wayland_load_cursors(void) {
  pthread_once(&cursors_once, load_cursors);
  return has_cursors;
}

enum { keymap };

OVERLAY_WAYLAND_KEYMAP_FUNCTIONS(OVERLAY_DEFINE_FUNCTION)

static const struct overlay_function keymap_functions[] = {OVERLAY_WAYLAND_KEYMAP_FUNCTIONS(OVERLAY_FUNCTION_ENTRY)};

static bool has_keymaps;
static pthread_once_t keymaps_once = PTHREAD_ONCE_INIT;

static void load_keymaps(void) {
  has_keymaps = load_optional(
      "libxkbcommon.so.0", keymap_functions, sizeof(keymap_functions) / sizeof(keymap_functions[0]));
}

bool overlay_wayland_load_keymaps(void) {
  pthread_once(&keymaps_once, load_keymaps);
  return has_keymaps;
}
