// The functions of libpulse that OverlayWindow calls, with the library of each. See LibraryLoading.h.
#pragma once

#include "LibraryLoading.h"

#include <pulse/pulseaudio.h>

#define OVERLAY_PULSE_FUNCTIONS(F) \
  F(pulse, pa_channel_map_parse) \
  F(pulse, pa_context_connect) \
  F(pulse, pa_context_disconnect) \
  F(pulse, pa_context_errno) \
  F(pulse, pa_context_get_sink_info_list) \
  F(pulse, pa_context_get_state) \
  F(pulse, pa_context_new) \
  F(pulse, pa_context_rttime_new) \
  F(pulse, pa_context_rttime_restart) \
  F(pulse, pa_context_set_sink_input_mute) \
  F(pulse, pa_context_set_state_callback) \
  F(pulse, pa_context_set_subscribe_callback) \
  F(pulse, pa_context_subscribe) \
  F(pulse, pa_context_unref) \
  F(pulse, pa_mainloop_free) \
  F(pulse, pa_mainloop_get_api) \
  F(pulse, pa_mainloop_new) \
  F(pulse, pa_mainloop_quit) \
  F(pulse, pa_mainloop_run) \
  F(pulse, pa_operation_unref) \
  F(pulse, pa_proplist_free) \
  F(pulse, pa_proplist_new) \
  F(pulse, pa_proplist_sets) \
  F(pulse, pa_stream_connect_playback) \
  F(pulse, pa_stream_cork) \
  F(pulse, pa_stream_disconnect) \
  F(pulse, pa_stream_get_device_index) \
  F(pulse, pa_stream_get_device_name) \
  F(pulse, pa_stream_get_index) \
  F(pulse, pa_stream_get_state) \
  F(pulse, pa_stream_get_timing_info) \
  F(pulse, pa_stream_is_suspended) \
  F(pulse, pa_stream_new_with_proplist) \
  F(pulse, pa_stream_set_event_callback) \
  F(pulse, pa_stream_set_moved_callback) \
  F(pulse, pa_stream_set_started_callback) \
  F(pulse, pa_stream_set_state_callback) \
  F(pulse, pa_stream_set_suspended_callback) \
  F(pulse, pa_stream_set_write_callback) \
  F(pulse, pa_stream_unref) \
  F(pulse, pa_stream_update_timing_info) \
  F(pulse, pa_stream_writable_size) \
  F(pulse, pa_stream_write) \
  F(pulse, pa_strerror)

OVERLAY_PULSE_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)
