// Loads the FFmpeg libraries when they are first used.
//
// Linking them would map 134 shared objects into every process, for 36 ms and 24 MB, even if it writes no movie.

#include "CFFmpeg.h"

#include <libavcodec/version.h>
#include <libavformat/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <pthread.h>
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

const char *overlay_ffmpeg_load(void) {
  pthread_once(&once, load);
  return message[0] ? message : NULL;
}
