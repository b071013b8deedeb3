// Loads the FFmpeg libraries when they are first used.
//
// Linking them would map 134 shared objects into every process, for 36 ms and 24 MB, even if it writes no movie. Here
// each function is a jump to the address that was found at loading, which works for any parameters. The jumps are
// hidden, so that the libraries never use them instead of their own functions.

#include "CFFmpeg.h"

#include <dlfcn.h>
#include <libavcodec/version.h>
#include <libavformat/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <pthread.h>
#include <stdio.h>

enum { util, resample, scale, codec, format, library_count };

#define TEXT(value) #value
#define FILE_NAME(name, version) "lib" name ".so." TEXT(version)

static const char *const file_names[library_count] = {
    FILE_NAME("avutil", LIBAVUTIL_VERSION_MAJOR), FILE_NAME("swresample", LIBSWRESAMPLE_VERSION_MAJOR),
    FILE_NAME("swscale", LIBSWSCALE_VERSION_MAJOR), FILE_NAME("avcodec", LIBAVCODEC_VERSION_MAJOR),
    FILE_NAME("avformat", LIBAVFORMAT_VERSION_MAJOR)};

#define FUNCTIONS(F) \
  F(util, av_audio_fifo_alloc) \
  F(util, av_audio_fifo_free) \
  F(util, av_audio_fifo_read) \
  F(util, av_audio_fifo_size) \
  F(util, av_audio_fifo_write) \
  F(util, av_buffer_create) \
  F(util, av_channel_layout_copy) \
  F(util, av_channel_layout_default) \
  F(util, av_channel_layout_uninit) \
  F(util, av_compare_ts) \
  F(util, av_dict_free) \
  F(util, av_dict_get) \
  F(util, av_dict_set) \
  F(util, av_frame_alloc) \
  F(util, av_frame_free) \
  F(util, av_frame_get_buffer) \
  F(util, av_frame_move_ref) \
  F(util, av_frame_unref) \
  F(util, av_freep) \
  F(util, av_get_pix_fmt) \
  F(util, av_get_pix_fmt_name) \
  F(util, av_log_format_line2) \
  F(util, av_log_set_callback) \
  F(util, av_malloc) \
  F(util, av_opt_set) \
  F(util, av_rescale_q_rnd) \
  F(util, av_samples_set_silence) \
  F(util, av_strerror) \
  F(util, av_version_info) \
  F(util, avutil_version) \
  F(resample, swr_alloc_set_opts2) \
  F(resample, swr_convert_frame) \
  F(resample, swr_free) \
  F(resample, swr_init) \
  F(resample, swr_next_pts) \
  F(resample, swresample_version) \
  F(scale, sws_freeContext) \
  F(scale, sws_getCoefficients) \
  F(scale, sws_getContext) \
  F(scale, sws_scale) \
  F(scale, sws_setColorspaceDetails) \
  F(scale, swscale_version) \
  F(codec, av_codec_is_decoder) \
  F(codec, av_codec_is_encoder) \
  F(codec, av_codec_iterate) \
  F(codec, av_packet_alloc) \
  F(codec, av_packet_free) \
  F(codec, av_packet_ref) \
  F(codec, av_packet_unref) \
  F(codec, avcodec_alloc_context3) \
  F(codec, avcodec_descriptor_get) \
  F(codec, avcodec_find_decoder) \
  F(codec, avcodec_find_encoder) \
  F(codec, avcodec_find_encoder_by_name) \
  F(codec, avcodec_free_context) \
  F(codec, avcodec_get_name) \
  F(codec, avcodec_open2) \
  F(codec, avcodec_parameters_copy) \
  F(codec, avcodec_parameters_from_context) \
  F(codec, avcodec_parameters_to_context) \
  F(codec, avcodec_pix_fmt_to_codec_tag) \
  F(codec, avcodec_receive_frame) \
  F(codec, avcodec_receive_packet) \
  F(codec, avcodec_send_frame) \
  F(codec, avcodec_send_packet) \
  F(codec, avcodec_version) \
  F(format, av_find_best_stream) \
  F(format, av_guess_format) \
  F(format, av_interleaved_write_frame) \
  F(format, av_read_frame) \
  F(format, av_write_frame) \
  F(format, av_write_trailer) \
  F(format, avformat_alloc_context) \
  F(format, avformat_alloc_output_context2) \
  F(format, avformat_close_input) \
  F(format, avformat_find_stream_info) \
  F(format, avformat_free_context) \
  F(format, avformat_new_stream) \
  F(format, avformat_open_input) \
  F(format, avformat_query_codec) \
  F(format, avformat_version) \
  F(format, avformat_write_header) \
  F(format, avio_alloc_context) \
  F(format, avio_closep) \
  F(format, avio_context_free) \
  F(format, avio_enum_protocols) \
  F(format, avio_flush) \
  F(format, avio_open2)

#if defined(__x86_64__)
#define JUMP(address) "  jmp *" address "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(address) "  adrp x16, " address "\n  ldr x16, [x16, :lo12:" address "]\n  br x16\n"
#else
#error "add the jump to an address in memory for this processor"
#endif

#define DEFINE(library, name) \
  __attribute__((visibility("hidden"))) void *overlay_address_of_##name; \
  __asm__(".text\n.globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" #name ":\n" \
          JUMP("overlay_address_of_" #name));

FUNCTIONS(DEFINE)

static char message[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
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
  FUNCTIONS(FIND)
}

const char *overlay_ffmpeg_load(void) {
  pthread_once(&once, load);
  return message[0] ? message : NULL;
}
