import CFFmpeg
import OverlayRender

/// What the conversion of a frame depends on.
struct FrameLayout: Equatable {
  let size: PixelSize
  /// The pixel format, without the range that obsolete formats of FFmpeg include.
  let pixelFormat: AVPixelFormat
  let isFullRange: Bool
  let matrix: AVColorSpace
  /// Where the samples of color differences are.
  let chromaLocation: AVChromaLocation

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
    chromaLocation = frame.pointee.chroma_location
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

  /// Whether both color differences are in one plane, apart from luma, as in NV12.
  var interleavesColorDifferences: Bool {
    guard let description = overlay_av_pix_fmt_desc_get(pixelFormat)?.pointee, description.nb_components > 2 else {
      return false
    }
    let (luma, blue, red, _) = description.comp
    return blue.plane == red.plane && blue.plane != luma.plane
  }

  /// Returns whether the values mean the same in a format: they have its range, and its matrix if they are tagged with
  /// one that the core has.
  func hasValues(of format: VideoFormat) -> Bool {
    // In FFmpeg, gray always has full range.
    guard format.pixelFormat.colorModel == .yCbCr else { return true }
    return isFullRange == (format.range == .full) && (taggedMatrix ?? format.matrix) == format.matrix
  }

  /// The matrix with which the frame is tagged; `nil` if there is none, or it is one that the core does not have.
  private var taggedMatrix: ColorMatrix? {
    switch matrix {
    case AVCOL_SPC_BT709: .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
    case AVCOL_SPC_BT2020_NCL: .bt2020
    default: nil
    }
  }

  /// The matrix of luma and color differences; `nil` if there are none, or it is one that the core does not have.
  var knownMatrix: ColorMatrix? {
    guard let description = overlay_av_pix_fmt_desc_get(pixelFormat)?.pointee else { return nil }
    let others =
      AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_HWACCEL
      | AV_PIX_FMT_FLAG_BAYER
    let isXYZ = pixelFormat == AV_PIX_FMT_XYZ12LE || pixelFormat == AV_PIX_FMT_XYZ12BE
    guard description.nb_components == 3, description.flags & UInt64(others) == 0, !isXYZ else { return nil }
    return isTagged ? taggedMatrix : .standard(for: size)
  }

  /// The pixel format of the core if it is the same, also where the samples are.
  var leftSitedFormat: PixelFormat? {
    guard let format = Self.coreFormats[pixelFormat.rawValue] else { return nil }
    let isLeft = chromaLocation == AVCHROMA_LOC_LEFT || chromaLocation == AVCHROMA_LOC_UNSPECIFIED
    return isLeft || format == .yuv444p || format == .yuv444p10 ? format : nil
  }

  private static let coreFormats: [Int32: PixelFormat] = [
    AV_PIX_FMT_YUV420P.rawValue: .yuv420p, AV_PIX_FMT_YUV422P.rawValue: .yuv422p,
    AV_PIX_FMT_YUV444P.rawValue: .yuv444p, AV_PIX_FMT_NV12.rawValue: .nv12,
    AV_PIX_FMT_YUV420P10LE.rawValue: .yuv420p10, AV_PIX_FMT_YUV422P10LE.rawValue: .yuv422p10,
    AV_PIX_FMT_YUV444P10LE.rawValue: .yuv444p10,
  ]

  /// The position of samples of subsampled color differences in 256ths of a pixel, from the first pixel.
  var chromaPosition: (x: Int64, y: Int64) {
    switch chromaLocation {
    case AVCHROMA_LOC_CENTER: (128, 128)
    case AVCHROMA_LOC_TOPLEFT: (0, 0)
    case AVCHROMA_LOC_TOP: (128, 0)
    case AVCHROMA_LOC_BOTTOMLEFT: (0, 256)
    case AVCHROMA_LOC_BOTTOM: (128, 256)
    default: (0, 128)
    }
  }

  /// Whether the frame says which matrix it has.
  private var isTagged: Bool { matrix != AVCOL_SPC_UNSPECIFIED && matrix != AVCOL_SPC_RGB }

  /// FFmpeg's coefficients of the matrix. Without a tag, the size decides, as in the core.
  var coefficients: UnsafePointer<Int32>? {
    let number = isTagged ? Int32(bitPattern: matrix.rawValue) : ColorMatrix.standard(for: size).swscale
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
