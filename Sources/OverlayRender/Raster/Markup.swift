import CCairo

/// A text with styles, read from Pango markup.
struct Markup {
  let string: String
  let runs: [TextRun]

  /// The maximum number of bytes of markup.
  static let maximumByteCount = 1 << 20

  /// Reads `<b>`, `<span foreground="red">` and the like (`pango_parse_markup`).
  init(_ markup: String) throws(MarkupError) {
    guard markup.utf8.count <= Markup.maximumByteCount else { throw MarkupError(.tooLong, in: markup) }
    // In C, a null character would end the text. It is not visible anyway.
    let source = markup.contains("\0") ? markup.replacing("\0", with: "") : markup
    var attributes: OpaquePointer?
    var text: UnsafeMutablePointer<CChar>?
    var error: UnsafeMutablePointer<GError>?
    let isRead = pango_parse_markup(source, Int32(clamping: source.utf8.count), 0, &attributes, &text, nil, &error)
    defer {
      if let error { g_error_free(error) }
      g_free(text)
      if let attributes { pango_attr_list_unref(attributes) }
    }
    guard isRead != 0, let text, let attributes else {
      let message = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "it cannot be read"
      throw MarkupError(MarkupCause(glibMessage: message, markup: markup), in: markup)
    }
    string = String(cString: text)
    do throws(MarkupCause) {
      runs = try Markup.runs(of: attributes, count: string.utf8.count)
    } catch {
      throw MarkupError(error, in: markup)
    }
  }

  private static func runs(of attributes: OpaquePointer, count: Int) throws(MarkupCause) -> [TextRun] {
    guard let iterator = pango_attr_list_get_iterator(attributes) else { return [] }
    defer { pango_attr_iterator_destroy(iterator) }
    var runs: [TextRun] = []
    repeat {
      var (start, end): (Int32, Int32) = (0, 0)
      pango_attr_iterator_range(iterator, &start, &end)
      let range = min(Int(start), count)..<max(min(Int(end), count), min(Int(start), count))
      let style = try TextStyle(iterator)
      if !range.isEmpty, !style.isEmpty { runs.append(TextRun(range: range, style: style)) }
    } while pango_attr_iterator_next(iterator) != 0
    return runs
  }
}

extension TextStyle {
  /// Creates a style from Pango's attributes at the position of an iterator.
  fileprivate init(_ iterator: OpaquePointer) throws(MarkupCause) {
    func attribute(_ type: PangoAttrType) -> UnsafeMutablePointer<PangoAttribute>? {
      pango_attr_iterator_get(iterator, type)
    }
    func integer(_ type: PangoAttrType) -> Int? {
      attribute(type).flatMap { pango_attribute_as_int($0) }.map { Int($0.pointee.value) }
    }
    func color(_ type: PangoAttrType, alpha: PangoAttrType) -> Color? {
      attribute(type).flatMap { pango_attribute_as_color($0) }.map {
        Color($0.pointee.color, alpha: integer(alpha).map { Double($0) / 65535 } ?? 1)
      }
    }
    if let name = TextStyle.unsupported.first(where: { attribute($0.type) != nil })?.name {
      throw .unsupported(name)
    }
    self.init()
    try readFont(iterator)
    self.color = color(PANGO_ATTR_FOREGROUND, alpha: PANGO_ATTR_FOREGROUND_ALPHA)
    if self.color == nil, attribute(PANGO_ATTR_FOREGROUND_ALPHA) != nil {
      throw .unsupported("alpha without foreground")
    }
    backgroundColor = color(PANGO_ATTR_BACKGROUND, alpha: PANGO_ATTR_BACKGROUND_ALPHA)
    underline = try integer(PANGO_ATTR_UNDERLINE).map { (value) throws(MarkupCause) in
      switch PangoUnderline(UInt32(clamping: value)) {
      case PANGO_UNDERLINE_NONE: .none
      case PANGO_UNDERLINE_DOUBLE, PANGO_UNDERLINE_DOUBLE_LINE: .double
      case PANGO_UNDERLINE_ERROR, PANGO_UNDERLINE_ERROR_LINE: throw .unsupported("underline=\"error\"")
      default: .single
      }
    }
    isStruckThrough = integer(PANGO_ATTR_STRIKETHROUGH).map { $0 != 0 }
    letterSpacing = integer(PANGO_ATTR_LETTER_SPACING).flatMap { pixels($0).limitedUnlessNaN(to: TextStyle.lengths) }
    rise = integer(PANGO_ATTR_RISE).flatMap { pixels($0).limitedUnlessNaN(to: TextStyle.lengths) }
    features = attribute(PANGO_ATTR_FONT_FEATURES).flatMap { pango_attribute_as_font_features($0) }
      .flatMap { $0.pointee.features }.map { String(cString: $0) }
    switch integer(PANGO_ATTR_FONT_SCALE).map({ PangoFontScale(UInt32(clamping: $0)) }) {
    case PANGO_FONT_SCALE_SUPERSCRIPT: position = .superscript
    case PANGO_FONT_SCALE_SUBSCRIPT: position = .subscript
    case PANGO_FONT_SCALE_SMALL_CAPS: throw .unsupported("font_scale=\"small-caps\"")
    default:
      if attribute(PANGO_ATTR_BASELINE_SHIFT) != nil { throw .unsupported("baseline_shift") }
    }
  }

