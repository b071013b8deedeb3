/// The layout of a picture's samples in memory: planes, each with one or more interleaved components.
///
/// The formats that the core can draw, convert to or draw on are static members. Another module can create values of
/// its own:
///
///     let yuv440p12 = PixelFormat(
///       "yuv440p12le",
///       planes: [
///         PixelFormat.Plane(.luma),
///         PixelFormat.Plane(.blueDifference, verticalSubsampling: 2),
///         PixelFormat.Plane(.redDifference, verticalSubsampling: 2),
///       ],
///       bitsPerComponent: 12)
public struct PixelFormat: Sendable, Hashable, CustomStringConvertible {
  /// The quantity that a sample represents.
  public enum Component: Sendable, Hashable {
    /// The primary colors.
    case red, green, blue
    /// The weighted sum of red, green and blue.
    case luma
    /// The color differences, Cb and Cr.
    case blueDifference, redDifference
    /// Opacity.
    case alpha
  }

  /// A part of a picture's memory: rows of samples.
  public struct Plane: Sendable, Hashable {
    /// The components of a sample, in the order in which they lie in memory.
    public let components: [Component]
    /// The number of horizontally adjacent pixels that share a sample.
    public let horizontalSubsampling: Int
    /// The number of vertically adjacent pixels that share a sample.
    public let verticalSubsampling: Int

    /// Creates a plane.
    ///
    /// - Precondition: There is at least one component, and both numbers are at least 1.
    public init(_ components: Component..., horizontalSubsampling: Int = 1, verticalSubsampling: Int = 1) {
      self.init(components, horizontalSubsampling, verticalSubsampling)
    }

    package init(_ components: [Component], _ horizontalSubsampling: Int, _ verticalSubsampling: Int) {
      precondition(!components.isEmpty, "a plane needs a component")
      precondition(horizontalSubsampling > 0 && verticalSubsampling > 0, "subsampling is 1 or more")
      self.components = components
      self.horizontalSubsampling = horizontalSubsampling
      self.verticalSubsampling = verticalSubsampling
    }

    /// The plane with rows and columns exchanged.
    package var transposed: Plane { Plane(components, verticalSubsampling, horizontalSubsampling) }
  }

  /// How opacity is stored.
  public enum Alpha: Sendable, Hashable {
    /// Without opacity: every pixel is opaque.
    case opaque
    /// Separate from the colors.
    case straight
    /// Colors are multiplied by opacity.
    case premultiplied
  }

  /// How colors are stored.
  public enum ColorModel: Sendable, Hashable {
    /// Red, green and blue.
    case rgb
    /// Luma and color differences.
    case yCbCr
    /// Only luma, always in full range.
    case gray
  }

  /// The name, such as `yuv420p`. It is FFmpeg's name if FFmpeg has the format.
  public let name: String
  /// The planes, in the order in which they lie in memory.
  public let planes: [Plane]
  /// The number of bits of a component, 1 to 16. More than 8 are the low bits of a little-endian integer of two bytes.
  public let bitsPerComponent: Int
  /// How opacity is stored.
  public let alpha: Alpha

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - planes: The planes, in the order in which they lie in memory.
  ///   - bitsPerComponent: The number of bits of a component, 1 to 16.
  ///   - isPremultiplied: Whether colors are multiplied by alpha. Ignored for formats without alpha.
  /// - Precondition: There is at least one plane, and `bitsPerComponent` is within its limits.
  public init(_ name: String, planes: [Plane], bitsPerComponent: Int = 8, isPremultiplied: Bool = false) {
    precondition(!planes.isEmpty, "a pixel format needs a plane")
    precondition((1...16).contains(bitsPerComponent), "a component has 1 to 16 bits")
    self.name = name
    self.planes = planes
    self.bitsPerComponent = bitsPerComponent
    let hasAlpha = planes.contains { $0.components.contains(.alpha) }
    alpha = !hasAlpha ? .opaque : isPremultiplied ? .premultiplied : .straight
  }

  /// The number of bytes of a component: 1, or 2 for more than 8 bits.
  public var bytesPerComponent: Int { bitsPerComponent > 8 ? 2 : 1 }

  /// Whether pictures of this format can be transparent.
  public var hasAlpha: Bool { alpha != .opaque }

