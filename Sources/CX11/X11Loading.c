#include "CX11.h"

#include <pthread.h>

enum { x11, extensions, fixes, randr, library_count };

static const char *const file_names[library_count] = {
    "libX11.so.6", "libXext.so.6", "libXfixes.so.3", "libXrandr.so.2"};

OVERLAY_X11_FUNCTIONS(OVERLAY_DEFINE_FUNCTION)

static const struct overlay_function functions[] = {OVERLAY_X11_FUNCTIONS(OVERLAY_FUNCTION_ENTRY)};

static char message[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  overlay_load_libraries(
      file_names, library_count, functions, sizeof(functions) / sizeof(functions[0]), message, sizeof(message));
  // Before libX11 1.8, a program whose threads have a connection each must call it first.
  if (!message[0]) overlay_XInitThreads();
}

const char *overlay_x11_load(void) {
  pthread_once(&once, load);
  return message[0] ? message : NULL;
}
