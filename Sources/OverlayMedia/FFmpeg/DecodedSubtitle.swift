import CFFmpeg
import Glibc

/// Owns what a packet of subtitles shows (`AVSubtitle`).
struct DecodedSubtitle: ~Copyable {
  var value = AVSubtitle()

  deinit {
    var value = value
    overlay_avsubtitle_free(&value)
  }

  /// Releases the data.
  mutating func clear() {
    overlay_avsubtitle_free(&value)
  }

  /// The texts, as events of ASS without their times.
  var events: [[UInt8]] {
    (0..<Int(value.num_rects)).compactMap { index in
      guard let text = value.rects[index]?.pointee.ass else { return nil }
      return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
  }
}
