// Gives bytes to the readers of captions, as libFuzzer makes them up to reach ever more of the code:
//
//     FORMAT=vtt FuzzCaptions CORPUS SEEDS -max_total_time=60
//
// FORMAT is the ending of a format: srt, vtt, lrc, json or txt; without it the format is told by the bytes.

import Foundation
import OverlayRender

private let format = ProcessInfo.processInfo.environment["FORMAT"].flatMap { CaptionFormat(fileName: "." + $0) }

/// One run of libFuzzer: reads the bytes, and asks of what was read what must hold of any track.
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
      // Of nothing to write comes a file of nothing, which some formats do not have; of LRC's tags alone no LRC is told.
      guard text.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }), format != .lyrics else { continue }
      fatalError("\(format) is not read again:\n\(text)")
    }
    // What a format holds after writing it once it holds for ever, but for the order of cues whose rounded times are alike.
    let second = again.track.written(as: format).text
    guard let third = try? CaptionDocument(Array(second.utf8), options: CaptionReadingOptions(format: format)),
      third.track.written(as: format).text == second
    else { fatalError("\(format) changes when it is read and written again:\n\(text)\n\(second)") }
  }
  return 0
}
