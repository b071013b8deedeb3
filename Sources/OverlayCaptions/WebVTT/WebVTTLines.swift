/// Creates lines of styled runs from the tree of the text of a cue.
///
/// Elements apply to the runs of the texts in them. Spaces are kept. Line feeds start new lines.
struct WebVTTLines {
  /// The maximum number of classes of a run. Classes of further nested tags are ignored.
  static let classLimit = 16

  /// The properties that apply within a node.
  private struct Context {
    /// The properties of runs, without text.
    var run = CaptionRun("")
    var ruby = RubyPart.none
  }

  /// The destination of text in ruby.
  private enum RubyPart {
    case none
    /// The base text; the value is an index in `rubies`.
    case base(Int)
    /// The annotation with the given number, if there is base text for it.
    case annotation(Int?)
  }

  private(set) var lines: [CaptionLine]
  /// For each ruby, the number of the annotation of its base text, if there is any.
  private var rubies: [Int?] = []
  private var annotations: [String] = []
  /// The time of the next text.
  private var time: MediaTime?
  /// The properties outside of all nodes and in the open nodes, from the outermost to the innermost.
  private var contexts = [Context()]

  init(_ tree: WebVTTCueTree) {
    lines = tree.nodes.isEmpty ? [] : [CaptionLine(runs: [])]
    var open: [Int] = []
    for index in tree.nodes.indices {
      while let last = open.last, last != tree.nodes[index].parent {
        open.removeLast()
        contexts.removeLast()
      }
      switch tree.nodes[index].kind {
      case .text(let text): append(text)
      case .timestamp(let time): self.time = time
      default:
        open.append(index)
        enter(tree.nodes[index])
      }
    }
    // A time that no text follows is the end of the last word.
    if let time { lines[lines.count - 1].runs.append(CaptionRun("", time: time)) }
    resolveAnnotations()
  }

  // MARK: Elements

  private mutating func enter(_ node: WebVTTCueTree.Node) {
    var inner = contexts[contexts.count - 1]
    switch node.kind {
    case .bold: inner.run.style.weight = .bold
    case .italic: inner.run.style.isItalic = true
    case .underline: inner.run.style.underline = .single
    case .voice(let name): inner.run.voice = nonEmptyLine(name)
    case .ruby:
      // There is no ruby within annotations.
      if case .annotation = inner.ruby { break }
      rubies.append(nil)
      inner.ruby = .base(rubies.count - 1)
    case .rubyText:
      guard case .base(let ruby) = inner.ruby else { break }
      inner.ruby = .annotation(rubies[ruby])
      rubies[ruby] = nil
    case .classSpan, .language, .text, .timestamp: break
    }
    inner.run.style.language = node.language.flatMap(nonEmptyLine)
    // Of several classes that stand for a color the last one is used (section 5.2).
    for name in node.classes where !WebVTTColors.apply(name, to: &inner.run.style) {
      if inner.run.classes.count < WebVTTLines.classLimit { inner.run.classes.append(name) }
    }
    contexts.append(inner)
  }

  private func nonEmptyLine(_ text: String) -> String? {
    let line = CaptionText.cleaned(text)
    return line.isEmpty ? nil : line
  }

  // MARK: Text

  private mutating func append(_ text: ArraySlice<UInt8>) {
    var ruby: CaptionRuby?
    switch contexts[contexts.count - 1].ruby {
    case .annotation(let number):
      if let number { annotations[number] += String(decoding: CaptionText.cleaned(text), as: UTF8.self) }
      return
    case .base(let index):
      let number = rubies[index] ?? annotations.count
      if number == annotations.count { annotations.append("") }
      rubies[index] = number
      ruby = CaptionRuby("", number: number)
    case .none: break
    }
    var rest = text
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      appendRun(rest[..<end], ruby: ruby)
      lines.append(CaptionLine(runs: []))
      rest = rest[(end + 1)...]
    }
    appendRun(rest, ruby: ruby)
  }

  private mutating func appendRun(_ text: ArraySlice<UInt8>, ruby: CaptionRuby?) {
    let text = CaptionText.cleaned(text)
    guard !text.isEmpty else { return }
    var run = contexts[contexts.count - 1].run
    run.text = String(decoding: text, as: UTF8.self)
    run.time = time
    run.ruby = ruby
    lines[lines.count - 1].append(run)
    time = nil
  }

  // MARK: Ruby

  /// Sets the annotations of the runs, which come after them in the file. Empty annotations are removed.
  private mutating func resolveAnnotations() {
    guard !annotations.isEmpty else { return }
    var resolved: [CaptionRuby?] = []
    var count = 0
    for annotation in annotations {
      let text = annotation.trimmingBlanks()
      resolved.append(text.isEmpty ? nil : CaptionRuby(text, number: count))
      if !text.isEmpty { count += 1 }
    }
    for line in lines.indices {
      for run in lines[line].runs.indices {
        if let ruby = lines[line].runs[run].ruby { lines[line].runs[run].ruby = resolved[ruby.number] }
      }
    }
  }
}

extension CaptionLine {
  /// Appends a run, or extends the last run if only the text differs.
  mutating func append(_ run: consuming CaptionRun) {
    if let last = runs.indices.last, run.time == nil, run.continues(runs[last]) {
      runs[last].text += run.text
    } else {
      runs.append(run)
    }
  }
}

extension CaptionRun {
  fileprivate func continues(_ other: CaptionRun) -> Bool {
    style == other.style && classes == other.classes && voice == other.voice && ruby == other.ruby
  }
}

/// The classes that stand for colors (W3C WebVTT, section 5).
enum WebVTTColors {
  /// The names of the classes that set the color of text. With ``backgroundPrefix`` they set the background color.
  static let colors: [String: Color] = Color.cssNames.mapValues(Color.init(rgb:)).filter { classNames.contains($0.key) }
  private static let classNames: Set = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]
  static let backgroundPrefix = "bg_"

  /// Applies the color of a class to a style. Returns `false` if the class does not stand for a color.
  static func apply(_ className: String, to style: inout TextStyle) -> Bool {
    if let color = colors[className] {
      style.color = color
    } else if className.hasPrefix(backgroundPrefix),
      let color = colors[String(className.dropFirst(backgroundPrefix.count))]
    {
      style.backgroundColor = color
    } else {
      return false
    }
    return true
  }

  /// Returns the class that stands for a color, without a prefix; `nil` if there is none.
  static func className(of color: Color) -> String? {
    names[color]
  }

  private static let names = Dictionary(uniqueKeysWithValues: colors.map { ($0.value, $0.key) })
}
