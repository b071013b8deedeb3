import CFFmpeg
import OverlayRender

/// The properties of the pictures of a movie.
struct PictureProperties: Sendable, Hashable {
  /// FFmpeg's name of the codec.
  let codecName: String
  /// The size of the stored pictures.
  let codedSize: PixelSize
  /// The width of a stored pixel divided by its height.
  var pixelAspectRatio: Ratio
  /// The orientation in which the pictures are shown.
  var orientation: Orientation
  /// FFmpeg's name of the pixel format.
  let pixelFormatName: String
  /// The properties of color.
  var color: Color
  /// Whether the pictures are stored as red, green and blue, possibly in a palette.
  let isRGB: Bool
  /// The order of the fields, as a number of FFmpeg.
  var fieldOrder: UInt32
  /// The duration of a tick of the times, in seconds.
  let timeBase: Ratio
  /// What else a container says about the pictures.
  var sideData: [SideData]

  /// A ratio of positive numbers.
  struct Ratio: Sendable, Hashable {
    var numerator: Int32
    var denominator: Int32

    static let one = Ratio(numerator: 1, denominator: 1)

    /// The quotient.
    var value: Double { Double(numerator) / Double(denominator) }
    /// The ratio as a fraction of FFmpeg.
    var rational: AVRational { AVRational(num: numerator, den: denominator) }
    /// The reciprocal.
    var inverse: Ratio { Ratio(numerator: denominator, denominator: numerator) }
  }

  /// Data about the pictures: the matrix of the orientation, the luminance of HDR, the form of stereoscopic pictures.
  struct SideData: Sendable, Hashable {
    let kind: UInt32
    let bytes: [UInt8]

    /// The kinds that are kept.
    static let kinds = [
      AV_PKT_DATA_DISPLAYMATRIX, AV_PKT_DATA_STEREO3D, AV_PKT_DATA_MASTERING_DISPLAY_METADATA,
      AV_PKT_DATA_CONTENT_LIGHT_LEVEL,
    ]
    /// The kinds of luminance, as data of a stream and of a picture, which have the same form.
    static let luminanceKinds = [
      (AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA),
      (AV_PKT_DATA_CONTENT_LIGHT_LEVEL, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL),
    ]
  }

  /// The properties of color, as numbers of ITU-T H.273 and FFmpeg.
  struct Color: Sendable, Hashable {
    let primaries: UInt32
    let transfer: UInt32
    var matrix: UInt32
    var range: UInt32
    let chromaLocation: UInt32
  }

  /// The properties of a file without pictures, whose size is zero.
  static let none = PictureProperties(
    codecName: "", codedSize: PixelSize(0, 0), pixelAspectRatio: .one, orientation: .upright, pixelFormatName: "",
    color: Color(primaries: 2, transfer: 2, matrix: 2, range: 0, chromaLocation: 0), isRGB: false, fieldOrder: 0,
    timeBase: .one, sideData: [])

  /// Whether the container says that a picture contains the views of both eyes.
  var isStereoscopic: Bool { sideData.contains { $0.kind == AV_PKT_DATA_STEREO3D.rawValue } }

  /// Whether the first picture may say what the container does not: the luminance of HDR, or the order of fields.
  var lacksDetails: Bool { lacksLuminance || lacksFieldOrder }

  private var lacksLuminance: Bool {
    transferFunction != .standard
      && !SideData.luminanceKinds.allSatisfy { kind, _ in sideData.contains { $0.kind == kind.rawValue } }
  }

  private var lacksFieldOrder: Bool {
    fieldOrder == AV_FIELD_UNKNOWN.rawValue && Self.codecsOfFields.contains(codecName)
  }

  /// FFmpeg's names of codecs whose pictures may have fields although the container does not say so.
  private static let codecsOfFields: Set = [
    "dnxhd", "dvvideo", "ffv1", "ffvhuff", "huffyuv", "mjpeg", "mpeg1video", "mpeg2video", "mpeg4", "prores",
    "rawvideo", "utvideo", "v210", "vc1", "wmv3",
  ]

