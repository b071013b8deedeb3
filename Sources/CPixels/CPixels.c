#include "CPixels.h"

#include <stdatomic.h>
#include <string.h>

enum {
  FRACTION_BITS = 14,
  /// A filtered component is 32 times the mean.
  FILTER_BITS = 5,
  FILTERED_FRACTION_BITS = FRACTION_BITS + FILTER_BITS,
  /// 128, the color difference of gray, and half a step.
  CHROMA_BIAS = 257 << (FILTERED_FRACTION_BITS - 1),
  /// The fraction bits of `overlay_color_weights`.
  COLOR_FRACTION_BITS = 20,
};

static const uint32_t HALVES = 0x00ff00ff;

static inline uint32_t pixel(const void *pixels, size_t index) {
  uint32_t value;
  memcpy(&value, (const uint8_t *)pixels + 4 * index, sizeof value);
  return value;
}

static inline uint32_t luma_bias(uint8_t black) { return (2u * black + 1) << (FRACTION_BITS - 1); }

static inline uint8_t luma_of(uint32_t pixel, overlay_weights weights, uint32_t bias) {
  uint32_t sum = (pixel & 255) * (uint32_t)weights.blue + (pixel >> 8 & 255) * (uint32_t)weights.green +
    (pixel >> 16 & 255) * (uint32_t)weights.red;
  return (uint8_t)((sum + bias) >> FRACTION_BITS);
}

/// Adds up adjacent elements of a row with the weights 1, 2 and 1.
static inline uint32_t filtered(const uint32_t *row) { return row[0] + 2 * row[1] + row[2]; }

/// Saturated blue and red of full range give 255.5, which is limited to 255: the subtraction changes only 256.
static inline uint8_t chroma_of(uint32_t blue_red, uint32_t green_alpha, overlay_weights weights) {
  int32_t sum = (int32_t)(blue_red & 0xffff) * weights.blue + (int32_t)(green_alpha & 0xffff) * weights.green +
    (int32_t)(blue_red >> 16) * weights.red;
  uint32_t value = (uint32_t)(sum + CHROMA_BIAS) >> FILTERED_FRACTION_BITS;
  return (uint8_t)(value - (value >> 8));
}

static inline void filter_pixel(
  uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t *blue_red, uint32_t *green_alpha
) {
  *blue_red = (a & HALVES) + (d & HALVES) + 3 * ((b & HALVES) + (c & HALVES));
  *green_alpha = (a >> 8 & HALVES) + (d >> 8 & HALVES) + 3 * ((b >> 8 & HALVES) + (c >> 8 & HALVES));
}

/// Returns a product of components divided by 255, rounded.
static inline uint32_t product(uint32_t a, uint32_t b) {
  uint32_t value = a * b + 128;
  return (value + (value >> 8)) >> 8;
}

static inline uint32_t blended(uint32_t pixel, uint32_t color, uint32_t coverage) {
  uint32_t rest = 255 - product(color >> 24, coverage), result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    uint32_t sum = product(color >> shift & 255, coverage) + product(pixel >> shift & 255, rest);
    result |= (sum < 255 ? sum : 255) << shift;
  }
  return result;
}

static void blend_row(uint32_t color, const uint8_t *mask, uint8_t *pixels, size_t count) {
  for (size_t x = 0; x < count; x++) {
    if (mask[x] == 0) continue;
    uint32_t value = blended(pixel(pixels, x), color, mask[x]);
    memcpy(pixels + 4 * x, &value, sizeof value);
  }
}

static const uint32_t ALPHA = 0xff000000;

/// The colors of the samples of a block, and pixels whose alpha is zero for samples without ink of their own.
typedef struct {
  uint32_t blue_red[OVERLAY_INK_BLOCK], green_alpha[OVERLAY_INK_BLOCK], own[OVERLAY_INK_BLOCK];
} ink_block;

static inline int32_t limited(int32_t value, int32_t limit) { return value < 0 ? 0 : value < limit ? value : limit; }

