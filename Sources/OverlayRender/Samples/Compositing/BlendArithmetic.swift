/// The integers that represent the ink of an overlay in a plane.
///
/// A **product** is a sample's value multiplied by its alpha, rounded once. So the sum of a product and of what it
/// leaves of the movie is divided and rounded only once, too.
protocol InkIntegers {
  /// A sample of the movie.
  associatedtype Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar
  associatedtype Alpha: FixedWidthInteger & UnsignedInteger
  associatedtype Product: FixedWidthInteger & UnsignedInteger & SIMDScalar

  /// The alpha of opaque pixels, a multiple of 255.
  static var opaque: Alpha { get }
}

/// The arithmetic that blends ink over the samples of a movie, in vectors.
///
/// A product has twice as many bits as a sample, so two adjacent samples fit in one lane.
protocol BlendArithmetic: InkIntegers where Alpha == Sample {
  /// Returns `(product + below * (opaque - alpha)) / opaque`, rounded. The result is `below` if the others are 0.
  static func blend(_ product: SIMD8<Product>, _ alpha: SIMD8<Product>, over below: SIMD8<Product>) -> SIMD8<Product>
}

/// Samples of one byte. The alpha of subsampled chroma is rounded to 8 bits.
enum ByteBlending: BlendArithmetic {
  typealias Sample = UInt8
  typealias Product = UInt16
  static let opaque: UInt8 = 255

  @inline(__always)
  static func blend(_ product: SIMD8<UInt16>, _ alpha: SIMD8<UInt16>, over below: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let sum = product &+ below &* (255 &- alpha) &+ 128
    // The quotient of x by 255, rounded, is (s + s / 256) / 256 with s = x + 128, for every x of up to 65152.
    return (sum &+ (sum &>> 8)) &>> 8
  }
}

/// Samples of two bytes. Every alpha is exact.
enum WordBlending: BlendArithmetic {
  typealias Sample = UInt16
  typealias Product = UInt32
  static let opaque: UInt16 = 255 << 8

  @inline(__always)
  static func blend(_ product: SIMD8<UInt32>, _ alpha: SIMD8<UInt32>, over below: SIMD8<UInt32>) -> SIMD8<UInt32> {
    let one = UInt32(opaque)
    let sum = product &+ below &* (one &- alpha) &+ one / 2
    // The quotient of y by 255 is (y + 1 + z) / 256 with z = (y + y / 256) / 256, for every y below 2²⁴.
    let y = sum &>> 8
    return (y &+ 1 &+ ((y &+ (y &>> 8)) &>> 8)) &>> 8
  }
}

/// Samples of one byte over straight alpha, where the division by a low alpha would show the rounding of 8 bits.
enum FineBytes: InkIntegers {
  typealias Sample = UInt8
  typealias Product = UInt32
  static let opaque: UInt16 = 255 << 8
}