  /// Adds what a decoded picture says and the container does not.
  mutating func addDetails(of frame: UnsafePointer<AVFrame>) {
    if lacksFieldOrder, overlay_is_interlaced(frame) != 0 {
      fieldOrder = (overlay_is_top_field_first(frame) != 0 ? AV_FIELD_TT : AV_FIELD_BB).rawValue
    }
    guard lacksLuminance else { return }
    for (kind, frameKind) in SideData.luminanceKinds where !sideData.contains(where: { $0.kind == kind.rawValue }) {
      guard let data = overlay_av_frame_get_side_data(frame, frameKind)?.pointee else { continue }
      let bytes = Array(UnsafeBufferPointer(start: data.data, count: Int(data.size)))
      sideData.append(SideData(kind: kind.rawValue, bytes: bytes))
    }
  }

  /// Whether a picture consists of two fields of different times.
  var isInterlaced: Bool { fieldOrder != AV_FIELD_UNKNOWN.rawValue && fieldOrder != AV_FIELD_PROGRESSIVE.rawValue }

  /// FFmpeg's description of the pixel format; `nil` if it is not known. The libraries must be loaded.
  private var pixelFormatDescription: AVPixFmtDescriptor? {
    overlay_av_pix_fmt_desc_get(overlay_av_get_pix_fmt(pixelFormatName))?.pointee
  }
  /// Whether the pictures can be transparent.
  var hasAlpha: Bool { pixelFormatDescription.map { $0.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 } ?? false }
  /// The number of bits of a sample.
  var bitsPerComponent: Int { pixelFormatDescription.map { Int($0.comp.0.depth) } ?? 8 }

  /// The size at which the pictures are shown, with square pixels.
  var naturalSize: PixelSize {
    orientation.transposes ? PixelSize(squareSize.height, squareSize.width) : squareSize
  }

  /// The size of the stored pictures with square pixels.
  var squareSize: PixelSize {
    let width = Double(codedSize.width) * Double(pixelAspectRatio.numerator) / Double(pixelAspectRatio.denominator)
    // A ratio that no picture has is ignored.
    return (1...Double(VideoFormat.sideLimits.upperBound)).contains(width.rounded())
      ? PixelSize(Int(width.rounded()), codedSize.height) : codedSize
  }
}

extension PictureProperties {
  init(of stream: UnsafeMutablePointer<AVStream>) {
    let parameters = stream.pointee.codecpar.pointee
    codecName = stream.codecName
    codedSize = PixelSize(Int(parameters.width), Int(parameters.height))
    let ratio = [stream.pointee.sample_aspect_ratio, parameters.sample_aspect_ratio]
      .first { $0.num > 0 && $0.den > 0 }
    pixelAspectRatio = ratio.map { Ratio(numerator: $0.num, denominator: $0.den) } ?? .one
    orientation = Orientation(displayMatrix: overlay_display_matrix(stream))
    let name = overlay_av_get_pix_fmt_name(AVPixelFormat(rawValue: parameters.format))
    // FFmpeg takes alpha that is beside the pictures into account only when they are decoded.
    pixelFormatName = stream.decodesAlpha ? "yuva420p" : name.map { String(cString: $0) } ?? ""
    let description = overlay_av_pix_fmt_desc_get(AVPixelFormat(rawValue: parameters.format))
    isRGB = description.map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0 } ?? false
    color = Color(
      primaries: parameters.color_primaries.rawValue, transfer: parameters.color_trc.rawValue,
      matrix: parameters.color_space.rawValue, range: parameters.color_range.rawValue,
      chromaLocation: parameters.chroma_location.rawValue)
    fieldOrder = parameters.field_order.rawValue
    let tick = stream.pointee.time_base
    timeBase = Ratio(numerator: max(tick.num, 1), denominator: max(tick.den, 1))
    sideData = SideData.kinds.compactMap { kind in
      var size = 0
      guard let data = overlay_side_data(stream, kind, &size) else { return nil }
      return SideData(kind: kind.rawValue, bytes: Array(UnsafeBufferPointer(start: data, count: size)))
    }
  }
}

extension PixelSize {
  /// The number of pixels. The sides have at most 31 bits.
  var pixelCount: Int { width * height }
}