  /// The attributes that change the picture but are not supported, with their names in markup.
  private static let unsupported: [(type: PangoAttrType, name: String)] = [
    (PANGO_ATTR_UNDERLINE_COLOR, "underline_color"), (PANGO_ATTR_STRIKETHROUGH_COLOR, "strikethrough_color"),
    (PANGO_ATTR_OVERLINE, "overline"), (PANGO_ATTR_OVERLINE_COLOR, "overline_color"),
    (PANGO_ATTR_STRETCH, "stretch"), (PANGO_ATTR_VARIANT, "variant"), (PANGO_ATTR_GRAVITY, "gravity"),
    (PANGO_ATTR_GRAVITY_HINT, "gravity_hint"), (PANGO_ATTR_LINE_HEIGHT, "line_height"),
    (PANGO_ATTR_ABSOLUTE_LINE_HEIGHT, "line_height"), (PANGO_ATTR_TEXT_TRANSFORM, "text_transform"),
    (PANGO_ATTR_SHOW, "show"), (PANGO_ATTR_ALLOW_BREAKS, "allow_breaks"),
    (PANGO_ATTR_INSERT_HYPHENS, "insert_hyphens"), (PANGO_ATTR_FALLBACK, "fallback"),
    (PANGO_ATTR_WORD, "segment"), (PANGO_ATTR_SENTENCE, "segment"),
  ]

