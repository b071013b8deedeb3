extension CaptionJSONReader {
  /// Reads a run with all its members.
  mutating func run(nextRuby: inout Int) throws(CaptionJSONError) -> CaptionRun {
    var text: String?
    var run = CaptionRun("")
    try scanner.openObject()
    while let name = try scanner.nextMember() {
      if try scanner.skipNull() { continue }
      switch name {
      case "text": text = try scanner.string()
      case "classes":
        run.classes = []
        try scanner.openArray()
        while try scanner.nextElement() { run.classes.append(try scanner.string()) }
      case "voice": run.voice = CaptionText.cleaned(try scanner.string())
      case "time": run.time = try time()
      case "ruby":
        run.ruby = try ruby(next: nextRuby)
        nextRuby = max(nextRuby, (run.ruby?.number ?? 0) + 1)
      default: try readStyle(name, into: &run.style)
      }
    }
    guard let text else { throw scanner.error(.missing("text")) }
    run.text = text
    return run
  }

  private mutating func ruby(next: Int) throws(CaptionJSONError) -> CaptionRuby {
    if try scanner.kind() == .string { return CaptionRuby(CaptionText.cleaned(try scanner.string()), number: next) }
    var ruby = CaptionRuby("", number: next)
    try scanner.openObject()
    while let name = try scanner.nextMember() {
      switch name {
      case "text": ruby.text = try text() ?? ""
      case "number": ruby.number = try wholeNumber(CaptionJSON.rubyNumbers)
      default: try scanner.skipValue()
      }
    }
    return ruby
  }

  private mutating func readStyle(_ name: String, into style: inout TextStyle) throws(CaptionJSONError) {
    switch name {
    case "bold": style.weight = try scanner.boolean() ? .bold : .regular
    case "weight": style.weight = Font.Weight(rawValue: try wholeNumber(100...1000))
    case "italic": style.isItalic = try scanner.boolean()
    case "underline":
      if try scanner.kind() == .string {
        style.underline = try value(JSONNames(["double": .double, "single": .single]))
      } else {
        style.underline = try scanner.boolean() ? .single : TextStyle.Underline.none
      }
    case "strikethrough": style.isStruckThrough = try scanner.boolean()
    case "color": style.color = try color()
    case "background": style.backgroundColor = try color()
    case "font": style.family = try text()
    case "size": style.size = try number(Font.sizes)
    case "scale": style.scale = try number(0.01...100)
    case "letterSpacing": style.letterSpacing = try number(TextStyle.lengths)
    case "rise": style.rise = try number(TextStyle.lengths)
    case "position": style.position = try value(CaptionJSON.glyphPositions)
    case "features": style.features = try text()
    case "language": style.language = try text()
    default: try scanner.skipValue()
    }
  }

  /// Reads the placement of a cue.
  mutating func placement() throws(CaptionJSONError) -> CaptionPlacement {
    var placement = CaptionPlacement()
    try scanner.openObject()
    while let name = try scanner.nextMember() {
      if try scanner.skipNull() { continue }
      switch name {
      case "vertical": placement.direction = try value(CaptionJSON.directions)
      case "line": placement.line = try line()
      case "lineAlign": placement.lineAlignment = try value(CaptionJSON.lineAlignments)
      case "position": placement.position = try number(CaptionJSON.percentages)
      case "positionAlign": placement.positionAlignment = try value(CaptionJSON.positionAlignments)
      case "size": placement.size = try number(CaptionJSON.percentages)
      case "align": placement.textAlignment = try value(CaptionJSON.textAlignments)
      case "region": placement.region = try self.name()
      default: try scanner.skipValue()
      }
    }
    return placement
  }

  /// Reads a line: a number, or a percentage as a string.
  private mutating func line() throws(CaptionJSONError) -> CaptionPlacement.Line {
    if try scanner.kind() == .number { return .number(try number(CaptionJSON.lineNumbers)) }
    let text = try scanner.string()
    guard text.hasSuffix("%"), let percentage = Double(text.dropLast()), CaptionJSON.percentages.contains(percentage)
    else { throw scanner.error(.badValue(text, expected: "a line's number, or a text from \"0%\" to \"100%\"")) }
    return .percentage(percentage)
  }

  /// Reads a region with all its members.
  mutating func region() throws(CaptionJSONError) -> CaptionRegion {
    var identifier: String?
    var region = CaptionRegion(identifier: "")
    try scanner.openObject()
    while let name = try scanner.nextMember() {
      if try scanner.skipNull() { continue }
      switch name {
      case "id": identifier = try self.name()
      case "width": region.width = try number(CaptionJSON.percentages)
      case "lines": region.lines = try wholeNumber(CaptionJSON.regionLines)
      case "regionAnchor": region.anchor = try anchor()
      case "viewportAnchor": region.viewportAnchor = try anchor()
      case "scroll": region.scrolls = try value(CaptionJSON.scrolls)
      default: try scanner.skipValue()
      }
    }
    guard let identifier else { throw scanner.error(.missing("id")) }
    region.identifier = identifier
    return region
  }

  private mutating func anchor() throws(CaptionJSONError) -> CaptionRegion.Anchor {
    var anchor = CaptionRegion.Anchor(x: 0, y: 0)
    try scanner.openObject()
    while let name = try scanner.nextMember() {
      switch name {
      case "x": anchor.x = try number(CaptionJSON.percentages)
      case "y": anchor.y = try number(CaptionJSON.percentages)
      default: try scanner.skipValue()
      }
    }
    return anchor
  }
}

extension CaptionJSONReader {
  /// Reads a time in seconds.
  mutating func time() throws(CaptionJSONError) -> MediaTime {
    let expected = "a number of seconds such as 12.5"
    let number = try scanner.number(expected)
    guard let time = JSONText.time(seconds: number) else {
      throw scanner.error(.badValue(number, expected: expected))
    }
    return time
  }

  /// Reads an identifier, unchanged; `nil` for `null`.
  mutating func name() throws(CaptionJSONError) -> String? {
    try scanner.skipNull() ? nil : try scanner.string()
  }

  /// Reads a text without control characters; `nil` for `null`.
  mutating func text() throws(CaptionJSONError) -> String? {
    try scanner.skipNull() ? nil : CaptionText.cleaned(try scanner.string())
  }

  private mutating func number(_ limits: ClosedRange<Double>) throws(CaptionJSONError) -> Double {
    let expected = "a number from \(JSONText.number(limits.lowerBound)) to \(JSONText.number(limits.upperBound))"
    let text = try scanner.number(expected)
    guard let number = Double(text), limits.contains(number) else {
      throw scanner.error(.badValue(text, expected: expected))
    }
    return number
  }

  private mutating func wholeNumber(_ limits: ClosedRange<Int>) throws(CaptionJSONError) -> Int {
    let expected = "a whole number from \(limits.lowerBound) to \(limits.upperBound)"
    let text = try scanner.number(expected)
    guard let number = Int(text), limits.contains(number) else {
      throw scanner.error(.badValue(text, expected: expected))
    }
    return number
  }

  private mutating func value<Value>(_ names: JSONNames<Value>) throws(CaptionJSONError) -> Value {
    let text = try scanner.string()
    guard let value = names.value(of: text) else { throw scanner.error(.badValue(text, expected: names.list)) }
    return value
  }

  private mutating func color() throws(CaptionJSONError) -> Color {
    let text = try scanner.string()
    do {
      return try Color(css: text)
    } catch {
      throw scanner.error(.badValue(text, expected: "a color such as \"#ffd040\", \"#ffd04080\" or \"white\""))
    }
  }
}
