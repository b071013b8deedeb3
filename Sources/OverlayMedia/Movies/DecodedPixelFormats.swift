import CFFmpeg
import OverlayRender

// The pixel formats in which decoded pictures are encoded again. Rendered pictures have fewer.

extension MovieCodec {
  /// The pixel formats in which the codec also encodes the pictures of another movie.
  var decodedPixelFormats: [PixelFormat] {
    guard (try? FFmpegLibraries.load()) != nil else { return [] }
    let formats: [PixelFormat] =
      switch self {
      // It is lossless, so pictures stay as they are.
      case .ffv1: availableEncoders.flatMap(\.pixelFormats).compactMap { PixelFormat($0) }
      case .h264, .hevc, .vp9, .av1, .raw: [.yuv422p, .yuv420p10, .yuv422p10, .yuv444p10]
      case .prores: [.yuv422p10, .yuv444p10]
      case .animation, .gif, .apng: []
      }
    return formats.filter { format in self == .raw || availableEncoders.contains { $0.encodes(format) } }
  }
}

extension UnsafePointer<AVCodec> {
  /// Returns whether the encoder accepts pictures in a format.
  fileprivate func encodes(_ format: PixelFormat) -> Bool {
    overlay_pixel_formats(self) == nil || pixelFormats.contains(format.ffmpegFormat)
  }

  /// The formats that the encoder lists.
  fileprivate var pixelFormats: [AVPixelFormat] {
    guard let first = overlay_pixel_formats(self) else { return [] }
    return sequence(first: first) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != AV_PIX_FMT_NONE } + []
  }
}

extension PixelFormat {
  /// Creates the format of FFmpeg; `nil` if its components are not whole bytes without others between them, or not in
  /// the order of bytes of this machine.
  init?(_ format: AVPixelFormat) {
    let others =
      AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
      | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT
    guard let description = overlay_av_pix_fmt_desc_get(format), let name = description.pointee.name,
      description.pointee.flags & UInt64(others) == 0
    else { return nil }
    let isRGB = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    let count = Int(description.pointee.nb_components)
    var names: [Component] =
      isRGB ? [.red, .green, .blue] : count < 3 ? [.luma] : [.luma, .blueDifference, .redDifference]
    if description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 { names.append(.alpha) }
    let (first, second, third, fourth) = description.pointee.comp
    let components = zip(names, [first, second, third, fourth].prefix(count)).sorted {
      ($0.1.plane, $0.1.offset) < ($1.1.plane, $1.1.offset)
    }
    let bits = first.depth
    let byteCount = bits > 8 ? 2 : 1
    guard names.count == count, (8...16).contains(bits) else { return nil }
    var planes: [Plane] = []
    for number in 0...(components.last?.1.plane ?? 0) {
      let samples = components.filter { $0.1.plane == number }
      let isPacked = samples.enumerated().allSatisfy { index, sample in
        let component = sample.1
        return component.depth == bits && component.shift == 0 && component.offset == index * byteCount
          && component.step == samples.count * byteCount
      }
      guard isPacked, !samples.isEmpty else { return nil }
      let isColorDifference = samples.contains { [.blueDifference, .redDifference].contains($0.0) }
      let (across, down) = (description.pointee.log2_chroma_w, description.pointee.log2_chroma_h)
      planes.append(
        Plane(samples.map(\.0), isColorDifference ? 1 << across : 1, isColorDifference ? 1 << down : 1))
    }
    self.init(String(cString: name), planes: planes, bitsPerComponent: Int(bits))
  }
}

extension MovieContainer {
  /// Returns the pixel formats in which a codec encodes the pictures of another movie.
  func decodedPixelFormats(of codec: MovieCodec) -> [PixelFormat] {
    (pixelFormats(of: codec) + codec.decodedPixelFormats.filter(accepts)).withoutRepetitions
  }

  /// Returns the pixel formats that options allow.
  func pixelFormats(with options: MovieOptions) -> [PixelFormat] {
    let codecs = options.codec.map { [$0] } ?? codecs
    let decoded = options.source == nil ? [] : codecs.flatMap { decodedPixelFormats(of: $0) }
    return (codecs.flatMap { pixelFormats(of: $0) } + decoded).withoutRepetitions
  }
}

extension PictureProperties {
  /// Returns the pixel format that keeps most of the pictures.
  ///
  /// - Parameter isUpright: Whether the pictures are turned as they are shown. Color differences at half the horizontal
  ///   resolution would then be at half the vertical one, which most encoders do not know.
  func pixelFormat(among formats: [PixelFormat], isUpright: Bool) -> PixelFormat? {
    var name = pixelFormatName.replacing("yuvj", with: "yuv", maxReplacements: 1)
    if isUpright, orientation.transposes {
      for unequal in ["422", "411", "440"] { name = name.replacing(unequal, with: "444") }
    }
    // Without color, the smallest color differences are enough.
    for name in [name, name.replacing("gray", with: "yuv420p")] {
      if let same = formats.first(where: { $0.name == name }) { return same }
    }
    if let common = commonPixelFormat(among: formats) { return common }
    let source = overlay_av_get_pix_fmt(name)
    guard source != AV_PIX_FMT_NONE, let description = overlay_av_pix_fmt_desc_get(source) else { return formats.first }
    let hasAlpha = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    let list = formats.map(\.ffmpegFormat).filter { $0 != AV_PIX_FMT_NONE } + [AV_PIX_FMT_NONE]
    let best = overlay_avcodec_find_best_pix_fmt_of_list(list, source, hasAlpha ? 1 : 0, nil)
    return formats.first { $0.ffmpegFormat == best } ?? formats.first
  }

  /// Returns the pixel format for red, green and blue with 8 bits where no format has these: the one that all players
  /// show, as for rendered pictures. It needs even sides.
  private func commonPixelFormat(among formats: [PixelFormat]) -> PixelFormat? {
    guard isRGB, bitsPerComponent <= 8, codedSize == codedSize.roundedUp(toMultipleOf: PixelSize(2, 2)),
      !formats.contains(where: { $0.colorModel == .rgb })
    else { return nil }
    let names = hasAlpha ? ["yuva420p", "yuv420p"] : ["yuv420p"]
    return names.lazy.compactMap { name in formats.first { $0.name == name } }.first
  }
}
