/// Sixteen pixels of four bytes, with B in the lowest byte: all supported machines are little-endian.
typealias PixelVector = SIMD16<UInt32>

extension PixelVector {
  // Baseline x86-64 multiplies only 16-bit integers. The masks show the optimizer that the values fit.
  @inline(__always) var blue: PixelVector { self & 0xff }
  @inline(__always) var green: PixelVector { (self &>> 8) & 0xff }
  @inline(__always) var red: PixelVector { (self &>> 16) & 0xff }
  @inline(__always) var alpha: PixelVector { self &>> 24 }

  /// Whether every pixel is opaque.
  @inline(__always) var isOpaque: Bool {
    let bits = lowHalf & highHalf
    return bits.commonBits >= 0xff00_0000
  }

  /// Whether every pixel is transparent.
  @inline(__always) var isTransparent: Bool {
    let bits = lowHalf | highHalf
    return bits.anyBits < 0x0100_0000
  }
}

// Combining halves keeps the values in vector registers; comparing lane by lane does not.
extension SIMD8<UInt32> {
  /// The bits that are set in all lanes.
  @inline(__always) var commonBits: UInt32 {
    let four = lowHalf & highHalf
    let two = four.lowHalf & four.highHalf
    return two.x & two.y
  }

  /// The lowest byte of each lane. The optimizer does not inline `init(truncatingIfNeeded:)`.
  @inline(__always) var lowBytes: SIMD8<UInt8> {
    let words = unsafeBitCast(self, to: SIMD16<UInt16>.self).evenHalf
    return unsafeBitCast(words, to: SIMD16<UInt8>.self).evenHalf
  }

  /// The bits that are set in any lane.
  @inline(__always) var anyBits: UInt32 {
    let four = lowHalf | highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y
  }
}

extension SIMD {
  /// Loads up to `count` scalars. The other lanes are zero.
  @inline(__always)
  static func load(_ source: UnsafeRawPointer, count: Int) -> Self {
    if count >= scalarCount { return source.loadUnaligned(as: Self.self) }
    var vector = Self()
    withUnsafeMutableBytes(of: &vector) { lanes in
      lanes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: MemoryLayout<Scalar>.stride * count))
    }
    return vector
  }
}

/// Returns a vector with the results of `body` for the lanes of two vectors. For divisions, which vectors do not have.
@inline(__always)
func mapLanes<Source: SIMD, Result: SIMD>(
  _ source: Source, _ other: Source, _ body: (Source.Scalar, Source.Scalar) -> Result.Scalar
) -> Result {
  var result = Result()
  for lane in 0..<Result.scalarCount { result[lane] = body(source[lane], other[lane]) }
  return result
}

/// Stores the first `min(count, lanes)` lanes.
@inline(__always)
func store<Vector: SIMD>(_ vector: Vector, to target: UnsafeMutableRawPointer, count: Int) {
  if count >= Vector.scalarCount {
    target.storeBytes(of: vector, as: Vector.self)
  } else {
    withUnsafeBytes(of: vector) { lanes in
      UnsafeMutableRawBufferPointer(start: target, count: lanes.count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: lanes.prefix(count * MemoryLayout<Vector.Scalar>.stride)))
    }
  }
}

/// Writes the result of `kernel` for each of `count` pixels.
///
/// The pixels after the last whole vector use the same kernel, so a sample does not depend on where a run of pixels
/// begins.
@inline(__always)
func mapPixels<Scalar: SIMDScalar>(
  _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer,
  _ kernel: (PixelVector) -> SIMD16<Scalar>
) {
  var x = 0
  while x < count {
    let result = kernel(PixelVector.load(source + 4 * x, count: count - x))
    store(result, to: target + x * MemoryLayout<Scalar>.stride, count: count - x)
    x += PixelVector.scalarCount
  }
}
