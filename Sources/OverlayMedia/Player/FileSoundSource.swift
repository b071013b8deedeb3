import CFFmpeg
import OverlayRender

/// The sound of a file, in the format of a renderer.
final class FileSoundSource: SoundSource {
  private let path: String
  private let track: Int?
  private var samples: FileSamples
  /// The format, as the resampler needs it: the settings of an encoder that is never opened.
  private let output: UnsafeMutablePointer<AVCodecContext>
  private var resampler: Resampler?
  private let frame: Frame
  private let resampled: Frame
  private var position: Int64 = 0
  private var isAtEnd = false

  /// What is decoded before the target of a seek, because codecs need the samples before.
  private static let leadIn = MediaTime.milliseconds(200)

  /// Opens the audio track of a number from 1; the default one for `nil`.
  init(path: String, track: Int?, format: AudioFormat) throws(MediaError) {
    self.path = path
    self.track = track
    samples = try FileSamples(Self.openFile(path, track))
    var context: UnsafeMutablePointer<AVCodecContext>?
    do throws(FFmpegStatus) {
      frame = try Frame()
      resampled = try Frame()
      context = try FFmpegStatus.check(overlay_avcodec_alloc_context3(nil))
      output = try FFmpegStatus.check(context)
    } catch {
      throw .soundUnreadable(path: path, reason: error.description)
    }
    output.pointee.sample_fmt = AV_SAMPLE_FMT_FLT
    output.pointee.sample_rate = format.sampleRate
    overlay_av_channel_layout_default(&output.pointee.ch_layout, Int32(format.channelCount))
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = output
    overlay_avcodec_free_context(&context)
  }

  private static func openFile(_ path: String, _ track: Int?) throws(MediaError) -> SoundFile {
    try SoundFile(path: path, track: track, greatestGap: SoundFile.greatestGapBesidePictures)
  }

  func next() throws(MediaError) -> SoundBlock? {
    while !isAtEnd {
      if try samples.read(into: frame) {
        try failing { () throws(FFmpegStatus) in try convert() }
      } else {
        isAtEnd = true
        try failing { () throws(FFmpegStatus) in try resampler?.drain(into: resampled) }
        if resampler == nil { return nil }
      }
      if let block = takeBlock() { return block }
    }
    return nil
  }

  func seek(to time: MediaTime) throws(MediaError) {
    // Codecs have samples before zero too.
    if try !samples.seek(to: time - Self.leadIn) { samples = try FileSamples(Self.openFile(path, track)) }
    resampler = nil
    isAtEnd = false
  }

  /// Converts the latest frame.
  private func convert() throws(FFmpegStatus) {
    if let resampler, try resampler.convert(frame, into: resampled) { return }
    // At the beginning, and where the format changes. What the filter still holds of the old format is left out.
    let clock = frame.pointer.pointee.sample_rate.clock
    if resampler == nil { position = frame.pointer.pointee.pts.ticks(of: clock, on: output.pointee.sample_rate.clock) }
    let created = try Resampler(from: frame, to: output, position: position)
    resampler = created
    _ = try created.convert(frame, into: resampled)
  }

  /// Returns the samples that were converted, or `nil` if there are none.
  private func takeBlock() -> SoundBlock? {
    let converted = resampled.pointer
    let count = Int(converted.pointee.nb_samples) * Int(output.pointee.ch_layout.nb_channels)
    guard count > 0, let bytes = converted.pointee.data.0 else { return nil }
    let values = bytes.withMemoryRebound(to: Float.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
    defer { position += Int64(converted.pointee.nb_samples) }
    return SoundBlock(start: position, samples: values)
  }

  private func failing<Result>(_ body: () throws(FFmpegStatus) -> Result) throws(MediaError) -> Result {
    do throws(FFmpegStatus) { return try body() } catch {
      throw .soundUnreadable(path: path, reason: error.description)
    }
  }
}
