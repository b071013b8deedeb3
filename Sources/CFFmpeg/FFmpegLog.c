#include "CFFmpeg.h"

#include <dlfcn.h>
#include <libavformat/version.h>
#include <libavutil/log.h>
#include <libavutil/macros.h>
#include <stdio.h>

static int log_level;
static void (*log_handler)(int, const char *);

static void handle_log(void *context, int level, const char *format, va_list list) {
  if (level > log_level) return;
  char line[1024];
  int prefix = 1;
  overlay_av_log_format_line2(context, level, format, list, line, sizeof(line), &prefix);
  log_handler(level, line);
}

// The handler of SRT, `SRT_LOG_HANDLER_FN` of srt.h. Without one, its library writes to standard error itself.
static void handle_srt_log(void *opaque, int level, const char *file, int line, const char *area, const char *text) {
  // As a line of FFmpeg, with the name and the address of a context.
  char prefixed[1024];
  snprintf(prefixed, sizeof(prefixed), "[srt @ 0x0] %s", text);
  log_handler(AV_LOG_WARNING, prefixed);
}

static void set_srt_log(void) {
  // The library is found as one of those that libavformat needs, if it does.
  void *library = dlopen("libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR), RTLD_NOW | RTLD_NOLOAD);
  if (!library) return;
  void (*set_handler)(void *, void (*)(void *, int, const char *, int, const char *, const char *)) =
      dlsym(library, "srt_setloghandler");
  void (*set_flags)(int) = dlsym(library, "srt_setlogflags");
  if (set_handler && set_flags) {
    set_handler(NULL, handle_srt_log);
    // Without time, thread, severity and line break (SRT_LOGF_DISABLE_*).
    set_flags(1 | 2 | 4 | 8);
  }
  dlclose(library);
}

void overlay_ffmpeg_set_log(int level, void (*handler)(int level, const char *text)) {
  log_level = level;
  log_handler = handler;
  overlay_av_log_set_callback(handle_log);
  set_srt_log();
}
