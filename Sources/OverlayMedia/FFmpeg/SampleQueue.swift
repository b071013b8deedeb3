import CFFmpeg

/// Samples that wait until there are enough for a frame of an encoder (`AVAudioFifo`).
struct SampleQueue: ~Copyable {
  private let queue: OpaquePointer
  private let encoder: UnsafeMutablePointer<AVCodecContext>

  /// Creates an empty queue in the format of an encoder, which must live as long as this.
  init(for encoder: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegStatus) {
    self.encoder = encoder
    queue = try FFmpegStatus.check(
      overlay_av_audio_fifo_alloc(encoder.pointee.sample_fmt, encoder.pointee.ch_layout.nb_channels, 1))
  }

  deinit {
    overlay_av_audio_fifo_free(queue)
  }

  /// The number of samples of each channel.
  var count: Int { Int(overlay_av_audio_fifo_size(queue)) }

  /// Adds the samples of a frame.
  func append(_ frame: borrowing Frame) throws(FFmpegStatus) {
    let count = frame.pointer.pointee.nb_samples
    guard count > 0 else { return }
    try FFmpegStatus.check(overlay_av_audio_fifo_write(queue, frame.samples, count))
  }

  /// Adds silence.
  func appendSilence(_ count: Int, using frame: borrowing Frame) throws(FFmpegStatus) {
    try frame.allocateSamples(count, of: encoder)
    overlay_av_samples_set_silence(
      frame.pointer.pointee.extended_data, 0, Int32(count), encoder.pointee.ch_layout.nb_channels,
      encoder.pointee.sample_fmt)
    try append(frame)
  }

  /// Moves the first samples to a frame.
  func take(_ count: Int, into frame: borrowing Frame) throws(FFmpegStatus) {
    try frame.allocateSamples(count, of: encoder)
    try FFmpegStatus.check(overlay_av_audio_fifo_read(queue, frame.samples, Int32(count)))
  }
}

extension Frame {
  /// Clears the frame, and gives its samples the format of an encoder.
  func describeSamples(of encoder: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegStatus) {
    clear()
    pointer.pointee.format = encoder.pointee.sample_fmt.rawValue
    pointer.pointee.sample_rate = encoder.pointee.sample_rate
    try FFmpegStatus.check(overlay_av_channel_layout_copy(&pointer.pointee.ch_layout, &encoder.pointee.ch_layout))
  }

  /// Makes room for samples in the format of an encoder.
  func allocateSamples(_ count: Int, of encoder: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegStatus) {
    try describeSamples(of: encoder)
    pointer.pointee.nb_samples = Int32(count)
    try FFmpegStatus.check(overlay_av_frame_get_buffer(pointer, 0))
  }

  /// Gives channels without an order the usual one of their number.
  func nameChannels() {
    guard pointer.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC else { return }
    overlay_av_channel_layout_default(&pointer.pointee.ch_layout, pointer.pointee.ch_layout.nb_channels)
  }

  /// The planes of the samples.
  fileprivate var samples: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    UnsafeMutableRawPointer(pointer.pointee.extended_data).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}
