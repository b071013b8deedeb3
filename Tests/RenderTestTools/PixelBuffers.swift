package import OverlayRender

// Pictures of tests.

extension PixelBuffer {
  /// The bytes.
  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Creates a picture of bytes.
  package static func make(_ format: VideoFormat, _ bytes: [UInt8]) throws -> PixelBuffer {
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return draft.freeze()
  }

  /// Creates a picture of random samples within the bits of the format. Premultiplied colors do not exceed alpha.
  package static func noise(_ format: VideoFormat, using random: inout some RandomNumberGenerator) throws -> PixelBuffer
  {
    let maximum = UInt16(1 << format.pixelFormat.bitsPerComponent - 1)
    var bytes: [UInt8] = []
    if format.pixelFormat.bytesPerComponent == 2 {
      for _ in 0..<format.byteCount / 2 {
        let sample = UInt16.random(in: 0...maximum, using: &random)
        bytes += [UInt8(sample & 0xff), UInt8(sample >> 8)]
      }
    } else {
      bytes = (0..<format.byteCount).map { _ in .random(in: 0...UInt8(maximum), using: &random) }
    }
    if format.pixelFormat.alpha == .premultiplied {
      for pixel in stride(from: 0, to: bytes.count, by: 4) {
        for channel in pixel..<pixel + 3 { bytes[channel] = min(bytes[channel], bytes[pixel + 3]) }
      }
    }
    return try make(format, bytes)
  }

  /// Creates a picture of one opaque color.
  package static func solid(_ format: VideoFormat, red: Int, green: Int, blue: Int, alpha: Int = 255) throws
    -> PixelBuffer
  {
    let pixel = [UInt8(blue), UInt8(green), UInt8(red), UInt8(alpha)]
    let bytes = [[UInt8]](repeating: pixel, count: format.size.width * format.size.height).flatMap(\.self)
    let picture = try make(VideoFormat(size: format.size, pixelFormat: .bgra), bytes)
    return try picture.converted(to: format)
  }

  /// Returns a frozen picture of pixels in blue, green, red, alpha.
  package static func picture(_ width: Int, _ height: Int, pixel: (Int, Int) -> [UInt8]) throws -> PixelBuffer {
    let format = try VideoFormat(size: PixelSize(width, height), pixelFormat: .bgraPremultiplied)
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          for (channel, value) in pixel(x, y).enumerated() { bytes[4 * (y * width + x) + channel] = value }
        }
      }
    }
    return draft.freeze()
  }
}

extension SampleBuffer {
  /// Whether all bytes of the pictures are the same.
  package func hasSamePicture(as other: SampleBuffer) -> Bool {
    guard let a = pixelBuffer, let b = other.pixelBuffer, a.format == b.format else { return false }
    return a.withUnsafeBytes { a in b.withUnsafeBytes { b in a.elementsEqual(b) } }
  }
}
