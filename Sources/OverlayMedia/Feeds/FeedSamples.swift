import CFFmpeg
import OverlayRender
import Synchronization

/// The decoded sound of a live feed that waits for one output.
final class FeedSoundQueue: Sendable {
  private let frames = Mutex(DueQueue())

  /// The greatest number of frames, of about 20 ms each. The oldest one is lost.
  private static let capacity = 512

  func append(_ frame: FeedFrame, due: MediaTime) {
    frames.withLock { $0.append(frame, due: due, capacity: Self.capacity) }
  }

  /// The frame that is due first.
  var first: (frame: FeedFrame, due: MediaTime)? { frames.withLock { $0.first } }

  func removeFirst() {
    frames.withLock { $0.removeFirst() }
  }
}

/// The sound of a live feed, with silence where there is none when it is due.
final class FeedSamples: SampleSource {
  let start: Int64 = 0

  private let receiver: FeedReceiver
  /// The time of the output that is zero.
  private let origin: MediaTime
  private let queue: FeedSoundQueue
  /// The format of silence, which is the format of the latest samples.
  private var format: FeedFrame
  /// The end of what was read.
  private var end = MediaTime.zero

  /// A shorter gap is one of rounded times.
  private static let leastGap = MediaTime.milliseconds(20)
  /// The number of samples of silence at once.
  private static let chunk: Int32 = 1024

  /// Reads the sound of a queue.
  ///
  /// - Parameters:
  ///   - receiver: What fills the queue.
  ///   - queue: The queue.
  ///   - format: The format of the sound.
  ///   - origin: The time of the pictures that is zero.
  init(of receiver: FeedReceiver, _ queue: FeedSoundQueue, format: FeedFrame, from origin: MediaTime) {
    self.receiver = receiver
    self.queue = queue
    self.format = format
    self.origin = origin
  }

  var sampleRate: Int32 { format.frame.pointer.pointee.sample_rate }
  var sampleFormat: AVSampleFormat { AVSampleFormat(rawValue: format.frame.pointer.pointee.format) }

  func setChannels(of encoder: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegStatus) {
    try FFmpegStatus.check(
      overlay_av_channel_layout_copy(&encoder.pointee.ch_layout, &format.frame.pointer.pointee.ch_layout))
  }

  func read(into frame: borrowing Frame) throws(MediaError) -> Bool {
    frame.clear()
    while let (next, due) = queue.first, let beginning = receiver.beginning {
      let samples = next.frame.pointer.pointee
      let time = due - beginning - origin
      // What is due later is read when it is, because what is received until then may replace it.
      if time > end + Self.leastGap { break }
      queue.removeFirst()
      let duration = MediaTime(value: Int64(samples.nb_samples), timescale: samples.sample_rate)
      // What arrived too late is not heard.
      if time + duration <= end { continue }
      try check(overlay_av_frame_ref(frame.pointer, next.frame.pointer))
      frame.pointer.pointee.pts = position(of: time, at: samples.sample_rate)
      format = next
      end = time + duration
      return true
    }
    if receiver.hasEnded, queue.first == nil { return false }
    try makeSilence(in: frame)
    return true
  }

  private func makeSilence(in frame: borrowing Frame) throws(MediaError) {
    let (samples, model) = (frame.pointer, format.frame.pointer)
    samples.pointee.format = model.pointee.format
    samples.pointee.sample_rate = model.pointee.sample_rate
    samples.pointee.nb_samples = Self.chunk
    try check(overlay_av_channel_layout_copy(&samples.pointee.ch_layout, &model.pointee.ch_layout))
    try check(overlay_av_frame_get_buffer(samples, 0))
    overlay_av_samples_set_silence(
      samples.pointee.extended_data, 0, Self.chunk, samples.pointee.ch_layout.nb_channels, sampleFormat)
    samples.pointee.pts = position(of: end, at: sampleRate)
    end = end + MediaTime(value: Int64(Self.chunk), timescale: sampleRate)
  }

  private func position(of time: MediaTime, at sampleRate: Int32) -> Int64 {
    time.value.ticks(of: AVRational(num: 1, den: time.timescale), on: sampleRate.clock)
  }

  private func check(_ code: Int32) throws(MediaError) {
    do throws(FFmpegStatus) { try FFmpegStatus.check(code) } catch {
      throw .streamFailed(name: receiver.name, reason: error.description)
    }
  }
}
