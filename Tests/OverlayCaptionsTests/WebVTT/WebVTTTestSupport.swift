@testable import OverlayCaptions

/// Returns the result of reading a file with a body after its signature and an empty line; empty if it is not WebVTT.
func webVTT(_ body: String) -> CaptionReading {
  WebVTTReader.read(Array("WEBVTT\n\n\(body)".utf8)) ?? CaptionReading()
}

/// Returns the cue for a timing line, with some text.
func webVTTCue(timing: String, before: String = "") -> CaptionCue? {
  webVTT("\(before)\(timing)\ntext").cues.first?.cue
}

/// Returns the placement for settings.
func webVTTPlacement(_ settings: String, before: String = "") -> CaptionPlacement? {
  webVTTCue(timing: "00:00.000 --> 00:01.000 \(settings)", before: before)?.placement
}

/// Returns the lines for the text of a cue.
func webVTTLines(_ text: String) -> [CaptionLine] {
  WebVTTLines(WebVTTCueTree(Array(text.utf8)[...])).lines
}

extension WebVTTCueTree {
  init(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  /// The tree in one line: `v.loud{Mary}(text(i))`, with quoted texts and times in milliseconds.
  var dump: String {
    var dump = ""
    var open: [Int] = []
    for (index, node) in nodes.enumerated() {
      while let last = open.last, last != node.parent {
        dump += ")"
        open.removeLast()
      }
      if !dump.isEmpty, !dump.hasSuffix("(") { dump += " " }
      switch node.kind {
      case .text(let text): dump += "'" + String(decoding: text, as: UTF8.self) + "'"
      case .timestamp(let time): dump += "\(time.value)"
      case .voice(let name): dump += "v" + node.classDump + "{\(name)}("
      case .language: dump += "lang" + node.classDump + "{\(node.language ?? "none")}("
      default: dump += (node.kind.tagName ?? "") + node.classDump + "("
      }
      if node.kind.tagName != nil { open.append(index) }
    }
    return dump + String(repeating: ")", count: open.count)
  }
}

extension WebVTTCueTree.Node {
  fileprivate var classDump: String { classes.map { "." + $0 }.joined() }
}
