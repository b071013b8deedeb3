import CFFmpeg
import OverlayRender

/// Another movie, whose pictures a movie contains with their times, their colors and their orientation.
struct SourceMovie: Sendable, Hashable {
  /// The properties of the pictures as they are written.
  var pictures: PictureProperties
  /// The time in the other movie at which the movie begins.
  let start: MediaTime

  /// Returns the movie with the properties that its pictures have in a container.
  func stored(in container: MovieContainer) -> SourceMovie {
    var source = self
    if !container.holdsOrientation { source.pictures.turnUpright() }
    if !container.holdsAllStereoForms {
      source.pictures.sideData.removeAll { $0.kind == AV_PKT_DATA_STEREO3D.rawValue }
    }
    if !container.holdsPixelAspectRatio { source.pictures.pixelAspectRatio = .one }
    return source
  }
}

extension MovieOptions {
  /// Returns the codec of the pictures in a container: the chosen one, or the default.
  package func codec(in container: MovieContainer, for pixelFormat: PixelFormat) -> MovieCodec? {
    if let codec { return codec }
    if let own = sourceCodec(in: container), container.decodedPixelFormats(of: own).contains(pixelFormat) { return own }
    return container.codec(for: pixelFormat)
  }

  /// Returns the codec of the movie whose pictures are written, if it is the default in a container.
  func sourceCodec(in container: MovieContainer) -> MovieCodec? {
    guard codec == nil, let name = source?.pictures.codecName,
      let own = MovieCodec.kept.first(where: { $0.rawValue == name }), container.codecs.contains(own), own.isAvailable
    else { return nil }
    // Choices that were made for another codec, such as a preset, remain possible.
    var options = self
    options.codec = own
    let isPossible = (try? container.check(options, pixelFormat: own.pixelFormats[0])) != nil
    return isPossible ? own : nil
  }
}

extension PictureProperties {
  /// Sets the properties that the pictures have when they are turned as they are shown.
  mutating func turnUpright() {
    if orientation.transposes {
      pixelAspectRatio = pixelAspectRatio.inverse
      fieldOrder = AV_FIELD_PROGRESSIVE.rawValue
    }
    orientation = .upright
    sideData.removeAll { $0.kind == AV_PKT_DATA_DISPLAYMATRIX.rawValue }
  }

  /// The matrix of the pictures; `nil` if it is not known, so that it depends on the size.
  var colorMatrix: ColorMatrix? {
    switch AVColorSpace(color.matrix) {
    case AVCOL_SPC_BT709, AVCOL_SPC_SMPTE240M: .bt709
    case AVCOL_SPC_FCC, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
    default: nil
    }
  }

  /// The range of the pictures. Without information, and for red, green and blue that are converted, it is limited.
  var colorRange: ColorRange {
    !isRGB && color.range == AVCOL_RANGE_JPEG.rawValue || pixelFormatName.hasPrefix("yuvj") ? .full : .limited
  }

  /// Returns the properties of color after a conversion to a format.
  func color(in format: VideoFormat) -> Color {
    var color = color
    if pixelFormatName.hasPrefix("yuvj") { color.range = AVCOL_RANGE_JPEG.rawValue }
    switch format.pixelFormat.colorModel {
    case .rgb:
      color.matrix = AVCOL_SPC_RGB.rawValue
      color.range = AVCOL_RANGE_JPEG.rawValue
    case .gray:
      color.range = AVCOL_RANGE_JPEG.rawValue
    case .yCbCr:
      guard isRGB else { break }
      color.matrix = format.matrix.colorSpace.rawValue
      color.range = (format.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG).rawValue
    }
    return color
  }
}
