import CFFmpeg
import OverlayRender

/// Makes pixel buffers of decoded frames, all in one format.
///
/// A frame in that format is copied. Luma and color differences become colors with the loops of the core, which are
/// faster than FFmpeg's with full chroma; FFmpeg scales them before. All other frames are converted and scaled by
/// FFmpeg.
final class DecodedFrameConverter {
  /// The format of the pixel buffers.
  let format: VideoFormat

  /// What is done with a frame.
  private enum Way {
    case copying
    case scaling(FrameScaler)
    case coloring(ConversionToBGRA)
    /// Luma and color differences of the size of the pixel buffers, in memory of the pool, become colors.
    case scalingAndColoring(FrameScaler, PixelBufferPool, ConversionToBGRA)
  }

  /// Whether the colors of decoded frames are multiplied by alpha.
  private let arePremultiplied: Bool
  private let clock: any MediaClock
  private let pool: PixelBufferPool
  private let target: AVPixelFormat
  private var current: (source: FrameLayout, way: Way)?

  /// Prepares pixel buffers in a format.
  ///
  /// - Parameters:
  ///   - format: The format. Its pixel format is `bgraPremultiplied`, `rgbaPremultiplied`, or one that FFmpeg has.
  ///   - arePremultiplied: Whether the colors of the decoded frames are multiplied by alpha. In movies they never are.
  ///   - clock: The clock that measures the age of unused memory.
  init(format: VideoFormat, arePremultiplied: Bool = false, clock: any MediaClock = HostClock.shared) {
    self.format = format
    self.arePremultiplied = arePremultiplied
    self.clock = clock
    pool = PixelBufferPool(format: format, clock: clock)
    target =
      switch format.pixelFormat {
      case .bgraPremultiplied: AV_PIX_FMT_BGRA
      case .rgbaPremultiplied: AV_PIX_FMT_RGBA
      case let other: other.alpha == .premultiplied ? AV_PIX_FMT_NONE : other.ffmpegFormat
      }
  }

  /// Returns a draft with the pixels of a frame, which can be drawn over.
  ///
  /// - Throws: `PixelBufferPoolError`, or `FFmpegStatus` if the frame cannot be converted.
  func draft(of frame: UnsafeMutablePointer<AVFrame>) throws -> PixelBufferDraft {
    var draft = try pool.draft()
    let source = FrameLayout(frame)
    switch try way(for: source) {
    case .copying: draft.copyPlanes(of: frame)
    case .scaling(let scaler): try scaler.scale(frame, into: &draft)
    case .coloring(let conversion):
      let planes = frame.planes(conversion.source)
      guard planes.count == conversion.source.planes.count else { throw FFmpegStatus.invalidData }
      draft.fill(planes, conversion)
    case .scalingAndColoring(let scaler, let pool, let conversion):
      var scaled = try pool.draft()
      try scaler.scale(frame, into: &scaled)
      let picture = scaled.freeze()
      picture.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        draft.fill(picture.format.sourcePlanes(at: base), conversion)
      }
    }
    if format.pixelFormat.alpha == .premultiplied, source.hasAlpha {
      if arePremultiplied { draft.limitColors() } else { draft.premultiply() }
    }
    return draft
  }

  /// Returns a picture of a frame.
  ///
  /// - Throws: `PixelBufferPoolError`, or `FFmpegStatus` if the frame cannot be converted.
  func picture(of frame: UnsafeMutablePointer<AVFrame>) throws -> PixelBuffer {
    try draft(of: frame).freeze()
  }

  private func way(for source: FrameLayout) throws(FFmpegStatus) -> Way {
    if let current, current.source == source { return current.way }
    let way = try makeWay(for: source)
    current = (source, way)
    return way
  }

  private func makeWay(for source: FrameLayout) throws(FFmpegStatus) -> Way {
    if format.pixelFormat.alpha == .premultiplied, target == AV_PIX_FMT_NONE { throw .invalidArgument }
    if source.pixelFormat == target, source.size == format.size, source.hasValues(of: format) { return .copying }
    guard format.pixelFormat == .bgraPremultiplied, let matrix = source.knownMatrix else {
      return .scaling(try FrameScaler(from: source, to: format, target))
    }
    let range = source.isFullRange ? ColorRange.full : .limited
    if source.size == format.size, let pixelFormat = source.leftSitedFormat,
      let stored = try? VideoFormat(size: format.size, pixelFormat: pixelFormat, matrix: matrix, range: range),
      let conversion = ConversionToBGRA(from: stored)
    {
      return .coloring(conversion)
    }
    // With 8 bits, values would be rounded twice.
    guard let scaled = try? VideoFormat(size: format.size, pixelFormat: .yuv444p10, matrix: matrix, range: range),
      let conversion = ConversionToBGRA(from: scaled)
    else { throw .invalidArgument }
    let scaler = try FrameScaler(from: source, to: scaled, AV_PIX_FMT_YUV444P10LE)
    return .scalingAndColoring(scaler, PixelBufferPool(format: scaled, clock: clock), conversion)
  }
}

