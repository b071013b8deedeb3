// Loads the FFmpeg libraries when they are first used.
//
// Linking them would map 134 shared objects into every process, for 36 ms and 24 MB, even if it writes no movie. Here
// each function is a jump to the address that was found at loading, which works for any parameters. The jumps have names
// of their own, so that neither the libraries nor a program that is linked with them use the jumps.

#include "CFFmpeg.h"

#include <dlfcn.h>
#include <libavcodec/version.h>
#include <libavformat/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { util, resample, scale, codec, format, library_count };

#define TEXT(value) #value
#define FILE_NAME(name, version) "lib" name ".so." TEXT(version)

static const char *const file_names[library_count] = {
    FILE_NAME("avutil", LIBAVUTIL_VERSION_MAJOR), FILE_NAME("swresample", LIBSWRESAMPLE_VERSION_MAJOR),
    FILE_NAME("swscale", LIBSWSCALE_VERSION_MAJOR), FILE_NAME("avcodec", LIBAVCODEC_VERSION_MAJOR),
    FILE_NAME("avformat", LIBAVFORMAT_VERSION_MAJOR)};

#if defined(__x86_64__)
#define JUMP(address) "  jmp *" address "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(address) "  adrp x16, " address "\n  ldr x16, [x16, :lo12:" address "]\n  br x16\n"
#else
#error "add the jump to an address in memory for this processor"
#endif

#define DEFINE(library, name) \
  __attribute__((visibility("hidden"))) void *overlay_address_of_##name; \
  __asm__(".text\n.globl overlay_" #name "\n.hidden overlay_" #name \
          "\n.type overlay_" #name ", %function\noverlay_" #name ":\n" \
          JUMP("overlay_address_of_" #name));

OVERLAY_FFMPEG_FUNCTIONS(DEFINE)

static char message[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // SVT-AV1 writes to standard error itself. Only this variable changes that, unless the user has set it. It is set once,
  // because other threads may read the environment.
  setenv("SVT_LOG", "0", 0);
  void *libraries[library_count];
  for (int index = 0; index < library_count; index++) {
    libraries[index] = dlopen(file_names[index], RTLD_NOW | RTLD_LOCAL);
    if (!libraries[index]) {
      snprintf(message, sizeof(message), "%s", dlerror());
      return;
    }
  }
#define FIND(library, name) \
  if (!(overlay_address_of_##name = dlsym(libraries[library], #name))) { \
    snprintf(message, sizeof(message), "%s has no function " #name, file_names[library]); \
    return; \
  }
  OVERLAY_FFMPEG_FUNCTIONS(FIND)
}

const char *overlay_ffmpeg_load(void) {
  pthread_once(&once, load);
  return message[0] ? message : NULL;
}
