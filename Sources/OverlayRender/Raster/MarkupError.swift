/// Why markup was refused.
public typealias MarkupError = InvalidText<MarkupCause>

/// What is wrong with markup. Lines and characters are counted from 1.
public enum MarkupCause: InvalidTextCause {
  /// It is longer than 1 MiB of UTF-8.
  case tooLong
  /// A `<` or `&` that stands for itself.
  case unescaped(Character, line: Int, character: Int)
  /// An element that is opened and never closed.
  case unclosed(element: String)
  /// An end tag without its element.
  case unopened(element: String, line: Int)
  /// Something that this library cannot draw, as markup calls it.
  case unsupported(String)
  /// Anything else, in GLib's words.
  case malformed(String, line: Int?, character: Int?)

  /// What is wrong, where, and how to mend it, in one line.
  public func message(quoting text: String) -> String {
    switch self {
    case .tooLong:
      "\(text) is too long for markup; shorten it to 1 MiB"
    case .unescaped(let sign, let line, let character):
      "\(text) has a '\(sign)' that begins nothing at line \(line), character \(character); write "
        + (sign == "&" ? "&amp; for it" : "&lt; for it")
    case .unclosed(let element):
      "\(text) has <\(element)> that is never closed; add </\(element)>"
    case .unopened(let element, let line):
      "\(text) has </\(element)> in line \(line) without <\(element)> before it; remove it"
    case .unsupported(let name):
      "\(text) uses \(name), which cannot be drawn; leave it out"
    case .malformed(let words, let line, let character):
      "\(text) is not markup"
        + (line.map { " at line \($0)" } ?? "") + (character.map { ", character \($0)" } ?? "") + ": \(words)"
    }
  }
}

extension MarkupCause {
  /// Finds the cause in what GLib or Pango say, in English or not.
  init(glibMessage message: String, markup: String) {
    let place = message.firstMatch(of: #/ ?(?:on )?line (\d+)(?: char (\d+))?/#)
    let line = place.flatMap { Int($0.1) }
    if let sign = MarkupCause.firstUnescaped(in: markup), sign.line == line ?? sign.line {
      self = .unescaped(sign.sign, line: sign.line, character: sign.character)
      return
    }
    // Pango puts <markup> around the text.
    if let tags = message.firstMatch(of: #/Element “(.+)” was closed, but the currently open element is “(.+)”/#) {
      if tags.1 == "markup" {
        self = .unclosed(element: String(tags.2))
        return
      }
      if tags.2 == "markup", let line {
        self = .unopened(element: String(tags.1), line: line)
        return
      }
    }
    let character = place.flatMap { $0.2 }.flatMap { Int($0) }.map { max($0 - (line == 1 ? "<markup>".count : 0), 1) }
    let words = message.replacing(#/^Error on line \d+(?: char \d+)?: | on line \d+(?: char \d+)?/#, with: "")
    self = .malformed(
      words.split(whereSeparator: \.isControl).joined(separator: " "), line: line, character: character)
  }

  /// The first `<` or `&` that cannot begin a tag or an entity; those in comments are none of it.
  private static func firstUnescaped(in markup: String) -> (sign: Character, line: Int, character: Int)? {
    var (line, character) = (1, 1)
    var rest = markup[...]
    while let sign = rest.first {
      if rest.hasPrefix("<!--"), let end = rest.firstRange(of: "-->") {
        for skipped in rest[..<end.lowerBound] {
          (line, character) = skipped.isNewline ? (line + 1, 1) : (line, character + 1)
        }
        rest = rest[end.lowerBound...]
        continue
      }
      let isTag = sign == "<" && rest.prefixMatch(of: #/<[\p{L}_\/!?]/#) != nil
      let isEntity = sign == "&" && rest.prefixMatch(of: #/&#?\w+;/#) != nil
      if sign == "<" && !isTag || sign == "&" && !isEntity { return (sign, line, character) }
      (line, character) = sign.isNewline ? (line + 1, 1) : (line, character + 1)
      rest = rest.dropFirst()
    }
    return nil
  }
}