  /// Reads family, size, weight, slant and language, from separate attributes or from a font description.
  private mutating func readFont(_ iterator: OpaquePointer) throws(MarkupCause) {
    let owned = FontDescription()
    let description = owned.pointer
    var language: OpaquePointer?
    pango_attr_iterator_get_font(iterator, description, &language, nil)
    let fields = pango_font_description_get_set_fields(description).rawValue
    func isSet(_ field: PangoFontMask) -> Bool { fields & field.rawValue != 0 }

    // A description sets all fields, most of them to their defaults.
    if pango_font_description_get_variant(description) != PANGO_VARIANT_NORMAL { throw .unsupported("variant") }
    if pango_font_description_get_stretch(description) != PANGO_STRETCH_NORMAL { throw .unsupported("stretch") }
    if isSet(PANGO_FONT_MASK_GRAVITY) { throw .unsupported("gravity") }
    if isSet(PANGO_FONT_MASK_VARIATIONS) { throw .unsupported("font variations") }
    if isSet(PANGO_FONT_MASK_FAMILY) {
      family = pango_font_description_get_family(description).map { String(cString: $0) }
    }
    if isSet(PANGO_FONT_MASK_WEIGHT) {
      weight = Font.Weight(rawValue: Int(pango_font_description_get_weight(description).rawValue))
    }
    if isSet(PANGO_FONT_MASK_STYLE) { isItalic = pango_font_description_get_style(description) != PANGO_STYLE_NORMAL }
    self.language = language.flatMap { pango_language_to_string($0) }.map { String(cString: $0) }
    let ownSize = isSet(PANGO_FONT_MASK_SIZE) ? pango_font_description_get_size(description) : 0
    if ownSize > 0 {
      // A point is 1/72 inch, and an inch is 96 pixels.
      let isAbsolute = pango_font_description_get_size_is_absolute(description) != 0
      size = (pixels(Int(ownSize)) * (isAbsolute ? 1 : 96.0 / 72)).limitedUnlessNaN(to: Font.sizes)
    } else {
      scale = pango_attr_iterator_get(iterator, PANGO_ATTR_SCALE).flatMap { pango_attribute_as_float($0) }
        .flatMap { $0.pointee.value.limitedUnlessNaN(to: 0.01...100) }
    }
  }

  private func pixels(_ units: Int) -> Double { Double(units) / Double(PANGO_SCALE) }
}

extension Color {
  fileprivate init(_ color: PangoColor, alpha: Double) {
    self.init(
      red: Double(color.red) / 65535, green: Double(color.green) / 65535, blue: Double(color.blue) / 65535,
      alpha: alpha)
  }
}

/// An error in markup.
public typealias MarkupError = InvalidText<MarkupCause>

/// The reasons why markup is not valid. Lines and characters are counted from 1.
public enum MarkupCause: InvalidTextCause {
  /// The markup is longer than 1 MiB of UTF-8.
  case tooLong
  /// A `<` or `&` is not escaped.
  case unescaped(Character, line: Int, character: Int)
  /// An element has no end tag.
  case unclosed(element: String)
  /// An end tag has no element.
  case unopened(element: String, line: Int)
  /// A feature of the markup is not supported.
  case unsupported(String)
  /// Any other error, with GLib's message.
  case malformed(String, line: Int?, character: Int?)

  /// Returns one line that says what is wrong, where, and how to fix it.
  public func message(quoting text: String) -> String {
    switch self {
    case .tooLong:
      "\(text) is too long for markup; shorten it to 1 MiB"
    case .unescaped(let sign, let line, let character):
      "\(text) has an unescaped '\(sign)' at line \(line), character \(character); write "
        + (sign == "&" ? "&amp;" : "&lt;")
    case .unclosed(let element):
      "\(text) has <\(element)> that is never closed; add </\(element)>"
    case .unopened(let element, let line):
      "\(text) has </\(element)> in line \(line) without <\(element)> before it; remove it"
    case .unsupported(let name):
      "\(text) uses \(name), which is not supported; remove it"
    case .malformed(let words, let line, let character):
      "\(text) is not markup"
        + (line.map { " at line \($0)" } ?? "") + (character.map { ", character \($0)" } ?? "") + ": \(words)"
    }
  }
}

extension MarkupCause {
  /// Determines the cause from a message of GLib or Pango, in any language.
  init(glibMessage message: String, markup: String) {
    let place = message.firstMatch(of: #/ ?(?:on )?line (\d+)(?: char (\d+))?/#)
    let line = place.flatMap { Int($0.1) }
    if let sign = MarkupCause.firstUnescaped(in: markup), sign.line == line ?? sign.line {
      self = .unescaped(sign.sign, line: sign.line, character: sign.character)
      return
    }
    // Pango adds a <markup> element around the text.
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

  /// Returns the first `<` or `&` outside of comments that cannot begin a tag or an entity.
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
