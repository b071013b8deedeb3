/// The text of a cue in WebVTT (section 4.2.2).
///
/// Every line is complete: tags that are open at its end are closed.
struct WebVTTCueText {
  private(set) var text = ""
  /// What the text does not contain.
  private(set) var lost: Set<CaptionLoss.Kind> = []
  private let times: WebVTTCueTimes
  /// The last time that was written, or the start of the cue. The next time must be later.
  private var time: Int64
  private var hasText = false
  private var open: [WebVTTSpan] = []

  init(_ lines: [CaptionLine], times: WebVTTCueTimes) {
    self.times = times
    time = times.start
    for (number, line) in lines.enumerated() {
      if number > 0 { text += "\n" }
      let runs = segments(of: line)
      for run in runs { append(run) }
      close(keeping: 0)
      // An empty line would end the cue.
      if runs.isEmpty { text += "<c></c>" }
    }
    appendEnd(of: lines)
    if text.utf8.count > CaptionDocument.cueTextLimit { lost.insert(.text) }
  }

  // MARK: Runs

  /// A run with its tags.
  private struct Segment {
    var text: String
    var time: MediaTime?
    var spans: [WebVTTSpan]
  }

  private mutating func segments(of line: CaptionLine) -> [Segment] {
    var segments: [Segment] = []
    var rubies: [CaptionRuby?] = []
    for run in line.runs {
      let text = CaptionText.cleaned(run.text)
      if text != run.text { lost.insert(.text) }
      if text.isEmpty { continue }
      segments.append(Segment(text: text, time: run.time, spans: WebVTTSpan.spans(of: run, lost: &lost)))
      rubies.append(WebVTTSpan.ruby(of: run, lost: &lost))
    }
    // Consecutive runs with the same annotation are one ruby. It is inside of all other tags if these are equal, and
    // outside otherwise.
    var start = 0
    while start < segments.count {
      let end = rubies[start...].firstIndex { $0 != rubies[start] } ?? segments.count
      if let ruby = rubies[start] {
        let areAlike = segments[start..<end].allSatisfy { $0.spans == segments[start].spans }
        for index in start..<end {
          segments[index].spans.insert(.ruby(ruby), at: areAlike ? segments[index].spans.count : 0)
        }
      }
      start = end
    }
    return segments
  }

  private mutating func append(_ segment: Segment) {
    close(keeping: zip(open, segment.spans).prefix { $0 == $1 }.count)
    if let time = segment.time { append(time) }
    for span in segment.spans[open.count...] {
      text += span.startTag
      open.append(span)
    }
    text += segment.text.escapedForWebVTT
    hasText = true
  }

  private mutating func close(keeping count: Int) {
    while open.count > count { text += open.removeLast().endTag }
  }

  // MARK: Times

  /// Writes a time. Times must increase and be within the cue.
  ///
  /// The time of the first word can be the start of the cue. The syntax does not have it (section 4.2.2), but all
  /// parsers read it (section 6.4).
  private mutating func append(_ moment: MediaTime) {
    let milliseconds = WebVTTCueTimes.milliseconds(moment)
    guard let milliseconds, milliseconds.value > time || milliseconds.value == times.start && !hasText,
      milliseconds.value < times.end
    else {
      lost.insert(.wordTimes)
      return
    }
    if !milliseconds.isExact { lost.insert(.times) }
    time = milliseconds.value
    text += "<\(WebVTTTimestamp.text(milliseconds: time))>"
  }

  /// Writes the time of an empty run after all words, which is the end of the last word. Empty runs elsewhere cannot be
  /// written.
  private mutating func appendEnd(of lines: [CaptionLine]) {
    let runs = lines.flatMap(\.runs)
    let end = runs.lastIndex { !$0.text.isEmpty }.map { $0 + 1 } ?? 0
    if runs[..<end].contains(where: { $0.text.isEmpty && $0.time != nil }) { lost.insert(.wordTimes) }
    let ends = runs[end...].compactMap(\.time)
    if ends.count > 1 { lost.insert(.wordTimes) }
    if let last = ends.last, WebVTTCueTimes.milliseconds(last)?.value != times.end { append(last) }
  }
}

extension String {
  /// The text with character references for characters with a meaning in WebVTT. The result contains no `-->`.
  var escapedForWebVTT: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") })
    else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// A tag around a piece of the text of a cue, with its end tag.
enum WebVTTSpan: Equatable {
  case voice(String)
  case language(String)
  /// Names that are valid in the syntax.
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
  /// Returns the tags around a run, from the outermost to the innermost, without ruby. Properties without a tag are
  /// added to `lost`.
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

  /// Returns the annotation of a run.
  static func ruby(of run: CaptionRun, lost: inout Set<CaptionLoss.Kind>) -> CaptionRuby? {
    guard let ruby = run.ruby else { return nil }
    let text = CaptionText.cleaned(ruby.text).trimmingBlanks()
    if text != ruby.text { lost.insert(.ruby) }
    return text.isEmpty ? nil : CaptionRuby(text, number: ruby.number)
  }

  /// Returns color classes followed by the other classes, for one tag.
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

  /// Returns whether the name is valid in a tag and does not stand for a color.
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

  /// Returns a text as reading a tag returns it: words with single spaces between them.
  private static func annotation(_ text: String) -> String {
    let words = CaptionText.cleaned(text).unicodeScalars.split { $0 == " " }
    return words.map { String($0) }.joined(separator: " ")
  }
}

extension String {
  /// Returns the text without spaces at its ends.
  func trimmingBlanks() -> String {
    let start = drop { $0 == " " }
    return String(start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)])
  }
}
