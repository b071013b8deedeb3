import CFFmpeg
import OverlayRender

/// Makes pixel buffers of decoded frames, all in one format.
///
/// A frame in that format is copied. Others are converted and scaled by FFmpeg.
final class DecodedPictures {
  /// The format of the pixel buffers.
  let format: VideoFormat

  /// Whether the colors of decoded frames are multiplied by alpha.
  private let arePremultiplied: Bool
  private let pool: PixelBufferPool
  private let target: AVPixelFormat
  private var converter: FrameScaler?

  /// Prepares pixel buffers in a format.
  ///
  /// - Parameters:
  ///   - format: The format, whose pixel format FFmpeg must know, or one with premultiplied alpha.
  ///   - arePremultiplied: Whether the colors of the decoded frames are multiplied by alpha. Those of movies never are.
  ///   - clock: The clock that measures the age of unused memory.
  init(format: VideoFormat, arePremultiplied: Bool = false, clock: any MediaClock = HostClock.shared) {
    self.format = format
    self.arePremultiplied = arePremultiplied
    pool = PixelBufferPool(format: format, clock: clock)
    target =
      switch format.pixelFormat {
      case .bgraPremultiplied: AV_PIX_FMT_BGRA
      case .rgbaPremultiplied: AV_PIX_FMT_RGBA
      default: format.pixelFormat.ffmpegFormat
      }
  }

  /// Returns a draft with the pixels of a frame, which can be drawn over.
  ///
  /// - Throws: `PixelBufferPoolError`, or `FFmpegStatus` if the frame cannot be converted.
  func draft(of frame: UnsafeMutablePointer<AVFrame>) throws -> PixelBufferDraft {
    var draft = try pool.draft()
    let source = FrameLayout(frame)
    if source.pixelFormat == target, source.size == format.size, source.hasRange(of: format) {
      draft.copyPlanes(of: frame)
    } else {
      if converter?.source != source { converter = try FrameScaler(from: source, to: format, target) }
      try converter?.scale(frame, into: &draft)
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
}

/// What the conversion of a frame depends on.
struct FrameLayout: Equatable {
  let size: PixelSize
  /// The pixel format, without the range that obsolete formats of FFmpeg include.
  let pixelFormat: AVPixelFormat
  let isFullRange: Bool
  let matrix: AVColorSpace

  init(_ frame: UnsafeMutablePointer<AVFrame>) {
    size = PixelSize(Int(frame.pointee.width), Int(frame.pointee.height))
    let format = AVPixelFormat(rawValue: frame.pointee.format)
    let plain = Self.formatsWithoutRange[format.rawValue]
    pixelFormat = plain ?? format
    let range = frame.pointee.color_range
    // Gray pictures, most of which are not video, have full range unless they say otherwise, as in FFmpeg.
    isFullRange =
      plain != nil || range == AVCOL_RANGE_JPEG || range == AVCOL_RANGE_UNSPECIFIED && Self.isGray(pixelFormat)
    matrix = frame.pointee.colorspace
  }

  /// Whether a format has luma, and possibly alpha, but no colors.
  private static func isGray(_ format: AVPixelFormat) -> Bool {
    guard let description = overlay_av_pix_fmt_desc_get(format) else { return false }
    return description.pointee.nb_components <= 2
      && description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) == 0
  }

  private static let formatsWithoutRange: [Int32: AVPixelFormat] = [
    AV_PIX_FMT_YUVJ420P.rawValue: AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ422P.rawValue: AV_PIX_FMT_YUV422P,
    AV_PIX_FMT_YUVJ444P.rawValue: AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ440P.rawValue: AV_PIX_FMT_YUV440P,
  ]

  /// Whether the pixels can be transparent.
  var hasAlpha: Bool {
    guard let description = overlay_av_pix_fmt_desc_get(pixelFormat) else { return false }
    return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  }

  /// Returns whether the values have the range of a format.
  func hasRange(of format: VideoFormat) -> Bool {
    format.pixelFormat.colorModel != .yCbCr || isFullRange == (format.range == .full)
  }

  /// FFmpeg's coefficients of the matrix. A matrix that is not known is that of the size, as in the core.
  var coefficients: UnsafePointer<Int32>? {
    let isKnown = matrix != AVCOL_SPC_UNSPECIFIED && matrix != AVCOL_SPC_RGB
    let number = isKnown ? Int32(bitPattern: matrix.rawValue) : ColorMatrix.standard(for: size).swscale
    return overlay_sws_getCoefficients(number)
  }
}

extension ColorMatrix {
  /// The number of the matrix for `sws_getCoefficients`.
  var swscale: Int32 {
    switch self {
    case .bt601: SWS_CS_ITU601
    case .bt709: SWS_CS_ITU709
    case .bt2020: SWS_CS_BT2020
    }
  }
}

/// Converts and scales decoded frames into pixel buffers (`SwsContext`).
final class FrameScaler {
  let source: FrameLayout
  private let context: OpaquePointer

  init(from source: FrameLayout, to format: VideoFormat, _ target: AVPixelFormat) throws(FFmpegStatus) {
    self.source = source
    context = try FFmpegStatus.check(
      overlay_sws_getContext(
        Int32(source.size.width), Int32(source.size.height), source.pixelFormat,
        Int32(format.size.width), Int32(format.size.height), target,
        source.size == format.size ? overlay_decoding_flags : overlay_resizing_flags, nil, nil, nil))
    // Fails if no side has a matrix, which is right.
    _ = overlay_sws_setColorspaceDetails(
      context, source.coefficients, source.isFullRange ? 1 : 0, overlay_sws_getCoefficients(format.matrix.swscale),
      format.range == .full || format.pixelFormat.colorModel == .rgb ? 1 : 0, 0, 1 << 16, 1 << 16)
  }

  deinit {
    overlay_sws_freeContext(context)
  }

  func scale(_ frame: UnsafeMutablePointer<AVFrame>, into draft: inout PixelBufferDraft) throws(FFmpegStatus) {
    let planes = draft.format.planes
    let code = draft.withUnsafeMutableBytes { bytes in
      var output = [UnsafeMutablePointer<UInt8>?](repeating: nil, count: 4)
      var strides = [Int32](repeating: 0, count: 4)
      for (index, plane) in planes.enumerated() {
        output[index] = bytes.baseAddress.map { ($0 + plane.offset).assumingMemoryBound(to: UInt8.self) }
        strides[index] = Int32(plane.bytesPerRow)
      }
      let input = UnsafeRawPointer(frame.pointee.extended_data).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
      return withUnsafePointer(to: &frame.pointee.linesize) { inputStrides in
        overlay_sws_scale(
          context, input, UnsafeRawPointer(inputStrides).assumingMemoryBound(to: Int32.self), 0,
          frame.pointee.height, &output, &strides)
      }
    }
    try FFmpegStatus.check(code)
  }
}

extension PixelBufferDraft {
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
