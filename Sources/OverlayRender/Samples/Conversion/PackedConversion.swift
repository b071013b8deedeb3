/// Kernels from premultiplied BGRA to the other formats of four bytes.
enum PackedConversion {
  /// Exchanges the first and the third byte.
  @inline(__always)
  static func swapRedAndBlue(_ pixels: PixelVector) -> PixelVector {
    (pixels & 0xff00_ff00) | ((pixels &>> 16) & 0xff) | ((pixels & 0xff) &<< 16)
  }

  /// Divides colour by alpha, as Cairo's PNG writer does: (255 c + a / 2) / a. Transparent pixels become zero.
  @inline(__always)
  static func straight(_ pixels: PixelVector) -> PixelVector {
    // Most pictures are opaque or empty nearly everywhere, and there is nothing to divide.
    if pixels.isOpaque { return pixels }
    if pixels.isTransparent { return PixelVector() }
    return mapLanes(pixels, pixels.alpha) { straight($0, alpha: $1) }
  }

  @inline(__always)
  private static func straight(_ pixel: UInt32, alpha: UInt32) -> UInt32 {
    if alpha == 0 { return 0 }
    let blue = min(255, ((pixel & 0xff) &* 255 &+ alpha / 2) / alpha)
    let green = min(255, ((pixel &>> 8 & 0xff) &* 255 &+ alpha / 2) / alpha)
    let red = min(255, ((pixel &>> 16 & 0xff) &* 255 &+ alpha / 2) / alpha)
    return alpha &<< 24 | red &<< 16 | green &<< 8 | blue
  }
}
