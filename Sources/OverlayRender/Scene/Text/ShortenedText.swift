extension String {
  /// The text itself, or its beginning with an ellipsis, cut between two characters: at most so many bytes of UTF-8.
  func shortened(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let available = limit - "…".utf8.count
    var end = startIndex
    var count = 0
    while end < endIndex {
      let next = index(after: end)
      count += utf8.distance(from: end, to: next)
      if count > available { break }
      end = next
    }
    return self[..<end] + "…"
  }
}

extension TextShape {
  /// The text within what Pango can count, whatever the width at which lines are broken.
  ///
  /// Pango's lengths are 32-bit numbers of 1024ths of a pixel: two million pixels. A text is cut where one line of it might
  /// be longer, and ends where all its lines might be higher: at 96 pixels after some 20 000 letters.
  var countable: TextShape {
    // In the largest font there is so much available; most texts are no longer, and need not be looked at.
    let annotationBytes = annotations.reduce(0) { $0 + $1.text.utf8.count }
    guard string.utf8.count + annotationBytes > 256 else { return self }
    let longest = 1_900_000.0
    let size = largestFontSize
    // Hardly a character is wider for each of its bytes than its font is high, and hardly a line higher than twice that.
    let bytes = Int(longest / (size + max(letterSpacing, 0)))
    // An annotation makes its line higher by as much again, and wider where it is wider than its base.
    let lines = Int(longest / ((annotations.isEmpty ? 2 : 4) * size + max(lineSpacing, 0)))
    guard string.utf8.count + annotationBytes > min(bytes, lines) else { return self }
    var countable = self
    countable.string = string.shortened(toBytes: bytes)
    if countable.string != string {
      countable.runs = TextRun.disjoint(runs, in: countable.string)
      countable.annotations = annotations.onText(shortenedFrom: string, to: countable.string)
    }
    countable.annotations = TextAnnotation.limited(
      countable.annotations, toBytes: bytes - countable.string.utf8.count)
    countable.lineLimit = min(lineLimit ?? lines, lines)
    return countable
  }
}

extension [TextAnnotation] {
  /// The annotations whose bases are still there after a text was shortened: those before the ellipsis.
  func onText(shortenedFrom text: String, to shortened: String) -> [TextAnnotation] {
    guard shortened.utf8.count < text.utf8.count else { return self }
    let kept = shortened.utf8.count - "…".utf8.count
    return filter { $0.range.upperBound <= kept }
  }
}
