/// The integers that represent an overlay, and the arithmetic that blends them over the samples of a movie.
///
/// A **product** is a sample's value multiplied by its alpha, rounded once. So the sum of a product and of what it
/// leaves of the movie is divided and rounded only once, too.
protocol BlendArithmetic {
  /// A sample of the movie.
  associatedtype Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar
  associatedtype Alpha: FixedWidthInteger & UnsignedInteger & SIMDScalar
  associatedtype Product: FixedWidthInteger & UnsignedInteger & SIMDScalar

  /// The alpha of opaque pixels, a multiple of 255.
  static var opaque: Alpha { get }

  /// Returns `(product + below * (opaque - alpha)) / opaque`, rounded. The result is `below` if the others are 0.
  static func blend(_ product: SIMD16<Product>, _ alpha: SIMD16<Alpha>, over below: SIMD16<Sample>) -> SIMD16<Sample>
}

/// The arithmetic for samples of one byte, in 16 bits. The alpha of subsampled chroma is rounded to 8 bits.
enum ByteBlending: BlendArithmetic {
  static let opaque: UInt8 = 255

  @inline(__always)
  static func blend(_ product: SIMD16<UInt16>, _ alpha: SIMD16<UInt8>, over below: SIMD16<UInt8>) -> SIMD16<UInt8> {
    let rest = SIMD16<UInt16>(truncatingIfNeeded: ~alpha)
    let sum = product &+ SIMD16<UInt16>(truncatingIfNeeded: below) &* rest &+ 128
    // The quotient of x by 255, rounded, is (s + s / 256) / 256 with s = x + 128, for every x of up to 65152.
    return SIMD16(truncatingIfNeeded: (sum &+ (sum &>> 8)) &>> 8)
  }
}

/// The arithmetic for samples of one or two bytes, in 32 bits. Every alpha is exact.
enum FineBlending<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar>: BlendArithmetic {
  static var opaque: UInt16 { 255 << 8 }

  @inline(__always)
  static func blend(_ product: SIMD16<UInt32>, _ alpha: SIMD16<UInt16>, over below: SIMD16<Sample>) -> SIMD16<Sample> {
    let rest = SIMD16<UInt32>(truncatingIfNeeded: opaque &- alpha)
    let sum = product &+ SIMD16<UInt32>(truncatingIfNeeded: below) &* rest &+ UInt32(opaque / 2)
    // The quotient of y by 255 is (y + 1 + z) / 256 with z = (y + y / 256) / 256, for every y below 2²⁴.
    let y = sum &>> 8
    return SIMD16(truncatingIfNeeded: (y &+ 1 &+ ((y &+ (y &>> 8)) &>> 8)) &>> 8)
  }
}
