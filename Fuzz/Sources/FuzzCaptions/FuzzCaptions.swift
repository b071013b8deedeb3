// Passes the inputs that libFuzzer generates to the readers of captions:
//
//     FORMAT=vtt FuzzCaptions CORPUS SEEDS -max_total_time=60
//
// FORMAT is the file name extension of a format: srt, vtt, lrc, json or txt. Without it the format is detected.

import Foundation
import OverlayRender

private let format = ProcessInfo.processInfo.environment["FORMAT"].flatMap { CaptionFormat(fileName: "." + $0) }

/// Runs one input of libFuzzer: reads the bytes and checks invariants of the track.
@_cdecl("LLVMFuzzerTestOneInput")
public func readCaptions(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  let options = CaptionReadingOptions(format: format, takesPlainLines: true)
  guard let document = try? CaptionDocument(bytes, options: options) else { return 0 }
  let track = document.track
  precondition(document.lineNumbers.count == track.cues.count)
  for cue in track.cues.prefix(8) {
    let active = track.active(at: cue.start)
    precondition(active.allSatisfy { track.cues[$0].isActive(at: cue.start) })
    precondition(track.nextChange(after: cue.start) > cue.start)
  }
  for format in CaptionFormat.allCases {
    let text = track.written(as: format).text
    guard let again = try? CaptionDocument(Array(text.utf8), options: CaptionReadingOptions(format: format)) else {
      // An empty track gives an empty file, which is invalid in some formats. LRC is not detected from tags alone.
      guard text.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }), format != .lyrics else { continue }
      fatalError("\(format) is not read again:\n\(text)")
    }
    // After one round trip nothing is lost anymore, except for the order of cues whose rounded times are equal.
    let second = again.track.written(as: format).text
    guard let third = try? CaptionDocument(Array(second.utf8), options: CaptionReadingOptions(format: format)),
      third.track.written(as: format).text == second
    else { fatalError("\(format) changes when it is read and written again:\n\(text)\n\(second)") }
  }
  return 0
}
