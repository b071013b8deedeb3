/// The format of a picture's bytes: the size, the pixel format and the encoding of color.
///
/// Rows and planes have no padding, so the bytes of a picture are a frame of a raw video file. Subsampled chroma is
/// sited left (on the even luma columns, between two luma rows), and its size is rounded up.
public struct VideoFormat: Sendable, Hashable, CustomStringConvertible {
  /// The size of the picture in pixels. Each side is 1...32767.
  public let size: PixelSize
  /// The layout of the samples in memory.
  public let pixelFormat: PixelFormat
  /// The luma weights. They have no meaning for RGB formats.
  public let matrix: ColorMatrix
  /// The range of luma and chroma. It is always full for `gray` and has no meaning for RGB formats.
  public let range: ColorRange
  /// The layout of the planes, in the order of the pixel format.
  public let planes: [PlaneLayout]

  /// The range of a side in pixels, which is Cairo's limit.
  package static let sideLimits = 1...32767

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - size: The size in pixels.
  ///   - pixelFormat: The layout of the samples in memory.
  ///   - matrix: The luma weights, or nil for the default of the size.
  ///   - range: The range. `gray` always has full range.
  /// - Throws: `VideoFormatError.sizeOutOfRange` if a side is not within 1...32767.
  public init(
    size: PixelSize, pixelFormat: PixelFormat, matrix: ColorMatrix? = nil, range: ColorRange = .limited
  ) throws(VideoFormatError) {
    guard Self.sideLimits.contains(size.width), Self.sideLimits.contains(size.height) else {
      throw .sizeOutOfRange(size)
    }
    self.init(possible: size, pixelFormat, matrix ?? .standard(for: size), range)
  }

  private init(possible size: PixelSize, _ pixelFormat: PixelFormat, _ matrix: ColorMatrix, _ range: ColorRange) {
    self.size = size
    self.pixelFormat = pixelFormat
    self.matrix = matrix
    self.range = pixelFormat.colorModel == .gray ? .full : range
    planes = PlaneLayout.planes(of: pixelFormat, size: size)
  }

  /// Returns the format with another pixel format, and the same size, matrix and range.
  package func with(_ pixelFormat: PixelFormat) -> VideoFormat {
    VideoFormat(possible: size, pixelFormat, matrix, range)
  }

  /// The number of bytes of a picture.
  public var byteCount: Int { planes.reduce(0) { $0 + $1.byteCount } }

  /// The rectangle of the whole picture.
  public var bounds: PixelRect { PixelRect(size) }

  /// A description of the format: `1280x720 yuv420p bt709 limited`.
  public var description: String {
    pixelFormat.colorModel == .rgb
      ? "\(size) \(pixelFormat)" : "\(size) \(pixelFormat) \(matrix.rawValue) \(range.rawValue)"
  }
}

/// The position of a plane in the bytes of a picture.
public struct PlaneLayout: Sendable, Hashable {
  /// The offset in bytes from the start of the picture.
  public let offset: Int
  /// The number of samples in a row and the number of rows, rounded up if pixels share samples.
  public let size: PixelSize
  /// The distance in bytes between two rows, which have no padding.
  public let bytesPerRow: Int

  /// The number of bytes of the plane.
  public var byteCount: Int { bytesPerRow * size.height }

  fileprivate static func planes(of pixelFormat: PixelFormat, size: PixelSize) -> [PlaneLayout] {
    var offset = 0
    return pixelFormat.planes.map { plane in
      let size = PixelSize(
        (size.width + plane.horizontalSubsampling - 1) / plane.horizontalSubsampling,
        (size.height + plane.verticalSubsampling - 1) / plane.verticalSubsampling)
      let bytesPerRow = size.width * plane.components.count * pixelFormat.bytesPerComponent
      let layout = PlaneLayout(offset: offset, size: size, bytesPerRow: bytesPerRow)
      offset += layout.byteCount
      return layout
    }
  }
}

/// An invalid video format.
public enum VideoFormatError: Error, Hashable, CustomStringConvertible {
  /// A side is not within 1...32767 pixels.
  case sizeOutOfRange(PixelSize)

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .sizeOutOfRange(let size): "\(size) is not a picture size: give sides of 1 to 32767 pixels"
    }
  }
}

/// The weights of red, green and blue in luma.
public enum ColorMatrix: String, Sendable, Hashable, CaseIterable {
  /// ITU-R BT.601: 0.299, 0.587, 0.114.
  case bt601
  /// ITU-R BT.709: 0.2126, 0.7152, 0.0722.
  case bt709
  /// ITU-R BT.2020 with non-constant luminance: 0.2627, 0.6780, 0.0593.
  case bt2020

  /// The weights of red and blue. The weight of green is the rest to 1.
  var weights: (red: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    case .bt2020: (0.2627, 0.0593)
    }
  }

  /// Returns the default matrix for a size: BT.709 if the width is at least 1280 or the height is above 576, else
  /// BT.601.
  public static func standard(for size: PixelSize) -> ColorMatrix {
    size.width >= 1280 || size.height > 576 ? .bt709 : .bt601
  }
}

/// The sample values of black, white and saturated color.
public enum ColorRange: String, Sendable, Hashable, CaseIterable {
  /// Luma 16...235, chroma 16...240.
  case limited
  /// Luma and chroma 0...255.
  case full
}
