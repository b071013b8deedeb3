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

// A window works without cursors, so their library is not needed.
enum { cursor, cursor_library_count };

static const char *const cursor_file_names[cursor_library_count] = {"libwayland-cursor.so.0"};

OVERLAY_WAYLAND_CURSOR_FUNCTIONS(OVERLAY_DEFINE_FUNCTION)

static const struct overlay_function cursor_functions[] = {OVERLAY_WAYLAND_CURSOR_FUNCTIONS(OVERLAY_FUNCTION_ENTRY)};

static bool has_cursors;
static pthread_once_t cursors_once = PTHREAD_ONCE_INIT;

static void load_cursors(void) {
  char reason[256];
  has_cursors = overlay_load_libraries(
      cursor_file_names, cursor_library_count, cursor_functions, sizeof(cursor_functions) / sizeof(cursor_functions[0]),
      reason, sizeof(reason)) == 0;
}

bool overlay_wayland_load_cursors(void) {
  pthread_once(&cursors_once, load_cursors);
  return has_cursors;
}