/// Stores the ink of a block from colors with `sum_bits` fraction bits. The loops have a fixed length for the optimizer.
static void store_block(const ink_block *block, const overlay_ink *ink, int sum_bits, size_t x) {
  int bits = FRACTION_BITS + sum_bits;
  int32_t half = 1 << (bits - 1), half_sum = (1 << sum_bits) / 2, base = ink->base;
  overlay_weights weights = ink->weights;
  int32_t sums[OVERLAY_INK_BLOCK], alphas[OVERLAY_INK_BLOCK], samples[OVERLAY_INK_BLOCK];
  for (int index = 0; index < OVERLAY_INK_BLOCK; index++) {
    uint32_t blue_red = block->blue_red[index], green_alpha = block->green_alpha[index];
    int32_t sum = (int32_t)(blue_red & 0xffff) * weights.blue + (int32_t)(green_alpha & 0xffff) * weights.green +
      (int32_t)(blue_red >> 16) * weights.red;
    int32_t alpha_sum = (int32_t)(green_alpha >> 16), alpha = (alpha_sum + half_sum) >> sum_bits;
    int32_t sample = limited((sum + (base << bits) + half) >> bits, 255);
    // The base has the rounded alpha, so that neutral colors stay neutral. 255 times the sum does not fit in 32 bits, so
    // its highest and its lowest bits are multiplied separately. What is shifted out does not change the result.
    int32_t scaled = ((sum >> 8) * 255 + (((sum & 255) * 255 + half) >> 8)) >> (bits - 8);
    int32_t partial = limited(alpha * base + scaled, (255 * alpha_sum + half_sum) >> sum_bits);
    int32_t mask = (block->own[index] & ALPHA) == 0 ? 0 : -1;
    sums[index] = (alpha == 255 ? 255 * sample : partial) & mask;
    alphas[index] = alpha & mask;
    samples[index] = sample;
  }
  for (int index = 0; index < OVERLAY_INK_BLOCK; index++) {
    ink->products[x + (size_t)(index % 2 * (OVERLAY_INK_BLOCK / 2) + index / 2)] = (uint16_t)sums[index];
    ink->alphas[x + (size_t)index] = (uint8_t)alphas[index];
    ink->samples[x + (size_t)index] = (uint8_t)samples[index];
  }
}

static inline size_t least(size_t a, size_t b) { return a < b ? a : b; }

/// Converts the pixels from `first` on, which begins a block.
static void ink_pixels_plain(const uint8_t *pixels, size_t first, size_t count, const overlay_ink *ink) {
  for (size_t start = first; start < count; start += OVERLAY_INK_BLOCK) {
    ink_block block = {0};
    uint32_t any = 0;
    for (size_t index = 0; index < least(OVERLAY_INK_BLOCK, count - start); index++) {
      uint32_t value = pixel(pixels, start + index);
      block.blue_red[index] = value & HALVES;
      block.green_alpha[index] = value >> 8 & HALVES;
      block.own[index] = value;
      any |= value;
    }
    if ((any & ALPHA) != 0) store_block(&block, ink, 0, start);
  }
}

/// Converts the samples from `first` on, which begins a block.
static void ink_filtered_plain(
  overlay_filtered_row row, overlay_own_pixels own, size_t first, size_t count, const overlay_ink *inks,
  size_t ink_count
) {
  for (size_t start = first; start < count; start += OVERLAY_INK_BLOCK) {
    ink_block block = {0};
    uint32_t any = 0;
    for (size_t index = 0; index < least(OVERLAY_INK_BLOCK, count - start); index++) {
      size_t x = start + index;
      for (size_t column = 2 * x; column < least(2 * x + 2, own.count); column++)
        block.own[index] |= pixel(own.upper, column) | pixel(own.lower, column);
      block.blue_red[index] = filtered(row.blue_red + 2 * x);
      block.green_alpha[index] = filtered(row.green_alpha + 2 * x);
      any |= block.own[index];
    }
    if ((any & ALPHA) == 0) continue;
    for (size_t index = 0; index < ink_count; index++) store_block(&block, inks + index, FILTER_BITS, start);
  }
}

static inline uint32_t byte_of(uint32_t sum) { return (uint32_t)limited((int32_t)sum >> COLOR_FRACTION_BITS, 255); }

/// A product that wraps around for samples with more bits than they may have.
static inline uint32_t times(uint16_t sample, int32_t weight) { return sample * (uint32_t)weight; }

/// The optimizer makes vectors of this loop, of the kind of the function that contains it.
__attribute__((always_inline)) static inline void colors(
  const uint16_t *luma, const uint16_t *blue, const uint16_t *red, size_t count, const overlay_color_weights *weights,
  uint32_t *restrict pixels
) {
  overlay_color_weights w = *weights;
  for (size_t x = 0; x < count; x++) {
    uint32_t y = times(luma[x], w.luma);
    uint32_t blue_byte = byte_of(y + times(blue[x], w.blue_from_blue) + (uint32_t)w.blue);
    uint32_t green_byte =
      byte_of(y + times(blue[x], w.green_from_blue) + times(red[x], w.green_from_red) + (uint32_t)w.green);
    uint32_t red_byte = byte_of(y + times(red[x], w.red_from_red) + (uint32_t)w.red);
    pixels[x] = ALPHA | red_byte << 16 | green_byte << 8 | blue_byte;
  }
}

