// Loads the FFmpeg libraries when they are first used.
//
// Linking them would map 134 shared objects into every process, for 36 ms and 24 MB, even if it writes no movie.

#include "CFFmpeg.h"

#include <libavcodec/version.h>
#include <libavformat/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <dlfcn.h>
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

OVERLAY_FFMPEG_FUNCTIONS(OVERLAY_DEFINE_FUNCTION)

static const struct overlay_function functions[] = {OVERLAY_FFMPEG_FUNCTIONS(OVERLAY_FUNCTION_ENTRY)};

static char message[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // SVT-AV1 writes to standard error itself. Only this variable changes that, unless the user has set it. It is set once,
  // because other threads may read the environment.
  setenv("SVT_LOG", "0", 0);
  overlay_load_libraries(
      file_names, library_count, functions, sizeof(functions) / sizeof(functions[0]), message, sizeof(message));
}

// FFmpeg and libavutil are counted together since FFmpeg 4, which has libavutil 56 (doc/APIchanges).
enum { oldest_util = 56, newest_util = 79, util_before_first = 52 };

const int overlay_ffmpeg_required = LIBAVUTIL_VERSION_MAJOR - util_before_first;

#define PACKAGE(name, version) "lib" name TEXT(version)

const char *const overlay_avformat_package = PACKAGE("avformat", LIBAVFORMAT_VERSION_MAJOR);
const char *const overlay_swscale_package = PACKAGE("swscale", LIBSWSCALE_VERSION_MAJOR);

int overlay_ffmpeg_find_other(void) {
  // Otherwise another library is missing.
  if (dlopen(file_names[util], RTLD_LAZY | RTLD_LOCAL)) return 0;
  for (int version = newest_util; version >= oldest_util; version--) {
    char name[32];
    snprintf(name, sizeof(name), "libavutil.so.%d", version);
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (!library) continue;
    dlclose(library);
    return version - util_before_first;
  }
  return 0;
}

const char *overlay_ffmpeg_load(void) {
  pthread_once(&once, load);
  return message[0] ? message : NULL;
}
