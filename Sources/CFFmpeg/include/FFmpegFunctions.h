// The functions of the FFmpeg libraries that OverlayMedia calls, with the library of each.
//
// Each is declared again with the prefix `overlay_` and the same type. The prefixed function calls the loaded library. A
// program may be linked with FFmpeg, and call its functions by their own names, before this package has loaded it.
#pragma once

#include "LibraryLoading.h"

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Functions that not every supported version of FFmpeg has.
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
#define OVERLAY_FORMAT_LISTS(F) F(codec, avcodec_get_supported_config)
#else
#define OVERLAY_FORMAT_LISTS(F)
#endif
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
#define OVERLAY_SIDE_DATA(F) F(codec, av_packet_side_data_get) F(codec, av_packet_side_data_new)
#else
#define OVERLAY_SIDE_DATA(F) F(format, av_stream_get_side_data) F(format, av_stream_new_side_data)
#endif

#define OVERLAY_FFMPEG_FUNCTIONS(F) \
  OVERLAY_FORMAT_LISTS(F) \
  OVERLAY_SIDE_DATA(F) \
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
  F(util, av_frame_get_side_data) \
  F(util, av_frame_move_ref) \
  F(util, av_frame_ref) \
  F(util, av_frame_unref) \
  F(util, av_freep) \
  F(util, av_get_packed_sample_fmt) \
  F(util, av_get_pix_fmt) \
  F(util, av_get_pix_fmt_name) \
  F(util, av_log_format_line2) \
  F(util, av_log_set_callback) \
  F(util, av_malloc) \
  F(util, av_opt_set) \
  F(util, av_opt_set_int) \
  F(util, av_pix_fmt_desc_get) \
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
  F(scale, sws_alloc_context) \
  F(scale, sws_freeContext) \
  F(scale, sws_getCoefficients) \
  F(scale, sws_init_context) \
  F(scale, sws_scale) \
  F(scale, sws_setColorspaceDetails) \
  F(scale, swscale_version) \
  F(codec, av_bsf_alloc) \
  F(codec, av_bsf_free) \
  F(codec, av_bsf_get_by_name) \
  F(codec, av_bsf_init) \
  F(codec, av_bsf_receive_packet) \
  F(codec, av_bsf_send_packet) \
  F(codec, av_codec_is_decoder) \
  F(codec, av_codec_iterate) \
  F(codec, av_new_packet) \
  F(codec, av_packet_alloc) \
  F(codec, av_packet_free) \
  F(codec, av_packet_free_side_data) \
  F(codec, av_packet_get_side_data) \
  F(codec, av_packet_ref) \
  F(codec, av_packet_unref) \
  F(codec, avcodec_alloc_context3) \
  F(codec, avcodec_decode_subtitle2) \
  F(codec, avcodec_descriptor_get) \
  F(codec, avcodec_encode_subtitle) \
  F(codec, avcodec_find_best_pix_fmt_of_list) \
  F(codec, avcodec_find_decoder) \
  F(codec, avcodec_find_decoder_by_name) \
  F(codec, avcodec_find_encoder_by_name) \
  F(codec, avcodec_flush_buffers) \
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
  F(codec, avsubtitle_free) \
  F(format, av_find_best_stream) \
  F(format, av_guess_format) \
  F(format, av_guess_frame_rate) \
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
  F(format, avformat_seek_file) \
  F(format, avformat_version) \
  F(format, avformat_write_header) \
  F(format, avio_alloc_context) \
  F(format, avio_closep) \
  F(format, avio_context_free) \
  F(format, avio_enum_protocols) \
  F(format, avio_flush) \
  F(format, avio_open2)

OVERLAY_FFMPEG_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)
