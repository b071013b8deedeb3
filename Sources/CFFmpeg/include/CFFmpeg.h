// The FFmpeg libraries, which are loaded when they are first used.
//
// The functions that FFmpegFunctions.h names can be called after `overlay_ffmpeg_load` has returned NULL.
#pragma once

#include "FFmpegFunctions.h"

#include <errno.h>

#pragma clang assume_nonnull begin

/// Loads the libraries once. Returns NULL, or a message that is valid forever.
const char *_Nullable overlay_ffmpeg_load(void);

/// The major version of FFmpeg that this program can load: the one with whose headers it is compiled. Structures differ
/// between versions.
extern const int overlay_ffmpeg_required;

/// Returns the major version of FFmpeg that is installed instead of the required one; 0 if there is none.
int overlay_ffmpeg_find_other(void);

/// Debian's packages of this version. They depend on the packages of the other libraries.
extern const char *const overlay_avformat_package, *const overlay_swscale_package;

/// Calls `handler` with each line that FFmpeg logs at `level` or a more important one, on any thread. The text ends with
/// a line break. Must be called only once.
void overlay_ffmpeg_set_log(int level, void (*handler)(int level, const char *text));

// What Swift does not import: macros with casts, and unions.

static const int64_t overlay_no_timestamp = AV_NOPTS_VALUE;
static const int overlay_error_end_of_file = AVERROR_EOF;
static const int overlay_error_exit = AVERROR_EXIT;
static const int overlay_error_invalid_data = AVERROR_INVALIDDATA;
static const int overlay_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int overlay_error_filter_not_found = AVERROR_BSF_NOT_FOUND;

/// The tag of HEVC with its parameters in the header.
static const uint32_t overlay_tag_hvc1 = MKTAG('h', 'v', 'c', '1');
/// The tag of timecode.
static const uint32_t overlay_tag_tmcd = MKTAG('t', 'm', 'c', 'd');

/// The flags for conversion from the pixel format of a decoder, whose color differences are interpolated.
/// Bicubic interpolation would take twice the time.
static const int overlay_decoding_flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT;

/// The flags for conversion to another size.
static const int overlay_resizing_flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT;

/// Returns the error code of FFmpeg for an errno of the C library.
static inline int overlay_error(int number) { return AVERROR(number); }

/// Returns the pixel formats of a codec, ended by -1; NULL if it accepts any.
static inline const enum AVPixelFormat *_Nullable overlay_pixel_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  overlay_avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &formats, NULL);
  return formats;
#else
  return codec->pix_fmts;
#endif
}

/// Returns the sample formats of a codec, ended by -1; NULL if it accepts any.
static inline const enum AVSampleFormat *_Nullable overlay_sample_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  overlay_avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &formats, NULL);
  return formats;
#else
  return codec->sample_fmts;
#endif
}

/// Returns the sample rates of a codec, ended by 0; NULL if it accepts any.
static inline const int *_Nullable overlay_sample_rates(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *rates = NULL;
  overlay_avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_RATE, 0, &rates, NULL);
  return rates;
#else
  return codec->supported_samplerates;
#endif
}

/// Sets the duration of a frame, in the time base of the encoder.
static inline void overlay_set_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

/// Returns the side data of a stream, and its size in bytes; NULL if there is none.
static inline const uint8_t *_Nullable overlay_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  const AVPacketSideData *data = overlay_av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return overlay_av_stream_get_side_data(stream, type, size);
#endif
}

/// Adds side data to a stream. Returns its memory, or NULL if memory is exhausted.
static inline uint8_t *_Nullable overlay_add_side_data(
    AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  AVPacketSideData *data = overlay_av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
  return data ? data->data : NULL;
#else
  return overlay_av_stream_new_side_data(stream, type, size);
#endif
}

/// Marks a frame as interlaced.
static inline void overlay_set_interlaced(AVFrame *frame, int is_top_field_first) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  frame->flags |= AV_FRAME_FLAG_INTERLACED;
  if (is_top_field_first) frame->flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
  frame->interlaced_frame = 1;
  frame->top_field_first = is_top_field_first;
#endif
}

/// Returns whether a frame consists of two fields.
static inline int overlay_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

/// Returns whether the top field of a frame is shown first.
static inline int overlay_is_top_field_first(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
  return frame->top_field_first;
#endif
}

/// Returns the matrix that turns and mirrors the pictures of a stream: nine numbers; NULL if there is none.
static inline const int32_t *_Nullable overlay_display_matrix(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *data = overlay_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
}

/// Returns the duration of a decoded frame, in the time base of its stream; 0 if it is not known.
static inline int64_t overlay_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

/// Whether the muxer of Matroska adds the delay of the codec to timestamps, as Matroska requires. Before, the caller adds
/// it. Otherwise the muxer would delay all streams.
static inline int overlay_matroska_adds_delay(void) { return LIBAVFORMAT_VERSION_MAJOR >= 60; }

#pragma clang assume_nonnull end
