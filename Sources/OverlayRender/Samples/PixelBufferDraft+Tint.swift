extension PixelBufferDraft {
  /// Lays translucent magenta over a damage, with a line of it along the edges of each rectangle.
  ///
  /// - Precondition: The format is `bgraPremultiplied`, and the damage lies within the picture.
  mutating func tint(_ damage: Damage) {
    precondition(format.pixelFormat == .bgraPremultiplied && format.bounds.contains(damage.bounds))
    let stride = format.planes[0].bytesPerRow
    withUnsafeMutableBytes { bytes in
      damage.forEach { rectangle in
        for y in rectangle.minY..<rectangle.maxY {
          for x in rectangle.minX..<rectangle.maxX {
            let isEdge =
              x == rectangle.minX || x == rectangle.maxX - 1 || y == rectangle.minY || y == rectangle.maxY - 1
            DamageTint.blend(over: bytes, at: y * stride + 4 * x, alpha: isEdge ? DamageTint.edge : DamageTint.inside)
          }
        }
      }
    }
  }
}

/// How a damage is shown.
private enum DamageTint {
  /// The opacity along the edges, of 255.
  static let edge: UInt32 = 204
  /// The opacity within them, of 255.
  static let inside: UInt32 = 77

  /// Lays magenta over a pixel.
  static func blend(over bytes: UnsafeMutableRawBufferPointer, at offset: Int, alpha: UInt32) {
    for (channel, isOn) in [true, false, true, true].enumerated() {
      let below = UInt32(bytes[offset + channel]) * (255 - alpha)
      bytes[offset + channel] = UInt8((below + (isOn ? 255 * alpha : 0) + 127) / 255)
    }
  }
}
