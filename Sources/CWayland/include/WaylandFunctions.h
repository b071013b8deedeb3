// The functions of libwayland-client, libwayland-cursor and libxkbcommon that OverlayWindow calls. See LibraryLoading.h.
#pragma once

#include "LibraryLoading.h"

#include <wayland-client-core.h>
#include <wayland-cursor.h>
#include <xkbcommon/xkbcommon.h>

#define OVERLAY_WAYLAND_FUNCTIONS(F) \
  F(wayland, wl_display_cancel_read) \
  F(wayland, wl_display_connect) \
  F(wayland, wl_display_disconnect) \
  F(wayland, wl_display_dispatch_pending) \
  F(wayland, wl_display_flush) \
  F(wayland, wl_display_get_error) \
  F(wayland, wl_display_get_fd) \
  F(wayland, wl_display_get_protocol_error) \
  F(wayland, wl_display_prepare_read) \
  F(wayland, wl_display_read_events) \
  F(wayland, wl_log_set_handler_client) \
  F(wayland, wl_proxy_add_listener) \
  F(wayland, wl_proxy_destroy) \
  F(wayland, wl_proxy_get_user_data) \
  F(wayland, wl_proxy_get_version) \
  F(wayland, wl_proxy_marshal_flags) \
  F(wayland, wl_proxy_set_user_data)

#define OVERLAY_WAYLAND_CURSOR_FUNCTIONS(F) \
  F(cursor, wl_cursor_image_get_buffer) \
  F(cursor, wl_cursor_theme_destroy) \
  F(cursor, wl_cursor_theme_get_cursor) \
  F(cursor, wl_cursor_theme_load)

#define OVERLAY_WAYLAND_KEYMAP_FUNCTIONS(F) \
  F(keymap, xkb_context_new) \
  F(keymap, xkb_context_set_log_level) \
  F(keymap, xkb_context_unref) \
  F(keymap, xkb_keymap_key_get_syms_by_level) \
  F(keymap, xkb_keymap_new_from_buffer) \
  F(keymap, xkb_keymap_unref)

OVERLAY_WAYLAND_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)
OVERLAY_WAYLAND_CURSOR_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)
OVERLAY_WAYLAND_KEYMAP_FUNCTIONS(OVERLAY_DECLARE_FUNCTION)
