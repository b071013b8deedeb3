extension Text {
  /// SwiftUI's name for ``TextCase``.
  public typealias Case = TextCase

  /// Returns the text in a case. Styles and annotations stay at their letters, even if these have other numbers of
  /// bytes. Each piece with a style of its own is converted separately.
  func inCase(_ textCase: TextCase, language: String?) -> Text {
    let edges = (runs.map(\.range) + annotations.map(\.range)).flatMap { [$0.lowerBound, $0.upperBound] }
    var places: [Int: Int] = [0: 0]
    var result = ""
    var start = string.startIndex
    for edge in Set(edges + [string.utf8.count]).sorted() {
      let end = string.utf8.index(string.startIndex, offsetBy: edge)
      result += textCase.letters(of: string[start..<end], language: language)
      places[edge] = result.utf8.count
      start = end
    }
    func moved(_ range: Range<Int>) -> Range<Int> {
      let lower = places[range.lowerBound] ?? 0
      return lower..<max(places[range.upperBound] ?? lower, lower)
    }
    return Text(
      printable: result, style: style, runs: runs.map { TextRun(range: moved($0.range), style: $0.style) },
      annotations: annotations.map {
        TextAnnotation(
          range: moved($0.range), text: textCase.letters(of: $0.text, language: language), style: $0.style)
      },
      timed: timed)
  }
}