/// Converts and scales decoded frames into pixel buffers (`SwsContext`).
final class FrameScaler {
  private let context: OpaquePointer
  /// A frame with aligned rows, if FFmpeg needs it.
  private let aligned: Frame
  private let needsAlignment: Bool

  init(from source: FrameLayout, to format: VideoFormat, _ target: AVPixelFormat) throws(FFmpegStatus) {
    // FFmpeg separates interleaved color differences with instructions that require aligned rows (5.1).
    needsAlignment = source.interleavesColorDifferences && format.planes.contains { $0.bytesPerRow % 16 != 0 }
    aligned = try Frame()
    if needsAlignment { try aligned.allocate(format.size, target) }
    context = try FFmpegStatus.check(overlay_sws_alloc_context())
    var options: [(name: String, value: Int64)] = [
      ("srcw", Int64(source.size.width)), ("srch", Int64(source.size.height)),
      ("src_format", Int64(source.pixelFormat.rawValue)), ("dstw", Int64(format.size.width)),
      ("dsth", Int64(format.size.height)), ("dst_format", Int64(target.rawValue)),
      ("sws_flags", Int64(source.size == format.size ? overlay_decoding_flags : overlay_resizing_flags)),
    ]
    if format.pixelFormat.colorModel == .yCbCr {
      // Without these, samples of the same format are copied, whatever their range is.
      options += [("src_range", source.isFullRange ? 1 : 0), ("dst_range", format.range == .full ? 1 : 0)]
    }
    // FFmpeg's default is the middle of the pixels, which few movies have. A target that is subsampled too keeps the
    // places of the source.
    let isSubsampled = format.pixelFormat.planes.contains { $0.horizontalSubsampling * $0.verticalSubsampling > 1 }
    if !isSubsampled, let description = overlay_av_pix_fmt_desc_get(source.pixelFormat)?.pointee {
      if description.log2_chroma_w > 0 { options.append(("src_h_chr_pos", source.chromaPosition.x)) }
      if description.log2_chroma_h > 0 { options.append(("src_v_chr_pos", source.chromaPosition.y)) }
    }
    for (name, value) in options { overlay_av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0) }
    do throws(FFmpegStatus) {
      try FFmpegStatus.check(overlay_sws_init_context(context, nil, nil))
    } catch {
      overlay_sws_freeContext(context)
      throw error
    }
    // Fails if no side has a matrix, which is right.
    _ = overlay_sws_setColorspaceDetails(
      context, source.coefficients, source.isFullRange ? 1 : 0, overlay_sws_getCoefficients(format.matrix.swscale),
      format.range == .full || format.pixelFormat.colorModel == .rgb ? 1 : 0, 0, 1 << 16, 1 << 16)
  }

  deinit {
    overlay_sws_freeContext(context)
  }

  func scale(_ frame: UnsafeMutablePointer<AVFrame>, into draft: inout PixelBufferDraft) throws(FFmpegStatus) {
    guard !needsAlignment else {
      try FFmpegStatus.check(
        withUnsafePointer(to: &aligned.pointer.pointee.linesize) { strides in
          scale(
            frame, to: aligned.pointer.pointee.extended_data,
            UnsafeRawPointer(strides).assumingMemoryBound(to: Int32.self))
        })
      return draft.copyPlanes(of: aligned.pointer)
    }
    let planes = draft.format.planes
    let code = draft.withUnsafeMutableBytes { bytes in
      var output = [UnsafeMutablePointer<UInt8>?](repeating: nil, count: 4)
      var strides = [Int32](repeating: 0, count: 4)
      for (index, plane) in planes.enumerated() {
        output[index] = bytes.baseAddress.map { ($0 + plane.offset).assumingMemoryBound(to: UInt8.self) }
        strides[index] = Int32(plane.bytesPerRow)
      }
      return scale(frame, to: &output, &strides)
    }
    try FFmpegStatus.check(code)
  }

  private func scale(
    _ frame: UnsafeMutablePointer<AVFrame>, to output: UnsafePointer<UnsafeMutablePointer<UInt8>?>,
    _ strides: UnsafePointer<Int32>
  ) -> Int32 {
    let input = UnsafeRawPointer(frame.pointee.extended_data).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    return withUnsafePointer(to: &frame.pointee.linesize) { inputStrides in
      overlay_sws_scale(
        context, input, UnsafeRawPointer(inputStrides).assumingMemoryBound(to: Int32.self), 0, frame.pointee.height,
        output, strides)
    }
  }
}

