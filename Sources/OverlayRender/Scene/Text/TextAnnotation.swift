/// A small text beside a piece of another, which tells how the piece is read or what it means: ruby, as furigana over
/// Han characters.
///
/// It stands above its base, in columns to the right of it, half as large and in the middle. Where it is the wider of the
/// two, the base is given as much room. Lines are never broken within a base.
public struct TextAnnotation: Sendable, Hashable {
  /// The base: the piece that the annotation belongs to, in bytes of the UTF-8 of the whole text.
  public var range: Range<Int>
  /// What the annotation says, on one line.
  public var text: String
  /// What it changes of the style of its base. It has the base's font in half the size, its colour and its language, and
  /// neither its spacing nor its lines. A scale counts from half the size.
  public var style: TextStyle

  /// Makes an annotation.
  public init(range: Range<Int>, text: String, style: TextStyle = TextStyle()) {
    self.range = range
    self.text = text
    self.style = style
  }
}

extension TextAnnotation {
  /// How many annotations of a text are shown: more than there is room for in any picture, and few enough that the
  /// characters of the text can be counted for each.
  static let maximumCount = 2048
  /// How many bytes of UTF-8 all annotations of a text have at most.
  static let maximumByteCount = 64 << 10

  /// Annotations as they show on a text: with bases of whole characters that end where the line is ended, in order. Of two
  /// whose bases overlap, the one that begins first is kept; what is beyond the limits is left out.
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

  /// The first of several annotations, as many as have so many bytes of text together.
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
  /// The annotations as a text of their own, each a line of it.
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
  /// The style of its text, on a base that changes `base` of a font.
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
  /// How many bytes of UTF-8 there are before the first line end: a line feed, a carriage return, or Unicode's separators
  /// of lines and paragraphs (E2 80 A8 and A9).
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
  /// The piece of the text at a range of bytes of its UTF-8.
  func utf8Bytes(_ range: Range<Int>) -> Substring.UTF8View {
    let lower = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[lower..<utf8.index(lower, offsetBy: range.count)].utf8
  }
}