__attribute__((always_inline)) static inline void set_alpha(
  const uint16_t *alpha, size_t count, bool is_premultiplied, uint32_t *pixels
) {
  for (size_t x = 0; x < count; x++) {
    uint32_t value = pixels[x], a = alpha[x], share = is_premultiplied ? 255 : a;
    pixels[x] = a << 24 | product(value >> 16 & 255, share) << 16 | product(value >> 8 & 255, share) << 8 |
      product(value & 255, share);
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

static _Atomic bool uses_avx2;

static inline bool has_avx2(void) { return atomic_load_explicit(&uses_avx2, memory_order_relaxed); }

void overlay_use_avx2(bool is_wanted) {
  __builtin_cpu_init();
  atomic_store_explicit(&uses_avx2, is_wanted && __builtin_cpu_supports("avx2"), memory_order_relaxed);
}

__attribute__((constructor)) static void choose_loops(void) { overlay_use_avx2(true); }

/// The weights for `_mm256_madd_epi16` with pairs of components of 16 bits.
typedef struct {
  __m256i blue_red, green_alpha;
} weight_pairs;

AVX2 static inline weight_pairs pairs_of(overlay_weights weights) {
  return (weight_pairs){
    _mm256_set1_epi32((int32_t)((uint32_t)(uint16_t)weights.blue | (uint32_t)(uint16_t)weights.red << 16)),
    _mm256_set1_epi32((uint16_t)weights.green),
  };
}

AVX2 static inline __m256i load(const void *address) { return _mm256_loadu_si256(address); }

AVX2 static inline __m256i sum_of(__m256i blue_red, __m256i green_alpha, weight_pairs weights, __m256i bias) {
  __m256i sum = _mm256_add_epi32(
    _mm256_madd_epi16(blue_red, weights.blue_red), _mm256_madd_epi16(green_alpha, weights.green_alpha));
  return _mm256_add_epi32(sum, bias);
}

AVX2 static inline __m256i luma_of_eight(const uint8_t *pixels, weight_pairs weights, __m256i bias) {
  __m256i halves = _mm256_set1_epi32((int32_t)HALVES);
  __m256i eight = load(pixels);
  __m256i green_alpha = _mm256_and_si256(_mm256_srli_epi32(eight, 8), halves);
  return _mm256_srli_epi32(sum_of(_mm256_and_si256(eight, halves), green_alpha, weights, bias), FRACTION_BITS);
}

AVX2 static void luma_avx2(const uint8_t *pixels, size_t count, overlay_weights weights, uint8_t black, uint8_t *luma) {
  weight_pairs pairs = pairs_of(weights);
  __m256i bias = _mm256_set1_epi32((int32_t)luma_bias(black));
  __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  for (size_t x = 0; x < count; x += 32) {
    // The last pixels are converted with some of those before them.
    size_t at = x + 32 <= count ? x : count - 32;
    const uint8_t *from = pixels + 4 * at;
    __m256i first = _mm256_packs_epi32(luma_of_eight(from, pairs, bias), luma_of_eight(from + 32, pairs, bias));
    __m256i second = _mm256_packs_epi32(luma_of_eight(from + 64, pairs, bias), luma_of_eight(from + 96, pairs, bias));
    __m256i bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(first, second), order);
    _mm256_storeu_si256((void *)(luma + at), bytes);
  }
}

/// Returns the bits in which the components of eight pixels differ from the next ones.
AVX2 static inline __m256i differences(const uint8_t *pixels) {
  __m256i eight = load(pixels);
  return _mm256_xor_si256(eight, _mm256_srli_epi32(eight, 8));
}

AVX2 static bool is_gray_avx2(const uint8_t *pixels, size_t count) {
  __m256i first = _mm256_setzero_si256(), second = first;
  size_t x = 0;
  for (; x + 16 <= count; x += 16) {
    first = _mm256_or_si256(first, differences(pixels + 4 * x));
    second = _mm256_or_si256(second, differences(pixels + 4 * x + 32));
  }
  for (; x < count; x += 8) first = _mm256_or_si256(first, differences(pixels + 4 * (x + 8 <= count ? x : count - 8)));
  return _mm256_testz_si256(_mm256_or_si256(first, second), _mm256_set1_epi32(0xffff));
}

AVX2 static inline __m256i filter_eight(__m256i a, __m256i b, __m256i c, __m256i d) {
  __m256i halves = _mm256_set1_epi32((int32_t)HALVES);
  __m256i middle = _mm256_add_epi32(_mm256_and_si256(b, halves), _mm256_and_si256(c, halves));
  __m256i outer = _mm256_add_epi32(_mm256_and_si256(a, halves), _mm256_and_si256(d, halves));
  return _mm256_add_epi32(outer, _mm256_add_epi32(middle, _mm256_slli_epi32(middle, 1)));
}

AVX2 static void filter_rows_avx2(
  const uint8_t *above, const uint8_t *upper, const uint8_t *lower, const uint8_t *below, size_t count,
  uint32_t *blue_red, uint32_t *green_alpha
) {
  for (size_t x = 0; x < count; x += 8) {
    size_t at = x + 8 <= count ? x : count - 8;
    __m256i a = load(above + 4 * at), b = load(upper + 4 * at), c = load(lower + 4 * at), d = load(below + 4 * at);
    _mm256_storeu_si256((void *)(blue_red + at), filter_eight(a, b, c, d));
    __m256i high = filter_eight(
      _mm256_srli_epi32(a, 8), _mm256_srli_epi32(b, 8), _mm256_srli_epi32(c, 8), _mm256_srli_epi32(d, 8));
    _mm256_storeu_si256((void *)(green_alpha + at), high);
  }
}

/// Returns the sums of eight samples, each of three elements of a row.
AVX2 static inline __m256i filter_across(const uint32_t *row) {
  __m256 first = _mm256_loadu_ps((const float *)row), second = _mm256_loadu_ps((const float *)(row + 8));
  __m256 third = _mm256_loadu_ps((const float *)(row + 2)), fourth = _mm256_loadu_ps((const float *)(row + 10));
  __m256i left = _mm256_castps_si256(_mm256_shuffle_ps(first, second, 0x88));
  __m256i here = _mm256_castps_si256(_mm256_shuffle_ps(first, second, 0xdd));
  __m256i right = _mm256_castps_si256(_mm256_shuffle_ps(third, fourth, 0x88));
  __m256i sum = _mm256_add_epi32(_mm256_add_epi32(left, right), _mm256_slli_epi32(here, 1));
  return _mm256_permute4x64_epi64(sum, 0xd8);
}

/// Returns eight samples as the low bytes.
AVX2 static inline __m128i chroma_of_eight(__m256i blue_red, __m256i green_alpha, weight_pairs weights) {
  __m256i sum = sum_of(blue_red, green_alpha, weights, _mm256_set1_epi32(CHROMA_BIAS));
  __m256i value = _mm256_srli_epi32(sum, FILTERED_FRACTION_BITS);
  value = _mm256_sub_epi32(value, _mm256_srli_epi32(value, 8));
  __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(value), _mm256_extracti128_si256(value, 1));
  return _mm_packus_epi16(words, words);
}

