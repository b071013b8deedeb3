extension ArraySlice<UInt8> {
  /// Takes a mark of ASCII from the front if it is there.
  mutating func skip(_ mark: StaticString) -> Bool {
    let isThere = mark.withUTF8Buffer { starts(with: $0) }
    if isThere { removeFirst(mark.utf8CodeUnitCount) }
    return isThere
  }

  /// "Skip whitespace" of W3C WebVTT.
  mutating func skipWhitespace() {
    self = drop(while: \.isASCIIWhitespace)
  }

  /// Takes what comes next between white space; `nil` at the end ("split a string on spaces" of HTML, piece by piece).
  mutating func takeWord() -> ArraySlice<UInt8>? {
    skipWhitespace()
    guard !isEmpty else { return nil }
    let word = prefix { !$0.isASCIIWhitespace }
    self = self[word.endIndex...]
    return word
  }

  /// Whether it is a word and nothing else, or the word comes first and a blank or a tab after it.
  func begins(withWord word: StaticString) -> Bool {
    var rest = self
    guard rest.skip(word) else { return false }
    return rest.isEmpty || rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t")
  }
}
