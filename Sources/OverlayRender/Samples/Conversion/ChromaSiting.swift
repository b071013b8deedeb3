/// The position of subsampled chroma samples relative to luma samples.
public enum ChromaSiting: Sendable, Hashable, CaseIterable {
  /// On the even luma columns, between two luma rows: the siting of MPEG-2, H.264 and most movies.
  case left
  /// Between two luma columns and two luma rows: the siting of JPEG and MPEG-1.
  case center
  /// On the even luma columns and rows: the siting of BT.2020 and BT.2100.
  case topLeft
}

/// The filter that subsamples color in one direction. Outside its edges, the picture continues with its outermost
/// pixels.
struct SubsamplingFilter: Sendable, Hashable {
  /// The number of pixels that share a sample: 1, 2 or 4.
  let factor: Int
  /// The first pixel of sample 0.
  let first: Int
  /// The number of pixels of a sample, 1 to 8.
  let count: Int
  /// The weights of the pixels of a sample, and zeros after them. Their sum is a power of two.
  let weights: SIMD8<Float>

  /// Creates a filter, or returns `nil` if the subsampling is not supported.
  ///
  /// - Parameter isCosited: Whether a sample is at the first of its pixels, not in the middle of them.
  init?(subsampling: Int, isCosited: Bool) {
    switch subsampling {
    case 1: (first, count, weights) = (0, 1, [1, 0, 0, 0, 0, 0, 0, 0])
    case 2 where isCosited: (first, count, weights) = (-1, 3, [1, 2, 1, 0, 0, 0, 0, 0])
    case 2: (first, count, weights) = (-1, 4, [1, 3, 3, 1, 0, 0, 0, 0])
    case 4 where isCosited: (first, count, weights) = (-3, 7, [1, 2, 3, 4, 3, 2, 1, 0])
    case 4: (first, count, weights) = (-2, 8, [1, 3, 5, 7, 7, 5, 3, 1])
    default: return nil
    }
    factor = subsampling
  }

  /// The sum of the weights.
  var sum: Float { weights.sum() }

  /// Returns the first pixel of a sample. It may be outside the picture.
  func firstPixel(of sample: Int) -> Int { factor * sample + first }

  /// Returns the pixels that belong to samples alone, without those that they share with other samples.
  func ownPixels(of samples: Range<Int>, pixelCount: Int) -> Range<Int> {
    factor * samples.lowerBound..<min(factor * samples.upperBound, pixelCount)
  }

  /// Returns the samples that depend on pixels.
  func samples(influencedBy pixels: Range<Int>, sampleCount: Int) -> Range<Int> {
    // The first sample whose last pixel is not before the range, and the last one whose first pixel is not after it.
    let lower = max(0, pixels.lowerBound - first - count + factor) / factor
    let upper = min(sampleCount, (pixels.upperBound - 1 - first) / factor + 1)
    return lower..<max(lower, upper)
  }
}