extension UnsafeMutablePointer<AVFrame> {
  /// The planes of the frame, whose format is one of the core.
  fileprivate func planes(_ format: VideoFormat) -> [SourcePlane] {
    withUnsafePointer(to: &pointee.linesize) { lineSizes in
      let strides = UnsafeRawPointer(lineSizes).assumingMemoryBound(to: Int32.self)
      return format.planes.indices.compactMap { index in
        pointee.extended_data[index].map { SourcePlane(base: UnsafeRawPointer($0), bytesPerRow: Int(strides[index])) }
      }
    }
  }
}

extension PixelBufferDraft {
  /// Converts planes to colors.
  fileprivate mutating func fill(_ planes: [SourcePlane], _ conversion: ConversionToBGRA) {
    let format = format
    withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      conversion.convert(format.bounds, from: planes, to: base, bytesPerRow: format.planes[0].bytesPerRow)
    }
  }

  /// Copies the planes of a frame of the same format, whose rows may have padding.
  fileprivate mutating func copyPlanes(of frame: UnsafeMutablePointer<AVFrame>) {
    let planes = format.planes
    withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      withUnsafePointer(to: &frame.pointee.linesize) { lineSizes in
        let strides = UnsafeRawPointer(lineSizes).assumingMemoryBound(to: Int32.self)
        for (index, plane) in planes.enumerated() {
          guard let source = frame.pointee.extended_data[index] else { continue }
          let stride = Int(strides[index])
          if stride == plane.bytesPerRow {
            (base + plane.offset).copyMemory(from: source, byteCount: plane.byteCount)
            continue
          }
          for y in 0..<plane.size.height {
            (base + plane.offset + y * plane.bytesPerRow)
              .copyMemory(from: source + y * stride, byteCount: plane.bytesPerRow)
          }
        }
      }
    }
  }

  /// Multiplies the colors of bytes B, G, R, A or R, G, B, A with alpha.
  fileprivate mutating func premultiply() {
    withUnsafeMutableBytes { bytes in
      for pixel in stride(from: 0, to: bytes.count, by: 4) {
        let alpha = UInt32(bytes[pixel + 3])
        guard alpha < 255 else { continue }
        for channel in pixel..<(pixel + 3) { bytes[channel] = UInt8((UInt32(bytes[channel]) * alpha + 127) / 255) }
      }
    }
  }

  /// Limits the colors of bytes B, G, R, A or R, G, B, A to alpha, which damaged or careless files exceed.
  fileprivate mutating func limitColors() {
    withUnsafeMutableBytes { bytes in
      for pixel in stride(from: 0, to: bytes.count, by: 4) {
        for channel in pixel..<(pixel + 3) { bytes[channel] = min(bytes[channel], bytes[pixel + 3]) }
      }
    }
  }
}
