/// How the samples of a picture lie in memory, 8 bits each.
public enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  /// Bytes B, G, R, A with colour multiplied by alpha: the core's own format, Cairo's `CAIRO_FORMAT_ARGB32` on a
  /// little-endian machine.
  case bgraPremultiplied
  /// Bytes R, G, B, A with colour multiplied by alpha.
  case rgbaPremultiplied
  /// Bytes B, G, R, A, straight alpha.
  case bgra
  /// Bytes R, G, B, A, straight alpha.
  case rgba
  /// Planes Y, Cb, Cr; chroma halved both ways.
  case yuv420p
  /// Planes Y and CbCr interleaved; chroma halved both ways.
  case nv12
  /// Planes Y, Cb, Cr of equal size.
  case yuv444p
  /// Planes Y, Cb, Cr, A, straight alpha; chroma halved both ways, alpha always of full range.
  case yuva420p
  /// One plane of luma, always of full range.
  case gray

  /// Whether a picture of this format can be transparent.
  public var hasAlpha: Bool {
    switch self {
    case .bgraPremultiplied, .rgbaPremultiplied, .bgra, .rgba, .yuva420p: true
    case .yuv420p, .nv12, .yuv444p, .gray: false
    }
  }

  /// Whether colour is stored multiplied by alpha.
  public var isPremultiplied: Bool { self == .bgraPremultiplied || self == .rgbaPremultiplied }

  /// The same format with colour multiplied by alpha; `nil` where there is none.
  public var premultiplied: PixelFormat? {
    switch self {
    case .bgra, .bgraPremultiplied: .bgraPremultiplied
    case .rgba, .rgbaPremultiplied: .rgbaPremultiplied
    case .yuv420p, .nv12, .yuv444p, .yuva420p, .gray: nil
    }
  }

  /// Whether the format holds luma and colour difference instead of red, green and blue.
  public var isLuma: Bool {
    switch self {
    case .bgraPremultiplied, .rgbaPremultiplied, .bgra, .rgba: false
    case .yuv420p, .nv12, .yuv444p, .yuva420p, .gray: true
    }
  }

  /// Whether chroma is halved both ways.
  public var hasHalvedChroma: Bool { self == .yuv420p || self == .nv12 || self == .yuva420p }

  /// The number of planes, 1...4.
  public var planeCount: Int {
    switch self {
    case .bgraPremultiplied, .rgbaPremultiplied, .bgra, .rgba, .gray: 1
    case .nv12: 2
    case .yuv420p, .yuv444p: 3
    case .yuva420p: 4
    }
  }
}
