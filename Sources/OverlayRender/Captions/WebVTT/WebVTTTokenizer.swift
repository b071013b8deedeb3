/// What the text of a cue is made of, one piece after another.
///
/// The "WebVTT cue text tokenizer" of W3C WebVTT, section 6.4. Its states are the methods. All of them end at ASCII
/// characters, so the text is looked at in bytes.
struct WebVTTTokenizer {
  /// A piece of a cue's text.
  enum Token {
    /// Text between tags, in UTF-8.
    case text(ArraySlice<UInt8>)
    case startTag(StartTag)
    /// The tag's name.
    case endTag(String)
    /// What stands in the tag: a time, perhaps.
    case timestampTag(ArraySlice<UInt8>)
  }

  /// A tag such as `<v.loud Mary>`.
  struct StartTag {
    var name = ""
    /// The names that are not empty.
    var classes: [String] = []
    var annotation = ""
  }

  /// Something that is probably not shown as it was meant, and where it begins.
  typealias Remark = (place: Int, kind: CaptionProblem.Kind)

  /// Where the token that was taken last stands in the text.
  private(set) var tokenRange: Range<Int>
  /// Unknown character references.
  private(set) var unknownCharacters: [Remark] = []

  private let text: ArraySlice<UInt8>
  private var position: Int

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
    tokenRange = position..<position
  }

  /// Takes the next token; `nil` at the end.
  mutating func next() -> Token? {
    guard position < text.endIndex else { return nil }
    let start = position
    defer { tokenRange = start..<position }
    return text[position] == UInt8(ascii: "<") ? tag() : data()
  }

  /// Whether the last token is a tag that only the end of the text ends.
  var isTokenUnclosed: Bool {
    text[tokenRange].first == UInt8(ascii: "<") && (tokenRange.count == 1 || text[tokenRange].last != UInt8(ascii: ">"))
  }

  // MARK: Text

  /// The data state, up to the next tag.
  private mutating func data() -> Token {
    let end = text[position...].firstIndex(of: UInt8(ascii: "<")) ?? text.endIndex
    return .text(resolvingReferences(upTo: end))
  }

  /// Takes what comes before `end`, character references replaced: the states "HTML character reference in data" and
  /// "in annotation". The characters that end a text are in no reference.
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

  /// The tag state; the position is at the less-than sign.
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

  /// The start tag state, and what follows it. Where a blank or a full stop comes first, the name is empty.
  private mutating func startTag() -> Token {
    var tag = StartTag(name: takeName())
    // The start tag class state: a class behind each full stop.
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

  /// The start tag annotation state. White space becomes single blanks, and none at the ends.
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

  /// Takes the name of a tag or a class: up to white space, a full stop or the end of the tag.
  private mutating func takeName() -> String {
    let name = text[position...].prefix { byte in
      !byte.isASCIIWhitespace && byte != UInt8(ascii: ".") && byte != UInt8(ascii: ">")
    }
    position = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  /// Takes the rest of a tag and its greater-than sign.
  private mutating func takeThroughTagEnd() -> ArraySlice<UInt8> {
    let end = text[position...].firstIndex(of: UInt8(ascii: ">")) ?? text.endIndex
    defer { position = min(end + 1, text.endIndex) }
    return text[position..<end]
  }
}
