@testable import OverlayRender

/// What a file gives that goes on after its signature and an empty line; nothing where it is no WebVTT.
func webVTT(_ body: String) -> CaptionReading {
  WebVTTReader.read(Array("WEBVTT\n\n\(body)".utf8)) ?? CaptionReading()
}

/// The cue that a line of times makes, with a text of its own.
func webVTTCue(timing: String, before: String = "") -> CaptionCue? {
  webVTT("\(before)\(timing)\ntext").cues.first?.cue
}

/// The placement that settings make.
func webVTTPlacement(_ settings: String, before: String = "") -> CaptionPlacement? {
  webVTTCue(timing: "00:00.000 --> 00:01.000 \(settings)", before: before)?.placement
}

/// The lines that the text of a cue makes.
func webVTTLines(_ text: String) -> [CaptionLine] {
  WebVTTLines(WebVTTCueTree(Array(text.utf8)[...])).lines
}

extension WebVTTCueTree {
  init(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  /// The tree in one line: `v.loud{Mary}(text(i))`, a text between quotes, a time in milliseconds.
  var dump: String {
    var dump = ""
    var open: [Int] = []
    for (place, node) in nodes.enumerated() {
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
      if node.kind.tagName != nil { open.append(place) }
    }
    return dump + String(repeating: ")", count: open.count)
  }
}

extension WebVTTCueTree.Node {
  fileprivate var classDump: String { classes.map { "." + $0 }.joined() }
}
