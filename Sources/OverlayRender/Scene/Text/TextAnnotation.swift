/// A small text beside a piece of another, which shows its pronunciation or meaning. This is called ruby, such as
/// furigana over Han characters.
///
/// The annotation is half as large and centered above its base, or to the right of it in vertical text. If it is wider,
/// space is added around the base. Lines are not broken within a base.
public struct TextAnnotation: Sendable, Hashable {
  /// The range of the base, in bytes of the UTF-8 of the whole text.
  public var range: Range<Int>
  /// The annotation, on one line.
  public var text: String
  /// The style of the annotation, relative to the style of its base. It inherits the font at half the size, the color
  /// and the language, but not the spacing, underline and strikethrough. A scale is relative to half the size.
  public var style: TextStyle

  /// Creates an annotation.
  public init(range: Range<Int>, text: String, style: TextStyle = TextStyle()) {
    self.range = range
    self.text = text
    self.style = style
  }
}

extension TextAnnotation {
  /// The greatest number of annotations of a text. It is more than any picture can show, and few enough to find the
  /// position of each.
  static let maximumCount = 2048
  /// The greatest number of bytes of UTF-8 in all annotations of a text.
  static let maximumByteCount = 64 << 10

  /// Returns annotations with bases of whole characters on one line, in order. Of two bases that overlap, the one that
  /// starts first is kept. Annotations beyond the limits are removed.
  static func disjoint(_ annotations: [TextAnnotation], in string: String) -> [TextAnnotation] {
    guard !annotations.isEmpty else { return [] }
    let starts = string.characterStarts(at: annotations.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
    var position = 0
    let clipped = annotations.compactMap { annotation -> TextAnnotation? in
      guard let lower = starts[annotation.range.lowerBound], let upper = starts[annotation.range.upperBound],
        lower < upper, !annotation.text.isEmpty
      else { return nil }
      let end = lower + string.utf8Bytes(lower..<upper).lengthOfLine
      return TextAnnotation(range: lower..<end, text: annotation.text, style: annotation.style)
    }
    let ordered = clipped.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    let disjoint = ordered.compactMap { _, annotation -> TextAnnotation? in
      guard annotation.range.lowerBound >= position, !annotation.range.isEmpty else { return nil }
      position = annotation.range.upperBound
      return annotation
    }
    return limited(disjoint, toBytes: maximumByteCount)
  }

  /// Returns the first annotations, as many as together have at most `limit` bytes of text.
  static func limited(_ annotations: [TextAnnotation], toBytes limit: Int) -> [TextAnnotation] {
    var bytes = 0
    return Array(
      annotations.prefix(maximumCount).prefix { annotation in
        bytes += annotation.text.utf8.count
        return bytes <= limit
      })
  }

  func moved(by offset: Int) -> TextAnnotation {
    TextAnnotation(
      range: (range.lowerBound + offset)..<(range.upperBound + offset), text: text, style: style)
  }
}

extension TextShape {
  /// The annotations as a text, with one line for each.
  var annotationLines: TextShape {
    var lines = TextShape(string: "", font: font)
    lines.language = language
    lines.features = features
    lines.hasEqualDigits = hasEqualDigits
    lines.writingMode = writingMode
    var runs = self.runs[...]
    for annotation in annotations {
      runs = runs.drop { $0.range.upperBound <= annotation.range.lowerBound }
      let isInRun = runs.first?.range.contains(annotation.range.lowerBound) ?? false
      let style = annotation.style(onBaseIn: isInRun ? runs.first?.style ?? TextStyle() : TextStyle(), within: font)
      if !lines.string.isEmpty { lines.string.append("\n") }
      let start = lines.string.utf8.count
      lines.string.append(annotation.text)
      lines.runs.append(TextRun(range: start..<lines.string.utf8.count, style: style))
    }
    return lines
  }
}

extension TextAnnotation {
  /// Returns the style of the annotation, given the style of its base.
  fileprivate func style(onBaseIn base: TextStyle, within font: Font) -> TextStyle {
    var half = base.font(within: font)
    half.size /= 2
    var inherited = TextStyle(
      family: base.family, weight: base.weight, isItalic: base.isItalic, color: base.color, features: base.features,
      language: base.language)
    inherited = style.within(inherited)
    inherited.size = style.font(within: half).size
    inherited.scale = nil
    return inherited
  }
}

extension Collection<UInt8> {
  /// The number of bytes of UTF-8 before the first line end: a line feed, a carriage return, or one of Unicode's line
  /// and paragraph separators (E2 80 A8 and A9).
  fileprivate var lengthOfLine: Int {
    var length = 0
    var previous: (UInt8, UInt8) = (0, 0)
    for byte in self {
      if byte == 0x0A || byte == 0x0D { return length }
      if previous == (0xE2, 0x80), byte == 0xA8 || byte == 0xA9 { return length - 2 }
      previous = (previous.1, byte)
      length += 1
    }
    return length
  }
}

extension String {
  /// Returns the bytes of the text's UTF-8 in a range.
  func utf8Bytes(_ range: Range<Int>) -> Substring.UTF8View {
    let lower = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[lower..<utf8.index(lower, offsetBy: range.count)].utf8
  }
}
