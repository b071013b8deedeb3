import CFFmpeg
import OverlayRender

/// Converts pictures to a pixel format that only FFmpeg knows (`libswscale`).
final class PictureScaler {
  private let context: OpaquePointer
  private let source: Frame
  private let target: AVPixelFormat
  private let sourceFormat: AVPixelFormat
  private let size: PixelSize

  /// Prepares the conversion of pictures with a format.
  init(from video: VideoFormat, to target: AVPixelFormat, range: ColorRange) throws(FFmpegStatus) {
    source = try Frame()
    self.target = target
    size = video.size
    sourceFormat = video.pixelFormat.ffmpegFormat
    let (width, height) = (Int32(size.width), Int32(size.height))
    context = try FFmpegStatus.check(
      overlay_sws_getContext(width, height, sourceFormat, width, height, target, overlay_scaling_flags, nil, nil, nil))
    let matrix = overlay_sws_getCoefficients(video.matrix.swscale)
    // Fails if no side has a matrix, which is right.
    _ = overlay_sws_setColorspaceDetails(context, matrix, 1, matrix, range == .full ? 1 : 0, 0, 1 << 16, 1 << 16)
  }

  deinit {
    overlay_sws_freeContext(context)
  }

  /// Converts a picture into a frame, which gets memory of its own.
  func convert(_ picture: PixelBuffer, into frame: borrowing Frame) throws(FFmpegStatus) {
    try frame.allocate(size, target)
    try source.show(picture, as: sourceFormat)
    try FFmpegStatus.check(scale(frame.pointer, source.pointer, height: Int32(size.height)))
    source.clear()
  }

  private func scale(
    _ output: UnsafeMutablePointer<AVFrame>, _ input: UnsafeMutablePointer<AVFrame>, height: Int32
  ) -> Int32 {
    let planes = UnsafeRawPointer(input.pointee.extended_data).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    return withUnsafePointer(to: &input.pointee.linesize) { strides in
      withUnsafePointer(to: &output.pointee.linesize) { outputStrides in
        overlay_sws_scale(
          context, planes, UnsafeRawPointer(strides).assumingMemoryBound(to: Int32.self), 0, height,
          output.pointee.extended_data, UnsafeRawPointer(outputStrides).assumingMemoryBound(to: Int32.self))
      }
    }
  }
}
