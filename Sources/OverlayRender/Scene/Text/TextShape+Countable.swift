extension TextShape {
  /// The text limited to the lengths that Pango can represent, whatever the line width.
  ///
  /// Pango's lengths are 32-bit integers in 1024ths of a pixel, up to two million pixels. The text is cut if one line
  /// might be longer than that, and its lines are limited if they might be higher. At 96 pixels this is after about 20
  /// 000 letters.
  var countable: TextShape {
    // Even in the largest font there is enough space for 256 bytes. Most texts are shorter, so this check avoids the
    // rest.
    let annotationBytes = annotations.reduce(0) { $0 + $1.text.utf8.count }
    guard string.utf8.count + annotationBytes > 256 else { return self }
    let longest = 1_900_000.0
    let size = largestFontSize
    // A character is rarely wider than the font size for each of its bytes, and a line rarely higher than twice the
    // font size.
    let bytes = Int(longest / (size + max(letterSpacing, 0)))
    // An annotation can double the height of its line, and may be wider than its base.
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
  /// Returns the annotations whose bases are left after a text was shortened, which are those before the ellipsis.
  func onText(shortenedFrom text: String, to shortened: String) -> [TextAnnotation] {
    guard shortened.utf8.count < text.utf8.count else { return self }
    let kept = shortened.utf8.count - "…".utf8.count
    return filter { $0.range.upperBound <= kept }
  }
}
