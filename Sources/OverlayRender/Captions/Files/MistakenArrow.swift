/// Finds arrows that are not written `-->`, as in `00:00:01,000 –> 00:00:02,000`. Word processors replace hyphens by dashes.
enum MistakenArrow {
  /// Returns the arrow between two times; `nil` if the line is anything else or the arrow is written in ASCII.
  ///
  /// Both times must have decimals, because `10:30 → 11:00` may be text. The line has no blanks at its ends.
  static func find(in line: ArraySlice<UInt8>) -> String? {
    // The first byte in UTF-8 of every character below that is not ASCII.
    guard line.count <= longestLine, line.contains(0xE2) else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    let start = text.prefix { !isOfArrow($0) }
    let arrow = text[start.endIndex...].prefix(while: isOfArrow)
    guard arrow.last.map(heads.contains) == true, !arrow.allSatisfy(\.isASCII), isTime(start),
      let end = text[arrow.endIndex...].split(separator: " ").first, isTime(end)
    else { return nil }
    return String(arrow)
  }

  /// Longer lines are text.
  private static let longestLine = 200
  private static let heads: Set<Character> = [">", "→", "⟶", "➔", "›"]
  private static let shafts: Set<Character> = ["-", "‐", "‑", "‒", "–", "—", "―", "−"]

  private static func isOfArrow(_ character: Character) -> Bool {
    heads.contains(character) || shafts.contains(character)
  }

  private static func isTime(_ text: Substring) -> Bool {
    let time = text.drop(while: \.isWhitespace)
    return time.first?.isNumber == true && time.contains(":") && time.contains { $0 == "," || $0 == "." }
      && time.allSatisfy { $0.isNumber || ":,. ".contains($0) }
  }
}