AVX2 static void chroma_avx2(
  overlay_filtered_row row, size_t count, overlay_weights blue_weights, overlay_weights red_weights, uint8_t *blue,
  uint8_t *red, size_t stride
) {
  weight_pairs blue_pairs = pairs_of(blue_weights), red_pairs = pairs_of(red_weights);
  for (size_t x = 0; x < count; x += 8) {
    size_t at = x + 8 <= count ? x : count - 8;
    __m256i blue_red = filter_across(row.blue_red + 2 * at), green_alpha = filter_across(row.green_alpha + 2 * at);
    __m128i blues = chroma_of_eight(blue_red, green_alpha, blue_pairs);
    __m128i reds = chroma_of_eight(blue_red, green_alpha, red_pairs);
    if (stride == 1) {
      _mm_storel_epi64((void *)(blue + at), blues);
      _mm_storel_epi64((void *)(red + at), reds);
    } else {
      // Blue comes first, and red is the next byte.
      _mm_storeu_si128((void *)(blue + 2 * at), _mm_unpacklo_epi8(blues, reds));
    }
  }
}

AVX2 static inline __m256i times_255(__m256i lanes) { return _mm256_sub_epi32(_mm256_slli_epi32(lanes, 8), lanes); }

AVX2 static inline __m256i limited_lanes(__m256i lanes, __m256i limit) {
  return _mm256_min_epi32(_mm256_max_epi32(lanes, _mm256_setzero_si256()), limit);
}

