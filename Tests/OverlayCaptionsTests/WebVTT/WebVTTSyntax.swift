@testable import OverlayCaptions

/// Checks a file against the syntax of W3C WebVTT, section 4, as the writer uses it: with hours, and with every tag
/// closed.
///
/// It shares no code with the reader, which accepts many invalid files.
struct WebVTTSyntax {
  /// The syntax errors.
  private(set) var faults: [String] = []
  private var identifiers: Set<Substring> = []
  private var lastStart = ""
  private var hasCues = false
  private let keepsEnds: Bool

  /// Returns the syntax errors in a file; empty for a valid file. If `keepsEnds` is true, cues must end after they
  /// start.
  static func faults(in file: String, keepsEnds: Bool = true) -> [String] {
    var syntax = WebVTTSyntax(keepsEnds: keepsEnds)
    syntax.check(file)
    return syntax.faults
  }

  private init(keepsEnds: Bool) {
    self.keepsEnds = keepsEnds
  }

  private mutating func check(_ file: String) {
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.popFirst() != "WEBVTT" || lines.popFirst() != "" { faults.append("no signature") }
    while let first = lines.popFirst() {
      guard !first.isEmpty else { continue }
      let block = [first] + lines.prefix { !$0.isEmpty }
      lines = lines.dropFirst(block.count - 1)
      if first == "REGION", block.count == 1 || !block[1].contains("-->") {
        if hasCues { faults.append("late region") }
        for setting in block.dropFirst() where !isRegionSetting(setting) { faults.append("region setting \(setting)") }
      } else {
        hasCues = true
        checkCue(block[...])
      }
    }
  }

  private mutating func checkCue(_ lines: ArraySlice<Substring>) {
    var lines = lines
    if let first = lines.first, !first.contains("-->") {
      if !identifiers.insert(first).inserted { faults.append("identifier twice: \(first)") }
      lines.removeFirst()
    }
    let parts = lines.popFirst()?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard parts.count >= 3, parts[1] == "-->", isTime(parts[0]), isTime(parts[2]) else {
      faults.append("no times: \(parts)")
      return
    }
    let (start, end) = (padded(parts[0]), padded(parts[2]))
    if start < lastStart { faults.append("start before the start of the cue before: \(parts)") }
    lastStart = start
    if keepsEnds, end <= start { faults.append("ends before it starts: \(parts)") }
    for setting in parts.dropFirst(3) where !isCueSetting(setting) { faults.append("setting \(setting)") }
    checkText(lines.joined(separator: "\n"), start: start, end: end)
  }

  private mutating func checkText(_ text: String, start: String, end: String) {
    if text.contains("-->") { faults.append("arrow in text: \(text)") }
    var open: [Substring] = []
    var time: String?
    for (number, piece) in text.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
      var plain = piece
      if number > 0 {
        let tag = piece.prefix { $0 != ">" }
        if tag.endIndex == piece.endIndex { faults.append("tag without end: \(text)") }
        plain = piece[tag.endIndex...]
        if tag.hasPrefix("/") {
          if open.popLast() != tag.dropFirst() { faults.append("end tag \(tag): \(text)") }
        } else if tag.first?.isNumber == true {
          // The first time can be the start of the cue, which only the syntax excludes.
          let isLater = time.map { padded(tag) > $0 } ?? (padded(tag) >= start)
          if !isTime(tag) || !isLater || padded(tag) >= end { faults.append("time \(tag): \(text)") }
          time = padded(tag)
        } else {
          if !isStartTag(tag) { faults.append("tag \(tag)") }
          if tag == "rt", open.last != "ruby" { faults.append("rt outside ruby: \(text)") }
          open.append(tag.prefix { $0 != "." && $0 != " " })
        }
      }
      for reference in plain.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
      where !["amp;", "lt;", "gt;"].contains(where: reference.hasPrefix) {
        faults.append("ampersand: \(text)")
      }
    }
    if !open.isEmpty { faults.append("open at the end: \(text)") }
  }

  // MARK: Tokens

  /// Returns a time padded so that times with any number of hours are sorted as text.
  private func padded(_ time: Substring) -> String {
    String(repeating: "0", count: max(0, 30 - time.utf8.count)) + time
  }

  private func isTime(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return false }
    let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    return parts[0].utf8.count >= 2 && isNumber(parts[0]) && isBelowSixty(parts[1]) && seconds.count == 2
      && isBelowSixty(seconds[0]) && seconds[1].utf8.count == 3 && isNumber(seconds[1])
  }

  private func isBelowSixty(_ text: Substring) -> Bool {
    text.utf8.count == 2 && isNumber(text) && text < "60"
  }

  private func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private func isPercentage(_ text: Substring) -> Bool {
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    return text.last == "%" && parts.count <= 2 && parts.allSatisfy(isNumber)
  }

  /// Returns whether a start tag is valid: voices and languages have an annotation, other tags have none.
  private func isStartTag(_ tag: Substring) -> Bool {
    let head = tag.prefix { $0 != " " }
    let parts = head.split(separator: ".", omittingEmptySubsequences: false)
    let hasAnnotation = tag[head.endIndex...].contains { $0 != " " }
    guard let name = parts.first, !parts.contains(""), !head.contains("&") else { return false }
    return ["v", "lang"].contains(name)
      ? hasAnnotation : head == tag && ["c", "b", "i", "u", "ruby", "rt"].contains(name)
  }

  private func isRegionSetting(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return false }
    switch parts[0] {
    case "id": return !parts[1].contains(where: \.isWhitespace)
    case "width": return isPercentage(parts[1])
    case "lines": return isNumber(parts[1])
    case "regionanchor", "viewportanchor":
      let numbers = parts[1].split(separator: ",")
      return numbers.count == 2 && numbers.allSatisfy(isPercentage)
    default: return text == "scroll:up"
    }
  }

  private func isCueSetting(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let values = parts[1].split(separator: ",")
    switch parts[0] {
    case "vertical": return ["rl", "lr"].contains(parts[1])
    case "line":
      let number = values[0].hasPrefix("-") ? values[0].dropFirst() : values[0]
      return (isPercentage(values[0]) || isNumber(number))
        && (values.count == 1 || ["start", "center", "end"].contains(values[1]))
    case "position":
      return isPercentage(values[0])
        && (values.count == 1 || ["line-left", "center", "line-right"].contains(values[1]))
    case "size": return isPercentage(parts[1])
    case "align": return ["start", "center", "end", "left", "right"].contains(parts[1])
    default: return parts[0] == "region"
    }
  }
}
