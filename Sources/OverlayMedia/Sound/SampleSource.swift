import CFFmpeg
import OverlayRender

/// A source of uncompressed sound.
protocol SampleSource: AnyObject {
  /// The number of samples per second.
  var sampleRate: Int32 { get }
  /// The format of the first samples.
  var sampleFormat: AVSampleFormat { get }
  /// The number of the first sample, counted from the beginning of the movie. What is before zero is not heard.
  var start: Int64 { get }
  /// Sets the channels of the sound.
  func setChannels(of encoder: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegStatus)
  /// Reads the next samples, which have a sample rate of their own. The time of the frame is the number of its first
  /// sample, counted from the beginning of the movie.
  ///
  /// - Returns: `false` after the end.
  /// - Throws: `MediaError`.
  func read(into frame: borrowing Frame) throws(MediaError) -> Bool
}

/// A receiver of sound that is decoded.
protocol LiveSampleSource: LiveSoundReceiver {
  /// Begins to keep the sound for an output; `nil` if there is none.
  ///
  /// - Parameter start: The time of the pictures that is zero.
  func samples(from start: MediaTime) -> (any SampleSource)?
}

extension Int32 {
  /// The time between two samples in seconds, for a sample rate.
  var clock: AVRational { AVRational(num: 1, den: self) }
}

/// The sound of ``MovieSound/ticks(first:)``, without an end.
final class TickSamples: SampleSource {
  let sampleRate: Int32 = 48_000
  let sampleFormat = AV_SAMPLE_FMT_FLT
  let start: Int64 = 0

  private let generator: TickGenerator
  private let chunk: Int32 = 1024
  private var position: Int64 = 0

  init(first: MediaTime) {
    generator = TickGenerator(first: first, sampleRate: Int(sampleRate))
  }

  func setChannels(of encoder: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegStatus) {
    overlay_av_channel_layout_default(&encoder.pointee.ch_layout, 1)
  }

  func read(into frame: borrowing Frame) throws(MediaError) -> Bool {
    frame.clear()
    let samples = frame.pointer
    samples.pointee.format = sampleFormat.rawValue
    samples.pointee.sample_rate = sampleRate
    samples.pointee.nb_samples = chunk
    samples.pointee.pts = position
    overlay_av_channel_layout_default(&samples.pointee.ch_layout, 1)
    guard overlay_av_frame_get_buffer(samples, 0) >= 0, let bytes = samples.pointee.data.0 else {
      throw .encodingFailed(encoder: "ticks", reason: FFmpegStatus.noMemory.description)
    }
    bytes.withMemoryRebound(to: Float.self, capacity: Int(chunk)) { values in
      for index in 0..<Int(chunk) { values[index] = generator.sample(at: position + Int64(index)) }
    }
    position += Int64(chunk)
    return true
  }
}
