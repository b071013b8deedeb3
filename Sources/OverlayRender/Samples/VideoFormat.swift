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
    self.range = pixelFormat == .gray ? .full : range
    planes = PlaneLayout.planes(of: pixelFormat, size: size)
  }

  /// The bytes of one picture.
  public var byteCount: Int { planes.reduce(0) { $0 + $1.byteCount } }

  /// The rectangle of the whole picture.
  public var bounds: PixelRect { PixelRect(size) }

  /// The size of a chroma plane in samples: half the picture's, rounded up, where the format halves chroma.
  public var chromaSize: PixelSize {
    pixelFormat.hasHalvedChroma ? PixelSize((size.width + 1) / 2, (size.height + 1) / 2) : size
  }

  /// The format in words: `1280x720 yuv420p bt709 limited`.
  public var description: String {
    pixelFormat.isLuma
      ? "\(size) \(pixelFormat.rawValue) \(matrix.rawValue) \(range.rawValue)" : "\(size) \(pixelFormat.rawValue)"
  }
}

/// Where one plane of a picture lies.
public struct PlaneLayout: Sendable, Hashable {
  /// Bytes from the start of the picture.
  public let offset: Int
  /// Bytes from one row to the next; rows are tight.
  public let bytesPerRow: Int
  /// The number of rows.
  public let rows: Int

  /// The bytes of the plane.
  public var byteCount: Int { bytesPerRow * rows }

  fileprivate static func planes(of pixelFormat: PixelFormat, size: PixelSize) -> [PlaneLayout] {
    let chroma = PixelSize((size.width + 1) / 2, (size.height + 1) / 2)
    let shapes: [(bytesPerRow: Int, rows: Int)] =
      switch pixelFormat {
      case .bgraPremultiplied, .rgbaPremultiplied, .bgra, .rgba: [(4 * size.width, size.height)]
      case .gray: [(size.width, size.height)]
      case .yuv444p: Array(repeating: (size.width, size.height), count: 3)
      case .nv12: [(size.width, size.height), (2 * chroma.width, chroma.height)]
      case .yuv420p: [(size.width, size.height)] + Array(repeating: (chroma.width, chroma.height), count: 2)
      case .yuva420p:
        [(size.width, size.height)] + Array(repeating: (chroma.width, chroma.height), count: 2)
          + [(size.width, size.height)]
      }
    var offset = 0
    return shapes.map { shape in
      defer { offset += shape.bytesPerRow * shape.rows }
      return PlaneLayout(offset: offset, bytesPerRow: shape.bytesPerRow, rows: shape.rows)
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
