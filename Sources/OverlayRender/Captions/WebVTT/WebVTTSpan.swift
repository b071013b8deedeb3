/// Something around a piece of a cue's text: a tag and its end.
enum WebVTTSpan: Equatable {
  case voice(String)
  case language(String)
  /// Names that the syntax can hold.
  case classes([String])
  case bold, italic, underline
  case ruby(CaptionRuby)

  var startTag: String {
    switch self {
    case .voice(let name): "<v \(name.escapedForWebVTT)>"
    case .language(let tag): "<lang \(tag.escapedForWebVTT)>"
    case .classes(let names): "<c.\(names.joined(separator: "."))>"
    case .bold: "<b>"
    case .italic: "<i>"
    case .underline: "<u>"
    case .ruby: "<ruby>"
    }
  }

  var endTag: String {
    switch self {
    case .voice: "</v>"
    case .language: "</lang>"
    case .classes: "</c>"
    case .bold: "</b>"
    case .italic: "</i>"
    case .underline: "</u>"
    case .ruby(let ruby): "<rt>\(ruby.text.escapedForWebVTT)</rt></ruby>"
    }
  }
}

extension WebVTTSpan {
  /// What is around a run, from the outside to the inside, without its ruby. What there are no tags for is lost.
  static func spans(of run: CaptionRun, lost: inout Set<CaptionLoss.Kind>) -> [WebVTTSpan] {
    var spans: [WebVTTSpan] = []
    if let voice = run.voice {
      let name = annotation(voice)
      if name != voice { lost.insert(.voices) }
      if !name.isEmpty { spans.append(.voice(name)) }
    }
    if let language = run.style.language {
      let tag = annotation(language)
      if tag != language { lost.insert(.languages) }
      if !tag.isEmpty { spans.append(.language(tag)) }
    }
    let classes = classes(of: run, lost: &lost)
    if !classes.isEmpty { spans.append(.classes(classes)) }
    addStyle(run.style, to: &spans, lost: &lost)
    return spans
  }

  /// The ruby that a run is in.
  static func ruby(of run: CaptionRun, lost: inout Set<CaptionLoss.Kind>) -> CaptionRuby? {
    guard let ruby = run.ruby else { return nil }
    let text = CaptionText.cleaned(ruby.text).trimmingBlanks()
    if text != ruby.text { lost.insert(.ruby) }
    return text.isEmpty ? nil : CaptionRuby(text, number: ruby.number)
  }

  /// Colours and names in one tag, the colours first.
  private static func classes(of run: CaptionRun, lost: inout Set<CaptionLoss.Kind>) -> [String] {
    var classes: [String] = []
    for (color, prefix) in [(run.style.color, ""), (run.style.backgroundColor, WebVTTColors.backgroundPrefix)] {
      guard let color else { continue }
      if let name = WebVTTColors.className(of: color) {
        classes.append(prefix + name)
      } else {
        lost.insert(.colors)
      }
    }
    let names = run.classes.filter { isClassName($0) }.prefix(WebVTTLines.classLimit)
    if names.count != run.classes.count { lost.insert(.classes) }
    return classes + names
  }

  /// Whether a tag can hold the name, and reading takes it for nothing but a name.
  private static func isClassName(_ name: String) -> Bool {
    var style = TextStyle()
    let isWritable = name.utf8.allSatisfy { byte in
      !byte.isASCIIWhitespace && byte != 0 && !".&<>".utf8.contains(byte)
    }
    return !name.isEmpty && isWritable && !WebVTTColors.apply(name, to: &style)
  }

  private static func addStyle(_ style: TextStyle, to spans: inout [WebVTTSpan], lost: inout Set<CaptionLoss.Kind>) {
    guard !style.isEmpty else { return }
    if let weight = style.weight, weight != .regular {
      if weight.rawValue >= Font.Weight.semibold.rawValue { spans.append(.bold) }
      if weight != .bold { lost.insert(.styles) }
    }
    if style.isItalic == true { spans.append(.italic) }
    if let underline = style.underline, underline != .none {
      spans.append(.underline)
      if underline != .single { lost.insert(.styles) }
    }
    let hasOtherStyle =
      style.isStruckThrough == true || style.letterSpacing != nil || style.rise != nil
      || (style.position ?? .normal) != .normal
    if hasOtherStyle { lost.insert(.styles) }
    let hasFont = style.family != nil || style.size != nil || style.scale != nil || style.features != nil
    if hasFont { lost.insert(.fonts) }
  }

  /// A text as reading gives it back out of a tag: words with single blanks between them.
  private static func annotation(_ text: String) -> String {
    let words = CaptionText.cleaned(text).unicodeScalars.split { $0 == " " }
    return words.map { String($0) }.joined(separator: " ")
  }
}

extension String {
  /// The text without blanks at its ends.
  func trimmingBlanks() -> String {
    let start = drop { $0 == " " }
    return String(start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)])
  }
}