/// The ink of eight samples, in lanes of 32 bits.
typedef struct {
  __m256i products, alphas, samples;
} eight_inks;

/// Returns what `store_block` stores for eight samples. The lanes of `own` are zero for those without ink of their own.
AVX2 static inline eight_inks inks_of_eight(
  __m256i blue_red, __m256i green_alpha, __m256i own, const overlay_ink *ink, int sum_bits
) {
  int bits = FRACTION_BITS + sum_bits;
  __m256i half = _mm256_set1_epi32(1 << (bits - 1)), half_sum = _mm256_set1_epi32((1 << sum_bits) / 2);
  __m256i sum = sum_of(blue_red, green_alpha, pairs_of(ink->weights), _mm256_setzero_si256());
  __m256i alpha_sum = _mm256_srli_epi32(green_alpha, 16);
  __m256i alpha = _mm256_srli_epi32(_mm256_add_epi32(alpha_sum, half_sum), sum_bits);
  // 255 times the sum does not fit in a lane, so its highest and its lowest bits are multiplied separately. What is
  // shifted out does not change the result.
  __m256i fine = _mm256_add_epi32(times_255(_mm256_and_si256(sum, _mm256_set1_epi32(255))), half);
  __m256i scaled = _mm256_srai_epi32(
    _mm256_add_epi32(times_255(_mm256_srai_epi32(sum, 8)), _mm256_srai_epi32(fine, 8)), bits - 8);
  __m256i limit = _mm256_srli_epi32(_mm256_add_epi32(times_255(alpha_sum), half_sum), sum_bits);
  __m256i base = _mm256_mullo_epi16(alpha, _mm256_set1_epi32(ink->base));
  __m256i partial = limited_lanes(_mm256_add_epi32(base, scaled), limit);
  __m256i offset = _mm256_set1_epi32((ink->base << bits) + (1 << (bits - 1)));
  __m256i sample = limited_lanes(_mm256_srai_epi32(_mm256_add_epi32(sum, offset), bits), _mm256_set1_epi32(255));
  __m256i is_opaque = _mm256_cmpgt_epi32(alpha, _mm256_set1_epi32(254));
  __m256i has_no_ink = _mm256_cmpeq_epi32(own, _mm256_setzero_si256());
  return (eight_inks){
    _mm256_andnot_si256(has_no_ink, _mm256_blendv_epi8(partial, times_255(sample), is_opaque)),
    _mm256_andnot_si256(has_no_ink, alpha),
    sample,
  };
}

/// Stores a block.
AVX2 static inline void store_inks(eight_inks first, eight_inks second, const overlay_ink *ink, size_t x) {
  // Packing and shuffling works within halves of a vector, which are exchanged afterward.
  __m256i even_first = _mm256_broadcastsi128_si256(
    _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15));
  __m256i products = _mm256_permute4x64_epi64(_mm256_packus_epi32(first.products, second.products), 0xd8);
  products = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(products, even_first), 0xd8);
  _mm256_storeu_si256((void *)(ink->products + x), products);
  __m256i alphas = _mm256_permute4x64_epi64(_mm256_packus_epi32(first.alphas, second.alphas), 0xd8);
  __m256i samples = _mm256_permute4x64_epi64(_mm256_packus_epi32(first.samples, second.samples), 0xd8);
  __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(alphas, samples), 0xd8);
  _mm_storeu_si128((void *)(ink->alphas + x), _mm256_castsi256_si128(bytes));
  _mm_storeu_si128((void *)(ink->samples + x), _mm256_extracti128_si256(bytes, 1));
}

AVX2 static void ink_pixels_avx2(const uint8_t *pixels, size_t count, const overlay_ink *ink) {
  __m256i halves = _mm256_set1_epi32((int32_t)HALVES);
  size_t x = 0;
  for (; x + OVERLAY_INK_BLOCK <= count; x += OVERLAY_INK_BLOCK) {
    __m256i first = load(pixels + 4 * x), second = load(pixels + 4 * x + 32);
    if (_mm256_testz_si256(_mm256_or_si256(first, second), _mm256_set1_epi32((int32_t)ALPHA))) continue;
    __m256i green_alphas[2] = {
      _mm256_and_si256(_mm256_srli_epi32(first, 8), halves), _mm256_and_si256(_mm256_srli_epi32(second, 8), halves),
    };
    store_inks(
      inks_of_eight(_mm256_and_si256(first, halves), green_alphas[0], _mm256_srli_epi32(first, 24), ink, 0),
      inks_of_eight(_mm256_and_si256(second, halves), green_alphas[1], _mm256_srli_epi32(second, 24), ink, 0), ink, x);
  }
  ink_pixels_plain(pixels, x, count, ink);
}

