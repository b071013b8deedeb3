/// Splits the text of a cue into tokens.
///
/// Implements the "WebVTT cue text tokenizer" of W3C WebVTT, section 6.4. The methods correspond to its states. All
/// states end at ASCII characters, so the text is processed as bytes.
struct WebVTTTokenizer {
  /// A token of the text of a cue.
  enum Token {
    /// Text between tags, in UTF-8.
    case text(ArraySlice<UInt8>)
    case startTag(StartTag)
    /// The name of the tag.
    case endTag(String)
    /// The content of the tag, which can be a time.
    case timestampTag(ArraySlice<UInt8>)
  }

  /// A start tag such as `<v.loud Mary>`.
  struct StartTag {
    var name = ""
    /// The names that are not empty.
    var classes: [String] = []
    var annotation = ""
  }

  /// A part of the text that is probably not shown as intended, and its position.
  typealias Warning = (position: Int, kind: CaptionProblem.Kind)

  /// The range of the last token in the text.
  private(set) var tokenRange: Range<Int>
  /// Warnings about unknown character references.
  private(set) var unknownCharacters: [Warning] = []

  private let text: ArraySlice<UInt8>
  private var position: Int

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
    tokenRange = position..<position
  }

  /// Returns the next token; `nil` at the end.
  mutating func next() -> Token? {
    guard position < text.endIndex else { return nil }
    let start = position
    defer { tokenRange = start..<position }
    return text[position] == UInt8(ascii: "<") ? tag() : data()
  }

  /// Whether the last token is a tag without a closing `>`.
  var isTokenUnclosed: Bool {
    text[tokenRange].first == UInt8(ascii: "<") && (tokenRange.count == 1 || text[tokenRange].last != UInt8(ascii: ">"))
  }

  // MARK: Text

  /// The data state, up to the next tag.
  private mutating func data() -> Token {
    let end = text[position...].firstIndex(of: UInt8(ascii: "<")) ?? text.endIndex
    return .text(resolvingReferences(upTo: end))
  }

  /// Reads up to `end` and replaces character references: the states "HTML character reference in data" and "in
  /// annotation". The characters that end a text do not occur in references.
  private mutating func resolvingReferences(upTo end: Int) -> ArraySlice<UInt8> {
    let piece = text[position..<end]
    position = end
    guard var ampersand = piece.firstIndex(of: UInt8(ascii: "&")) else { return piece }
    var resolved: [UInt8] = []
    var rest = piece
    while true {
      resolved += rest[..<ampersand]
      if let reference = HTMLCharacterReference.characters(in: piece, at: ampersand + 1) {
        resolved += reference.characters.utf8
        rest = piece[reference.end...]
      } else {
        if let end = HTMLCharacterReference.end(ofUnknownIn: piece, at: ampersand + 1) {
          unknownCharacters.append((ampersand, .unknownCharacter(piece[ampersand..<end].excerpt)))
        }
        resolved.append(UInt8(ascii: "&"))
        rest = piece[(ampersand + 1)...]
      }
      guard let next = rest.firstIndex(of: UInt8(ascii: "&")) else { break }
      ampersand = next
    }
    resolved += rest
    return resolved[...]
  }

  // MARK: Tags

  /// The tag state. The position is at the less-than sign.
  private mutating func tag() -> Token {
    position += 1
    guard position < text.endIndex else { return .startTag(StartTag()) }
    switch text[position] {
    case UInt8(ascii: "/"):
      position += 1
      return .endTag(String(decoding: takeThroughTagEnd(), as: UTF8.self))
    case let byte where byte.isDigit:
      return .timestampTag(takeThroughTagEnd())
    default:
      return startTag()
    }
  }

  /// The start tag state and those that follow it. The name is empty if a space or a period comes first.
  private mutating func startTag() -> Token {
    var tag = StartTag(name: takeName())
    // The start tag class state: a class after each period.
    while position < text.endIndex, text[position] == UInt8(ascii: ".") {
      position += 1
      let name = takeName()
      if !name.isEmpty { tag.classes.append(name) }
    }
    if position < text.endIndex, text[position] != UInt8(ascii: ">") {
      tag.annotation = annotation()
    }
    // The greater-than sign, if there is one.
    position = min(position + 1, text.endIndex)
    return .startTag(tag)
  }

  /// The start tag annotation state. Whitespace becomes single spaces and is removed at the ends.
  private mutating func annotation() -> String {
    let end = text[position...].firstIndex(of: UInt8(ascii: ">")) ?? text.endIndex
    var rest = resolvingReferences(upTo: end)
    var annotation: [UInt8] = []
    while let word = rest.takeWord() {
      if !annotation.isEmpty { annotation.append(UInt8(ascii: " ")) }
      annotation += word
    }
    return String(decoding: annotation, as: UTF8.self)
  }

  /// Reads the name of a tag or class, up to whitespace, a period or the end of the tag.
  private mutating func takeName() -> String {
    let name = text[position...].prefix { byte in
      !byte.isASCIIWhitespace && byte != UInt8(ascii: ".") && byte != UInt8(ascii: ">")
    }
    position = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads the rest of a tag and its greater-than sign.
  private mutating func takeThroughTagEnd() -> ArraySlice<UInt8> {
    let end = text[position...].firstIndex(of: UInt8(ascii: ">")) ?? text.endIndex
    defer { position = min(end + 1, text.endIndex) }
    return text[position..<end]
  }
}