  /// How colors are stored.
  public var colorModel: ColorModel {
    func holds(_ component: Component) -> Bool { planes.contains { $0.components.contains(component) } }
    guard holds(.luma) else { return .rgb }
    return holds(.blueDifference) || holds(.redDifference) ? .yCbCr : .gray
  }

  /// The built-in format that differs only in that colors are multiplied by alpha, or `nil` if there is none.
  public var premultiplied: PixelFormat? {
    Self.builtIn.first {
      $0.alpha == .premultiplied && $0.planes == planes && $0.bitsPerComponent == bitsPerComponent
    }
  }

  /// The name.
  public var description: String { name }
}

extension PixelFormat {
  /// Bytes B, G, R, A with color multiplied by alpha: the format in which the core draws, which is Cairo's
  /// `CAIRO_FORMAT_ARGB32` on a little-endian machine.
  public static let bgraPremultiplied = PixelFormat(
    "bgraPremultiplied", planes: [Plane(.blue, .green, .red, .alpha)], isPremultiplied: true)
  /// Bytes R, G, B, A with color multiplied by alpha.
  public static let rgbaPremultiplied = PixelFormat(
    "rgbaPremultiplied", planes: [Plane(.red, .green, .blue, .alpha)], isPremultiplied: true)
  /// Bytes B, G, R, A with straight alpha.
  public static let bgra = PixelFormat("bgra", planes: [Plane(.blue, .green, .red, .alpha)])
  /// Bytes R, G, B, A with straight alpha.
  public static let rgba = PixelFormat("rgba", planes: [Plane(.red, .green, .blue, .alpha)])
  /// Planes Y, Cb, Cr, with chroma at half resolution in both directions.
  public static let yuv420p = PixelFormat(
    "yuv420p",
    planes: [
      Plane(.luma), Plane(.blueDifference, horizontalSubsampling: 2, verticalSubsampling: 2),
      Plane(.redDifference, horizontalSubsampling: 2, verticalSubsampling: 2),
    ])
  /// Planes Y and interleaved CbCr, with chroma at half resolution in both directions.
  public static let nv12 = PixelFormat(
    "nv12",
    planes: [
      Plane(.luma), Plane(.blueDifference, .redDifference, horizontalSubsampling: 2, verticalSubsampling: 2),
    ])
  /// Planes Y, Cb, Cr of equal size.
  public static let yuv444p = PixelFormat(
    "yuv444p", planes: [Plane(.luma), Plane(.blueDifference), Plane(.redDifference)])
  /// Planes Y, Cb, Cr, A with straight alpha. Chroma has half resolution in both directions, and alpha always has full
  /// range.
  public static let yuva420p = PixelFormat("yuva420p", planes: yuv420p.planes + [Plane(.alpha)])
  /// One plane of luma, always in full range.
  public static let gray = PixelFormat("gray", planes: [Plane(.luma)])

  /// Planes Y, Cb, Cr, with chroma at half resolution horizontally.
  public static let yuv422p = PixelFormat(
    "yuv422p",
    planes: [
      Plane(.luma), Plane(.blueDifference, horizontalSubsampling: 2), Plane(.redDifference, horizontalSubsampling: 2),
    ])
  /// `yuv420p` with 10 bits.
  public static let yuv420p10 = PixelFormat("yuv420p10le", planes: yuv420p.planes, bitsPerComponent: 10)
  /// `yuv422p` with 10 bits.
  public static let yuv422p10 = PixelFormat("yuv422p10le", planes: yuv422p.planes, bitsPerComponent: 10)
  /// `yuv444p` with 10 bits.
  public static let yuv444p10 = PixelFormat("yuv444p10le", planes: yuv444p.planes, bitsPerComponent: 10)

  /// The formats that an output can write. Pictures can also have the other static formats, such as `yuv422p`.
  public static let builtIn: [PixelFormat] = [
    .bgraPremultiplied, .rgbaPremultiplied, .bgra, .rgba, .yuv420p, .nv12, .yuv444p, .yuva420p, .gray,
  ]

  /// All formats of this type.
  package static let all = builtIn + [.yuv422p, .yuv420p10, .yuv422p10, .yuv444p10]
}