/// Returns the alpha of the pixels that belong to eight samples alone, two in each row: not zero if any of them has ink.
AVX2 static inline __m256i own_alphas(overlay_own_pixels own, size_t x) {
  const uint8_t *upper = (const uint8_t *)own.upper + 8 * x, *lower = (const uint8_t *)own.lower + 8 * x;
  __m256 first = _mm256_castsi256_ps(_mm256_or_si256(load(upper), load(lower)));
  __m256 second = _mm256_castsi256_ps(_mm256_or_si256(load(upper + 32), load(lower + 32)));
  __m256 bits = _mm256_or_ps(_mm256_shuffle_ps(first, second, 0x88), _mm256_shuffle_ps(first, second, 0xdd));
  return _mm256_srli_epi32(_mm256_permute4x64_epi64(_mm256_castps_si256(bits), 0xd8), 24);
}

AVX2 static void ink_filtered_avx2(
  overlay_filtered_row row, overlay_own_pixels own, size_t count, const overlay_ink *inks, size_t ink_count
) {
  size_t x = 0;
  for (; x + OVERLAY_INK_BLOCK <= count && 2 * (x + OVERLAY_INK_BLOCK) <= own.count; x += OVERLAY_INK_BLOCK) {
    __m256i first_own = own_alphas(own, x), second_own = own_alphas(own, x + 8);
    __m256i any = _mm256_or_si256(first_own, second_own);
    if (_mm256_testz_si256(any, any)) continue;
    __m256i blue_reds[2] = {filter_across(row.blue_red + 2 * x), filter_across(row.blue_red + 2 * x + 16)};
    __m256i green_alphas[2] = {filter_across(row.green_alpha + 2 * x), filter_across(row.green_alpha + 2 * x + 16)};
    for (size_t index = 0; index < ink_count; index++)
      store_inks(
        inks_of_eight(blue_reds[0], green_alphas[0], first_own, inks + index, FILTER_BITS),
        inks_of_eight(blue_reds[1], green_alphas[1], second_own, inks + index, FILTER_BITS), inks + index, x);
  }
  ink_filtered_plain(row, own, x, count, inks, ink_count);
}

/// Returns products of components in 16 bits, divided by 255 and rounded.
AVX2 static inline __m256i products(__m256i a, __m256i b) {
  __m256i value = _mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(128));
  return _mm256_mulhi_epu16(value, _mm256_set1_epi16(257));
}

AVX2 static inline __m256i low_words(__m256i bytes) { return _mm256_unpacklo_epi8(bytes, _mm256_setzero_si256()); }

AVX2 static inline __m256i high_words(__m256i bytes) { return _mm256_unpackhi_epi8(bytes, _mm256_setzero_si256()); }

/// Blends eight pixels with a coverage of one byte each.
AVX2 static inline void blend_eight(__m256i color, bool is_opaque, uint64_t coverage, uint8_t *pixels) {
  // The coverage of each pixel, for each of its components.
  __m256i order = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12));
  __m256i spread = _mm256_shuffle_epi8(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)coverage)), order);
  __m256i low = low_words(spread), high = high_words(spread), components = low_words(color);
  __m256i share = _mm256_packus_epi16(products(components, low), products(components, high));
  if (!is_opaque) {
    __m256i alpha = _mm256_srli_epi16(_mm256_srli_epi32(color, 16), 8);
    alpha = _mm256_or_si256(alpha, _mm256_slli_epi32(alpha, 16));
    low = products(alpha, low);
    high = products(alpha, high);
  }
  __m256i all = _mm256_set1_epi16(255), eight = load(pixels);
  __m256i rest = _mm256_packus_epi16(
    products(low_words(eight), _mm256_xor_si256(low, all)), products(high_words(eight), _mm256_xor_si256(high, all)));
  _mm256_storeu_si256((void *)pixels, _mm256_adds_epu8(share, rest));
}

AVX2 static inline void blend_row_avx2(
  __m256i color, bool is_opaque, const uint8_t *mask, uint8_t *pixels, size_t width
) {
  uint64_t coverage;
  size_t x = 0;
  for (; x + 8 <= width; x += 8) {
    memcpy(&coverage, mask + x, sizeof coverage);
    if (coverage == 0) continue;
    if (is_opaque && coverage == UINT64_MAX)
      _mm256_storeu_si256((void *)(pixels + 4 * x), color);
    else
      blend_eight(color, is_opaque, coverage, pixels + 4 * x);
  }
  if (x == width) return;
  // The last pixels are blended with some of those before them, which get no coverage.
  memcpy(&coverage, mask + width - 8, sizeof coverage);
  size_t bits_before = 8 * (x + 8 - width);
  coverage = coverage >> bits_before << bits_before;
  if (coverage != 0) blend_eight(color, is_opaque, coverage, pixels + 4 * (width - 8));
}

