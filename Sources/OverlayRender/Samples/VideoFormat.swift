/// What the bytes of a picture mean: its size, its pixel format and how colour is encoded.
///
/// Planes are tight and follow each other without a gap: a picture's bytes are the frame as raw video files hold it.
/// Halved chroma is sited left (on the even luma columns, between two luma rows) and its size is rounded up.
public struct VideoFormat: Sendable, Hashable, CustomStringConvertible {
  /// The picture's size in pixels, each side 1...32767.
  public let size: PixelSize
  /// How the samples lie in memory.
  public let pixelFormat: PixelFormat
  /// The luma weights; without meaning for formats of red, green and blue.
  public let matrix: ColorMatrix
  /// The range of luma and chroma; always full for `gray`, without meaning for formats of red, green and blue.
  public let range: ColorRange
  /// Where the planes lie, in the order the pixel format names them.
  public let planes: [PlaneLayout]

  /// The shortest and the longest side, in pixels (Cairo's limit).
  public static let sideLimits = 1...32767

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - size: The size in pixels.
  ///   - pixelFormat: How the pixels lie in memory.
  ///   - matrix: The luma weights; nil takes the usual ones for the size.
  ///   - range: The range; `gray` is full whatever is asked.
  /// - Throws: `VideoFormatError.sizeOutOfRange` when a side is not within 1...32767.
  public init(
    size: PixelSize, pixelFormat: PixelFormat, matrix: ColorMatrix? = nil, range: ColorRange = .limited
  ) throws(VideoFormatError) {
    guard Self.sideLimits.contains(size.width), Self.sideLimits.contains(size.height) else {
      throw .sizeOutOfRange(size)
    }
    self.size = size
    self.pixelFormat = pixelFormat
    self.matrix = matrix ?? .usual(for: size)
    self.range = pixelFormat.colorModel == .gray ? .full : range
    planes = PlaneLayout.planes(of: pixelFormat, size: size)
  }

  /// The bytes of one picture.
  public var byteCount: Int { planes.reduce(0) { $0 + $1.byteCount } }

  /// The rectangle of the whole picture.
  public var bounds: PixelRect { PixelRect(size) }

  /// The format in words: `1280x720 yuv420p bt709 limited`.
  public var description: String {
    pixelFormat.colorModel == .rgb
      ? "\(size) \(pixelFormat)" : "\(size) \(pixelFormat) \(matrix.rawValue) \(range.rawValue)"
  }
}

/// Where one plane of a picture lies.
public struct PlaneLayout: Sendable, Hashable {
  /// Bytes from the start of the picture.
  public let offset: Int
  /// The samples of a row, and the number of rows; rounded up where pixels share samples.
  public let size: PixelSize
  /// Bytes from one row to the next; rows are tight.
  public let bytesPerRow: Int

  /// The bytes of the plane.
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

/// Why a video format cannot be.
public enum VideoFormatError: Error, Hashable, CustomStringConvertible {
  /// A side is not within 1...32767 pixels.
  case sizeOutOfRange(PixelSize)

  /// What is wrong and how to mend it, in one line.
  public var description: String {
    switch self {
    case .sizeOutOfRange(let size): "\(size) is not a picture size: give sides of 1 to 32767 pixels"
    }
  }
}

/// The weights by which red, green and blue make luma.
public enum ColorMatrix: String, Sendable, Hashable, CaseIterable {
  /// ITU-R BT.601: 0.299, 0.587, 0.114.
  case bt601
  /// ITU-R BT.709: 0.2126, 0.7152, 0.0722.
  case bt709

  /// The usual matrix of a picture of that size: BT.709 from a width of 1280 or a height over 576, else BT.601.
  public static func usual(for size: PixelSize) -> ColorMatrix {
    size.width >= 1280 || size.height > 576 ? .bt709 : .bt601
  }
}

/// Which sample values black, white and the full colour differences have.
public enum ColorRange: String, Sendable, Hashable, CaseIterable {
  /// Luma 16...235, chroma 16...240.
  case limited
  /// Luma and chroma 0...255.
  case full
}
