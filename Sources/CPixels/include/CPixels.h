// The inner loops of drawing masks, of the conversion to luma, chroma and ink, and of the conversion back to colors.
//
// They are in C, because Swift cannot compile a function for several kinds of processors. Loops whose time matters
// exist for AVX2, which is chosen when the program runs, and as plain C. Both have the same results. Those of the
// conversion are exact until they are rounded once.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The weights of the color components of a pixel, with 14 fraction bits.
typedef struct {
  int16_t blue, green, red;
} overlay_weights;

/// Color that is filtered vertically, for each pixel of a row: two components of 16 bits in each element.
typedef struct {
  /// Blue in the low bits, and red.
  const uint32_t *blue_red;
  /// Green in the low bits, and alpha.
  const uint32_t *green_alpha;
} overlay_filtered_row;

/// Chooses the loops for AVX2 if the processor has it, which is the default, or those in plain C, for tests.
void overlay_use_avx2(bool is_wanted);

/// Writes the luma of some pixels of four bytes, B, G, R and A: the weighted sum, rounded, plus the luma of black.
void overlay_luma(const void *pixels, size_t count, overlay_weights weights, uint8_t black, uint8_t *luma);

/// The conversion of a pixel to a sample of one component: `base` plus the weighted sum, limited to 0 to `maximum`.
typedef struct {
  float base, blue, green, red, alpha, maximum;
} overlay_encoding;

/// Writes a component of some pixels of four bytes, B, G, R and A, premultiplied, as samples of two bytes.
///
/// - is_straight: Whether colors are divided by alpha first.
void overlay_samples(
  const void *pixels, size_t count, overlay_encoding encoding, bool is_straight, uint16_t *samples);

/// Returns whether blue, green and red are equal in each pixel.
bool overlay_is_gray(const void *pixels, size_t count);

/// Adds up four rows of pixels with the weights 1, 3, 3 and 1.
void overlay_filter_rows(
  const void *above, const void *upper, const void *lower, const void *below, size_t count, uint32_t *blue_red,
  uint32_t *green_alpha);

/// Writes the color differences of samples that depend on pixels 2i, 2i + 1 and 2i + 2 with the weights 1, 2 and 1.
///
/// The row must have `2 * count + 1` pixels, and one more that may have any value.
///
/// - stride: The number of bytes from one sample of a component to the next: 1, or 2 if both are in one plane, where
///   `red` is the byte after `blue`.
void overlay_chroma(
  overlay_filtered_row row, size_t count, overlay_weights blue_weights, overlay_weights red_weights, uint8_t *blue,
  uint8_t *red, size_t stride);

/// The weights of a component of a changed color, with 12 fraction bits: -64 to 64.
typedef struct {
  int32_t blue, green, red, alpha;
} overlay_color_row;

/// The weights of the components of a changed color.
typedef struct {
  overlay_color_row blue, green, red;
} overlay_color_matrix;

/// Changes the colors of pixels of four bytes, B, G, R and A, premultiplied: each component becomes a weighted sum,
/// rounded and limited to 0 to alpha.
void overlay_recolor(void *pixels, size_t count, overlay_color_matrix matrix);

/// Blends a color over pixels of four bytes, B, G, R and A, premultiplied, through a mask of one byte per pixel.
///
/// Each product of two components is divided by 255 and rounded, in the order of pixman's `over_n_8_8888`, so the
/// result is that of Cairo.
///
/// - color: Premultiplied, as 0xAARRGGBB.
/// - mask_stride, stride: The number of bytes from one row to the next.
/// - width, height: The number of pixels.
void overlay_blend(
  uint32_t color, const uint8_t *mask, size_t mask_stride, void *pixels, size_t stride, size_t width, size_t height);

/// The number of samples that are stored at once as ink.
enum { OVERLAY_INK_BLOCK = 16 };

/// The ink of a component: what an overlay adds to the samples of a movie. The addresses are those of the first sample
/// of a block, and there is memory for whole blocks.
typedef struct {
  overlay_weights weights;
  /// The sample of black, or of no color difference.
  int32_t base;
  /// The samples times their alphas, rounded once. In each block, those of the even samples come before the odd ones.
  uint16_t *products;
  uint8_t *alphas;
  /// The samples where alpha is 255. They may have any value elsewhere.
  uint8_t *samples;
} overlay_ink;

/// The pixels that belong to samples alone, two by two for each of them, in two rows. At the edge of a picture, both
/// rows may be the same, and the last sample may have one pixel in each.
typedef struct {
  const void *upper, *lower;
  /// The number of pixels in each row: twice the number of samples, or one less.
  size_t count;
} overlay_own_pixels;

/// Stores the ink of some pixels. Blocks without ink are left out.
void overlay_ink_pixels(const void *pixels, size_t count, const overlay_ink *ink);

/// Stores the ink of samples that depend on pixels 2i, 2i + 1 and 2i + 2 with the weights 1, 2 and 1.
///
/// Blocks in which no sample has ink in a pixel of its own are left out. The other samples without such ink get a
/// product and an alpha of 0.
///
/// The row must have `2 * count + 1` pixels, and one more that may have any value.
void overlay_ink_filtered(
  overlay_filtered_row row, overlay_own_pixels own, size_t count, const overlay_ink *inks, size_t ink_count);

// MARK: - From components to colors

/// Copies samples of one or two bytes to 16 bits.
///
/// - samples: The first sample, at any address.
/// - stride: The number of samples from one to the next.
/// - bytes: The number of bytes of a sample: 1 or 2.
/// - shift: The number of low bits that are dropped from samples of two bytes.
void overlay_widen(const void *samples, size_t count, size_t stride, size_t bytes, int shift, uint16_t *row);

/// Adds three times a row, and another one.
void overlay_mix_rows(const uint16_t *near, const uint16_t *far, size_t count, uint16_t *row);

/// Multiplies a row by a power of two.
void overlay_scale_row(const uint16_t *source, size_t count, int shift, uint16_t *row);

/// Writes twice as many elements: twice each element, and the sum of it and the next one.
///
/// - count: The number of elements that are written. The source has `count / 2 + 1`.
void overlay_mix_columns(const uint16_t *source, size_t count, uint16_t *row);

/// The conversion of luma and the color differences to blue, green and red, with 20 fraction bits.
typedef struct {
  int32_t luma, blue_from_blue, green_from_blue, green_from_red, red_from_red;
  /// What is added to the sums, plus one half, for rounding.
  int32_t blue, green, red;
} overlay_color_weights;

/// Writes opaque pixels of four bytes, B, G, R and A, from luma and color differences.
void overlay_colors(
  const uint16_t *luma, const uint16_t *blue, const uint16_t *red, size_t count, const overlay_color_weights *weights,
  void *pixels);

/// Writes opaque pixels of four bytes, B, G, R and A, from components of 8 bits.
void overlay_pack(const uint16_t *blue, const uint16_t *green, const uint16_t *red, size_t count, void *pixels);

/// Gives pixels of four bytes, B, G, R and A, an alpha.
///
/// - alpha: The alphas, 0 to 255.
/// - is_premultiplied: Whether the colors are multiplied by alpha already. Otherwise they are multiplied, and rounded.
void overlay_set_alpha(const uint16_t *alpha, size_t count, bool is_premultiplied, void *pixels);