AVX2 static void blend_avx2(
  uint32_t color, const uint8_t *mask, size_t mask_stride, uint8_t *pixels, size_t stride, size_t width, size_t height
) {
  __m256i eight = _mm256_set1_epi32((int32_t)color);
  // The loops differ, because an opaque color needs a third fewer products.
  if (color >> 24 == 255)
    for (size_t y = 0; y < height; y++) blend_row_avx2(eight, true, mask + y * mask_stride, pixels + y * stride, width);
  else
    for (size_t y = 0; y < height; y++) blend_row_avx2(eight, false, mask + y * mask_stride, pixels + y * stride, width);
}

AVX2 static void colors_avx2(
  const uint16_t *luma, const uint16_t *blue, const uint16_t *red, size_t count, const overlay_color_weights *weights,
  uint32_t *pixels
) {
  colors(luma, blue, red, count, weights, pixels);
}

AVX2 static void set_alpha_avx2(const uint16_t *alpha, size_t count, bool is_premultiplied, uint32_t *pixels) {
  set_alpha(alpha, count, is_premultiplied, pixels);
}
#else
void overlay_use_avx2(bool is_wanted) {}
#endif

void overlay_blend(
  uint32_t color, const uint8_t *mask, size_t mask_stride, void *pixels, size_t stride, size_t width, size_t height
) {
#if defined(__x86_64__)
  if (has_avx2() && width >= 8) return blend_avx2(color, mask, mask_stride, pixels, stride, width, height);
#endif
  for (size_t y = 0; y < height; y++) blend_row(color, mask + y * mask_stride, (uint8_t *)pixels + y * stride, width);
}

void overlay_luma(const void *pixels, size_t count, overlay_weights weights, uint8_t black, uint8_t *luma) {
#if defined(__x86_64__)
  if (has_avx2() && count >= 32) return luma_avx2(pixels, count, weights, black, luma);
#endif
  uint32_t bias = luma_bias(black);
  for (size_t x = 0; x < count; x++) luma[x] = luma_of(pixel(pixels, x), weights, bias);
}

void overlay_samples(
  const void *pixels, size_t count, overlay_encoding encoding, bool is_straight, uint16_t *samples
) {
  // Compilers make vectors of this loop, with signed integers and without branches.
  for (size_t x = 0; x < count; x++) {
    int32_t color = (int32_t)pixel(pixels, x);
    float alpha = (float)(color >> 24 & 255);
    float sum = (float)(color & 255) * encoding.blue + (float)(color >> 8 & 255) * encoding.green +
      (float)(color >> 16 & 255) * encoding.red;
    // The color of a transparent pixel is 0, because it is premultiplied.
    float divisor = is_straight ? (alpha > 1 ? alpha : 1) : 255;
    float value = encoding.base + sum * 255 / divisor + alpha * encoding.alpha;
    value = value > 0 ? value : 0;
    samples[x] = (uint16_t)(int32_t)((value < encoding.maximum ? value : encoding.maximum) + 0.5f);
  }
}

bool overlay_is_gray(const void *pixels, size_t count) {
#if defined(__x86_64__)
  if (has_avx2() && count >= 8) return is_gray_avx2(pixels, count);
#endif
  uint32_t differences = 0;
  for (size_t x = 0; x < count; x++) differences |= pixel(pixels, x) ^ pixel(pixels, x) >> 8;
  return (differences & 0xffff) == 0;
}

static inline uint8_t recolored(const uint8_t *pixel, overlay_color_row row) {
  int32_t sum = pixel[0] * row.blue + pixel[1] * row.green + pixel[2] * row.red + pixel[3] * row.alpha;
  return (uint8_t)limited((sum + (1 << 11)) >> 12, pixel[3]);
}

void overlay_recolor(void *pixels, size_t count, overlay_color_matrix matrix) {
  uint8_t *pixel = pixels;
  for (size_t x = 0; x < count; x++, pixel += 4) {
    if (pixel[3] == 0) continue;
    uint8_t blue = recolored(pixel, matrix.blue), green = recolored(pixel, matrix.green);
    pixel[2] = recolored(pixel, matrix.red);
    pixel[0] = blue;
    pixel[1] = green;
  }
}

