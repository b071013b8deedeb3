#include "CFFmpeg.h"

static int log_level;
static void (*log_handler)(int, const char *);

static void handle_log(void *context, int level, const char *format, va_list list) {
  if (level > log_level) return;
  char line[1024];
  int prefix = 1;
  overlay_av_log_format_line2(context, level, format, list, line, sizeof(line), &prefix);
  log_handler(level, line);
}

void overlay_ffmpeg_set_log(int level, void (*handler)(int level, const char *text)) {
  log_level = level;
  log_handler = handler;
  overlay_av_log_set_callback(handle_log);
}
