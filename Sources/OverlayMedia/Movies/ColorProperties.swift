import CFFmpeg
import OverlayRender

extension UnsafeMutablePointer<AVCodecContext> {
  /// Sets the properties of color: the matrix and the range of the conversion, with the primaries and the transfer
  /// function of BT.709, in which colors are given.
  func setColor(of video: VideoFormat) {
    switch video.pixelFormat.colorModel {
    case .rgb:
      pointee.colorspace = AVCOL_SPC_RGB
      pointee.color_range = AVCOL_RANGE_JPEG
    case .yCbCr:
      pointee.colorspace = video.matrix.colorSpace
      pointee.color_range = video.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
      if video.pixelFormat.planes.contains(where: { $0.verticalSubsampling > 1 }) {
        pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
      }
    case .gray:
      pointee.color_range = AVCOL_RANGE_JPEG
    }
    pointee.color_primaries = AVCOL_PRI_BT709
    pointee.color_trc = AVCOL_TRC_BT709
  }
}

extension UnsafeMutablePointer<AVCodecContext> {
  /// Sets the properties of color of another movie.
  func setColor(_ color: PictureProperties.Color) {
    pointee.color_primaries = AVColorPrimaries(color.primaries)
    pointee.color_trc = AVColorTransferCharacteristic(color.transfer)
    pointee.colorspace = AVColorSpace(color.matrix)
    pointee.color_range = AVColorRange(color.range)
    pointee.chroma_sample_location = AVChromaLocation(color.chromaLocation)
  }
}

extension ColorMatrix {
  /// The matrix, as a number of ITU-T H.273.
  var colorSpace: AVColorSpace {
    switch self {
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .bt2020: AVCOL_SPC_BT2020_NCL
    }
  }
}

extension Frame {
  /// Gives the frame the properties of color of its encoder.
  func setColor(of context: UnsafeMutablePointer<AVCodecContext>) {
    pointer.pointee.colorspace = context.pointee.colorspace
    pointer.pointee.color_range = context.pointee.color_range
    pointer.pointee.color_primaries = context.pointee.color_primaries
    pointer.pointee.color_trc = context.pointee.color_trc
    pointer.pointee.chroma_location = context.pointee.chroma_sample_location
  }
}