void overlay_filter_rows(
  const void *above, const void *upper, const void *lower, const void *below, size_t count, uint32_t *blue_red,
  uint32_t *green_alpha
) {
#if defined(__x86_64__)
  if (has_avx2() && count >= 8)
    return filter_rows_avx2(above, upper, lower, below, count, blue_red, green_alpha);
#endif
  for (size_t x = 0; x < count; x++)
    filter_pixel(
      pixel(above, x), pixel(upper, x), pixel(lower, x), pixel(below, x), blue_red + x, green_alpha + x);
}

void overlay_chroma(
  overlay_filtered_row row, size_t count, overlay_weights blue_weights, overlay_weights red_weights, uint8_t *blue,
  uint8_t *red, size_t stride
) {
#if defined(__x86_64__)
  if (has_avx2() && count >= 8) return chroma_avx2(row, count, blue_weights, red_weights, blue, red, stride);
#endif
  for (size_t x = 0; x < count; x++) {
    uint32_t blue_red = filtered(row.blue_red + 2 * x), green_alpha = filtered(row.green_alpha + 2 * x);
    blue[stride * x] = chroma_of(blue_red, green_alpha, blue_weights);
    red[stride * x] = chroma_of(blue_red, green_alpha, red_weights);
  }
}

void overlay_ink_pixels(const void *pixels, size_t count, const overlay_ink *ink) {
#if defined(__x86_64__)
  if (has_avx2()) return ink_pixels_avx2(pixels, count, ink);
#endif
  ink_pixels_plain(pixels, 0, count, ink);
}

void overlay_ink_filtered(
  overlay_filtered_row row, overlay_own_pixels own, size_t count, const overlay_ink *inks, size_t ink_count
) {
#if defined(__x86_64__)
  if (has_avx2()) return ink_filtered_avx2(row, own, count, inks, ink_count);
#endif
  ink_filtered_plain(row, own, 0, count, inks, ink_count);
}

void overlay_widen(const void *samples, size_t count, size_t stride, size_t bytes, int shift, uint16_t *row) {
  const uint8_t *at = samples;
  if (bytes == 1 && stride == 1) {
    for (size_t x = 0; x < count; x++) row[x] = at[x];
  } else if (bytes == 1) {
    for (size_t x = 0; x < count; x++) row[x] = at[stride * x];
  } else {
    for (size_t x = 0; x < count; x++) {
      memcpy(row + x, at + 2 * stride * x, sizeof *row);
      row[x] = (uint16_t)(row[x] >> shift);
    }
  }
}

void overlay_mix_rows(const uint16_t *near, const uint16_t *far, size_t count, uint16_t *row) {
  for (size_t x = 0; x < count; x++) row[x] = (uint16_t)(3 * near[x] + far[x]);
}

void overlay_scale_row(const uint16_t *source, size_t count, int shift, uint16_t *row) {
  for (size_t x = 0; x < count; x++) row[x] = (uint16_t)(source[x] << shift);
}

void overlay_mix_columns(const uint16_t *source, size_t count, uint16_t *restrict row) {
  for (size_t x = 0; x < count / 2; x++) {
    row[2 * x] = (uint16_t)(2 * source[x]);
    row[2 * x + 1] = (uint16_t)(source[x] + source[x + 1]);
  }
  if (count % 2 == 1) row[count - 1] = (uint16_t)(2 * source[count / 2]);
}

void overlay_colors(
  const uint16_t *luma, const uint16_t *blue, const uint16_t *red, size_t count, const overlay_color_weights *weights,
  void *pixels
) {
#if defined(__x86_64__)
  if (has_avx2()) return colors_avx2(luma, blue, red, count, weights, pixels);
#endif
  colors(luma, blue, red, count, weights, pixels);
}

void overlay_pack(const uint16_t *blue, const uint16_t *green, const uint16_t *red, size_t count, void *pixels) {
  uint32_t *restrict row = pixels;
  for (size_t x = 0; x < count; x++) row[x] = ALPHA | (uint32_t)red[x] << 16 | (uint32_t)green[x] << 8 | blue[x];
}

void overlay_set_alpha(const uint16_t *alpha, size_t count, bool is_premultiplied, void *pixels) {
#if defined(__x86_64__)
  if (has_avx2()) return set_alpha_avx2(alpha, count, is_premultiplied, pixels);
#endif
  set_alpha(alpha, count, is_premultiplied, pixels);
}
