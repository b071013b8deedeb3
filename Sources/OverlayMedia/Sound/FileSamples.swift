import CFFmpeg
import OverlayRender

/// The decoded sound of a file.
final class FileSamples: SampleSource {
  private(set) var sampleRate: Int32 = 0
  private(set) var sampleFormat = AV_SAMPLE_FMT_NONE
  private(set) var start: Int64 = 0

  private let file: SoundFile
  private let decoder: Decoder
  private let packet: Packet
  private var hasSentEnd = false
  /// The first frame, which is decoded to check the file, until it is read.
  private let first: Frame
  private var hasFirst = false
  /// The end of the latest frame.
  private var end: (position: Int64, sampleRate: Int32)?

  /// Opens the decoder and decodes the first frame.
  ///
  /// - Throws: `MediaError.soundUnreadable`.
  init(_ file: SoundFile) throws(MediaError) {
    self.file = file
    do throws(FFmpegStatus) {
      decoder = try Decoder(for: file.stream)
      packet = try Packet()
      first = try Frame()
    } catch {
      throw file.unreadable(error)
    }
    hasFirst = try decode(into: first)
    guard hasFirst else { throw file.unreadable(.invalidData) }
    sampleRate = first.pointer.pointee.sample_rate
    sampleFormat = AVSampleFormat(rawValue: first.pointer.pointee.format)
    start = first.pointer.pointee.pts
  }

  func setChannels(of encoder: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegStatus) {
    let layout = first.pointer
    try FFmpegStatus.check(overlay_av_channel_layout_copy(&encoder.pointee.ch_layout, &layout.pointee.ch_layout))
  }

  func read(into frame: borrowing Frame) throws(MediaError) -> Bool {
    guard hasFirst else { return try decode(into: frame) }
    hasFirst = false
    frame.clear()
    overlay_av_frame_move_ref(frame.pointer, first.pointer)
    return true
  }

  /// Goes to the sound at or before a time. Returns `false` if that is not possible; then the position is not known.
  func seek(to time: MediaTime) throws(MediaError) -> Bool {
    guard file.seek(to: time) else { return false }
    decoder.flush()
    first.clear()
    (hasFirst, hasSentEnd, end) = (false, false, nil)
    return true
  }

  private func decode(into frame: borrowing Frame) throws(MediaError) -> Bool {
    while true {
      if try skippingDamage({ () throws(FFmpegStatus) in try decoder.receive(frame) }) == true {
        setTime(of: frame)
        return true
      }
      if hasSentEnd { return false }
      if try file.read(packet) {
        try skippingDamage { () throws(FFmpegStatus) in try decoder.send(packet) }
      } else {
        hasSentEnd = true
        try skippingDamage { () throws(FFmpegStatus) in try decoder.sendEnd() }
      }
    }
  }

  /// Returns the result of a step, or `nil` if the decoder fails on the data. Such data is left out, as players do.
  @discardableResult
  private func skippingDamage<Result>(_ step: () throws(FFmpegStatus) -> Result) throws(MediaError) -> Result? {
    do throws(FFmpegStatus) {
      return try step()
    } catch {
      // Decoders report damage with various codes.
      guard error == .noMemory else { return nil }
      throw file.unreadable(error)
    }
  }

  /// Sets the time of a decoded frame to the number of its first sample, and names channels that have no order.
  private func setTime(of frame: borrowing Frame) {
    let samples = frame.pointer
    let rate = samples.pointee.sample_rate
    let (clock, streamClock) = (rate.clock, file.stream.pointee.time_base)
    let expected = end.map { $0.position.ticks(of: $0.sampleRate.clock, on: clock) }
    let known = file.time(
      samples.pointee.best_effort_timestamp, after: expected.map { $0.ticks(of: clock, on: streamClock) })
    let position = known.map { $0.ticks(of: streamClock, on: clock) } ?? expected ?? 0
    samples.pointee.pts = position
    end = (position + Int64(samples.pointee.nb_samples), rate)
    frame.nameChannels()
  }
}
