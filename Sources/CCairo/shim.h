// The headers of Cairo, Pango, GLib, fontconfig and FreeType.
#pragma once

#include <cairo-ft.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <glib-object.h>
#include <pango/pango.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

// Functions for GObject's casts, which are macros that Swift does not import.

static inline PangoFcFontMap *overlay_pango_fc_font_map(PangoFontMap *map) { return PANGO_FC_FONT_MAP(map); }

static inline PangoCairoFontMap *overlay_pango_cairo_font_map(PangoFontMap *map) {
  return PANGO_CAIRO_FONT_MAP(map);
}

static inline PangoCairoFont *overlay_pango_cairo_font(PangoFont *font) { return PANGO_CAIRO_FONT(font); }

static inline PangoFcFont *overlay_pango_fc_font(PangoFont *font) { return PANGO_FC_FONT(font); }
