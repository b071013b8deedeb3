import CFFmpeg
import OverlayRender

/// The properties of the pictures of a movie.
struct PictureProperties: Sendable, Hashable {
  /// The size of the stored pictures.
  let codedSize: PixelSize
  /// The width of a stored pixel divided by its height.
  let pixelAspectRatio: AspectRatio
  /// The number of quarter turns clockwise with which the pictures are shown.
  let quarterTurns: Int
  /// Whether the pictures are shown mirrored.
  let isMirrored: Bool
  /// FFmpeg's name of the pixel format.
  let pixelFormatName: String
  /// The properties of color.
  let color: Color
  /// Whether a picture consists of two fields of different times.
  let isInterlaced: Bool

  /// A ratio of positive numbers.
  struct AspectRatio: Sendable, Hashable {
    let numerator: Int32
    let denominator: Int32

    static let square = AspectRatio(numerator: 1, denominator: 1)
  }

  /// The properties of color, as numbers of ITU-T H.273 and FFmpeg.
  struct Color: Sendable, Hashable {
    let primaries: UInt32
    let transfer: UInt32
    let matrix: UInt32
    let range: UInt32
    let chromaLocation: UInt32
  }

  init(of stream: UnsafeMutablePointer<AVStream>) {
    let parameters = stream.pointee.codecpar.pointee
    codedSize = PixelSize(Int(parameters.width), Int(parameters.height))
    let ratio = [stream.pointee.sample_aspect_ratio, parameters.sample_aspect_ratio]
      .first { $0.num > 0 && $0.den > 0 }
    pixelAspectRatio = ratio.map { AspectRatio(numerator: $0.num, denominator: $0.den) } ?? .square
    (quarterTurns, isMirrored) = Self.orientation(of: stream)
    let name = overlay_av_get_pix_fmt_name(AVPixelFormat(rawValue: parameters.format))
    pixelFormatName = name.map { String(cString: $0) } ?? ""
    color = Color(
      primaries: parameters.color_primaries.rawValue, transfer: parameters.color_trc.rawValue,
      matrix: parameters.color_space.rawValue, range: parameters.color_range.rawValue,
      chromaLocation: parameters.chroma_location.rawValue)
    isInterlaced = parameters.field_order != AV_FIELD_UNKNOWN && parameters.field_order != AV_FIELD_PROGRESSIVE
  }

  /// The size at which the pictures are shown, with square pixels.
  var naturalSize: PixelSize {
    let width = Double(codedSize.width) * Double(pixelAspectRatio.numerator) / Double(pixelAspectRatio.denominator)
    // A ratio that no picture has is ignored.
    let square =
      (1...Double(VideoFormat.sideLimits.upperBound)).contains(width.rounded())
      ? PixelSize(Int(width.rounded()), codedSize.height) : codedSize
    return quarterTurns % 2 == 0 ? square : PixelSize(square.height, square.width)
  }

  /// Reads the display matrix: three rows of three numbers, of which the first two columns turn and mirror.
  private static func orientation(of stream: UnsafeMutablePointer<AVStream>) -> (turns: Int, isMirrored: Bool) {
    guard let matrix = overlay_display_matrix(stream) else { return (0, false) }
    let (a, b, c, d) = (Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4]))
    let isMirrored = a * d - b * c < 0
    let degrees = overlay_av_display_rotation_get(matrix)
    guard degrees.isFinite else { return (0, isMirrored) }
    // FFmpeg's angle is counterclockwise.
    return (Int((-degrees / 90).rounded()) & 3, isMirrored)
  }
}

extension PixelSize {
  /// The number of pixels. The sides have at most 31 bits.
  var pixelCount: Int { width * height }
}
