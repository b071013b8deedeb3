import CFFmpeg

/// Converts samples to the format, the rate and the channels of an encoder (`SwrContext`).
///
/// Silence fills a gap between the times of two frames, and samples of an overlap are left out.
final class Resampler {
  private let context: OpaquePointer
  private let encoder: UnsafeMutablePointer<AVCodecContext>
  private let inputRate: Int32
  /// The time of the first sample, in units of both rates, as in `swr_next_pts`.
  private let origin: Int64

  /// Differences below this time are taken for rounded times. It is less than a frame of most movies.
  private static let toleratedSeconds = "0.03"

  /// Prepares the conversion of frames in the format of `frame`.
  ///
  /// - Parameters:
  ///   - frame: The first frame.
  ///   - encoder: The context of the encoder, which must live as long as this.
  ///   - position: The number of samples before `frame`, at the rate of the encoder.
  init(
    from frame: borrowing Frame, to encoder: UnsafeMutablePointer<AVCodecContext>, position: Int64
  ) throws(FFmpegStatus) {
    let input = frame.pointer
    var created: OpaquePointer?
    try FFmpegStatus.check(
      overlay_swr_alloc_set_opts2(
        &created, &encoder.pointee.ch_layout, encoder.pointee.sample_fmt, encoder.pointee.sample_rate,
        &input.pointee.ch_layout, AVSampleFormat(input.pointee.format), input.pointee.sample_rate, 0, nil))
    context = try FFmpegStatus.check(created)
    self.encoder = encoder
    inputRate = input.pointee.sample_rate
    origin = position * Int64(inputRate)
    let settings = UnsafeMutableRawPointer(context)
    try FFmpegStatus.check(overlay_av_opt_set(settings, "async", "1", 0))
    try FFmpegStatus.check(overlay_av_opt_set(settings, "first_pts", "0", 0))
    try FFmpegStatus.check(overlay_av_opt_set(settings, "min_hard_comp", Self.toleratedSeconds, 0))
    try FFmpegStatus.check(overlay_swr_init(context))
  }

  deinit {
    var context: OpaquePointer? = context
    overlay_swr_free(&context)
  }

  /// Converts a frame, whose time is its first sample's number.
  ///
  /// - Returns: `false` if the frame does not have the format of the first one.
  func convert(_ input: borrowing Frame, into output: borrowing Frame) throws(FFmpegStatus) -> Bool {
    guard input.pointer.pointee.sample_rate == inputRate else { return false }
    _ = overlay_swr_next_pts(context, input.pointer.pointee.pts * Int64(encoder.pointee.sample_rate) - origin)
    try output.describeSamples(of: encoder)
    let code = overlay_swr_convert_frame(context, output.pointer, input.pointer)
    if code == AVERROR_INPUT_CHANGED { return false }
    try FFmpegStatus.check(code)
    return true
  }

  /// Returns the samples that are still in the filter.
  func drain(into output: borrowing Frame) throws(FFmpegStatus) {
    try output.describeSamples(of: encoder)
    try FFmpegStatus.check(overlay_swr_convert_frame(context, output.pointer, nil))
  }
}
