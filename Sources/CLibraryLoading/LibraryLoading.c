#include "LibraryLoading.h"

#include <dlfcn.h>
#include <stdio.h>

int overlay_load_libraries(
    const char *const *file_names, int library_count, const struct overlay_function *functions, int function_count,
    char *message, size_t message_size) {
  void *libraries[library_count];
  for (int index = 0; index < library_count; index++) {
    libraries[index] = dlopen(file_names[index], RTLD_NOW | RTLD_LOCAL);
    if (!libraries[index]) {
      snprintf(message, message_size, "%s", dlerror());
      return -1;
    }
  }
  for (int index = 0; index < function_count; index++) {
    const struct overlay_function *function = &functions[index];
    *function->address = dlsym(libraries[function->library], function->name);
    if (!*function->address) {
      snprintf(message, message_size, "%s has no function %s", file_names[function->library], function->name);
      return -1;
    }
  }
  return 0;
}
