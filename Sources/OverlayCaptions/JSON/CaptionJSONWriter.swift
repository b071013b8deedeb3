/// Writes a track as a document of ``CaptionJSON``.
struct CaptionJSONWriter: CaptionWriter {
  private var losses = CaptionLosses(format: .json)
  /// The losses of the cue that is being written.
  private var cueLosses: Set<CaptionLoss.Kind> = []

  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses {
    var writer = CaptionJSONWriter()
    try output("{\n")
    if !track.tags.isEmpty {
      try write("tags", track.tags, to: output) { writer.tag($0) }
      try output(",\n")
    }
    if !track.regions.isEmpty {
      try write("regions", track.regions, to: output) { writer.region($0) }
      try output(",\n")
    }
    if !writer.cueLosses.isEmpty { writer.losses.add(ofTrack: .regions) }
    try write("cues", track.cues, to: output) { writer.cue($0) }
    try output("\n}\n")
    return writer.losses
  }

  /// Writes an array of the document, one element on each line.
  private static func write<Element, Failure: Error>(
    _ name: String, _ elements: [Element], to output: (String) throws(Failure) -> Void, _ text: (Element) -> String
  ) throws(Failure) {
    try output("  \"\(name)\": [")
    for (index, element) in elements.enumerated() { try output("\(index == 0 ? "\n" : ",\n")    \(text(element))") }
    try output(elements.isEmpty ? "]" : "\n  ]")
  }

  private func tag(_ tag: CaptionTag) -> String {
    JSONText.object([("name", JSONText.string(tag.name)), ("value", JSONText.string(tag.value))])
  }

  private mutating func region(_ region: CaptionRegion) -> String {
    let defaults = CaptionRegion(identifier: "")
    var members = [("id", JSONText.string(region.identifier))]
    if region.width != defaults.width { members.append(("width", percentage(region.width))) }
    if region.lines != defaults.lines { members.append(("lines", wholeNumber(region.lines, CaptionJSON.regionLines))) }
    if region.anchor != defaults.anchor { members.append(("regionAnchor", anchor(region.anchor))) }
    if region.viewportAnchor != defaults.viewportAnchor {
      members.append(("viewportAnchor", anchor(region.viewportAnchor)))
    }
    if region.scrolls { members.append(("scroll", name(of: true, CaptionJSON.scrolls))) }
    return JSONText.object(members)
  }

  private mutating func anchor(_ anchor: CaptionRegion.Anchor) -> String {
    JSONText.object([("x", percentage(anchor.x)), ("y", percentage(anchor.y))])
  }

  private mutating func cue(_ cue: CaptionCue) -> String {
    cueLosses = []
    var members: [(String, String)] = []
    if !cue.identifier.isEmpty { members.append(("id", JSONText.string(cue.identifier))) }
    members.append(("start", seconds(cue.start, endless: .negativeInfinity)))
    members.append(("end", seconds(cue.end, endless: .positiveInfinity)))
    if cue.placement != CaptionPlacement() { members.append(("settings", settings(cue.placement))) }
    members.append(("lines", JSONText.list(cue.lines.map { JSONText.list($0.runs.map { run($0) }) })))
    losses.add(cueLosses)
    return JSONText.object(members)
  }

  private mutating func settings(_ placement: CaptionPlacement) -> String {
    let defaults = CaptionPlacement()
    var members: [(String, String)] = []
    if placement.direction != defaults.direction {
      members.append(("vertical", name(of: placement.direction, CaptionJSON.directions)))
    }
    switch placement.line {
    case .automatic: break
    case .number(let line): members.append(("line", number(line, CaptionJSON.lineNumbers)))
    case .percentage(let line): members.append(("line", "\"\(percentage(line))%\""))
    }
    if placement.lineAlignment != defaults.lineAlignment {
      members.append(("lineAlign", name(of: placement.lineAlignment, CaptionJSON.lineAlignments)))
    }
    if let position = placement.position { members.append(("position", percentage(position))) }
    if placement.positionAlignment != defaults.positionAlignment {
      members.append(("positionAlign", name(of: placement.positionAlignment, CaptionJSON.positionAlignments)))
    }
    if placement.size != defaults.size { members.append(("size", percentage(placement.size))) }
    if placement.textAlignment != defaults.textAlignment {
      members.append(("align", name(of: placement.textAlignment, CaptionJSON.textAlignments)))
    }
    if let region = placement.region { members.append(("region", JSONText.string(region))) }
    return JSONText.object(members)
  }

  private mutating func run(_ run: CaptionRun) -> String {
    var members = [("text", JSONText.string(run.text))]
    appendStyle(run.style, to: &members)
    if !run.classes.isEmpty { members.append(("classes", JSONText.list(run.classes.map(JSONText.string)))) }
    if let voice = run.voice { members.append(("voice", JSONText.string(voice))) }
    if let time = run.time {
      if time.isNumeric {
        members.append(("time", seconds(time, endless: nil)))
      } else {
        cueLosses.insert(.wordTimes)
      }
    }
    if let ruby = run.ruby {
      let number = wholeNumber(ruby.number, CaptionJSON.rubyNumbers)
      members.append(("ruby", JSONText.object([("text", JSONText.string(ruby.text)), ("number", number)])))
    }
    return JSONText.object(members)
  }

  private mutating func appendStyle(_ style: TextStyle, to members: inout [(String, String)]) {
    guard !style.isEmpty else { return }
    switch style.weight {
    case nil: break
    case .bold?: members.append(("bold", "true"))
    case .regular?: members.append(("bold", "false"))
    case let weight?: members.append(("weight", String(weight.rawValue)))
    }
    if let isItalic = style.isItalic { members.append(("italic", String(isItalic))) }
    switch style.underline {
    case nil: break
    case TextStyle.Underline.none?: members.append(("underline", "false"))
    case .single?: members.append(("underline", "true"))
    case .double?: members.append(("underline", "\"double\""))
    }
    if let isStruckThrough = style.isStruckThrough { members.append(("strikethrough", String(isStruckThrough))) }
    if let color = style.color { members.append(("color", hexadecimal(color))) }
    if let color = style.backgroundColor { members.append(("background", hexadecimal(color))) }
    if let family = style.family { members.append(("font", JSONText.string(family))) }
    if let size = style.size { members.append(("size", JSONText.number(size))) }
    if let scale = style.scale { members.append(("scale", JSONText.number(scale))) }
    if let spacing = style.letterSpacing { members.append(("letterSpacing", JSONText.number(spacing))) }
    if let rise = style.rise { members.append(("rise", JSONText.number(rise))) }
    if let position = style.position { members.append(("position", name(of: position, CaptionJSON.glyphPositions))) }
    if let features = style.features { members.append(("features", JSONText.string(features))) }
    if let language = style.language { members.append(("language", JSONText.string(language))) }
  }
}

extension CaptionJSONWriter {
  private func name<Value>(of value: Value, _ names: JSONNames<Value>) -> String {
    JSONText.string(names.name(of: value) ?? "")
  }

  /// Returns a time in seconds; `null` for a time that is not a number. Only `endless` is read back from `null` without
  /// a loss.
  private mutating func seconds(_ time: MediaTime, endless: MediaTime?) -> String {
    guard time.isNumeric else {
      if time != endless { cueLosses.insert(.times) }
      return "null"
    }
    let (text, isExact) = time.decimalSeconds()
    if !isExact { cueLosses.insert(.times) }
    return text
  }

  private mutating func percentage(_ number: Double) -> String {
    self.number(number, CaptionJSON.percentages)
  }

  /// Returns a number, limited to the range that the reader accepts.
  private mutating func number(_ number: Double, _ limits: ClosedRange<Double>) -> String {
    if !limits.contains(number) { cueLosses.insert(.placement) }
    return JSONText.number(number.limited(to: limits))
  }

  private mutating func wholeNumber(_ number: Int, _ limits: ClosedRange<Int>) -> String {
    if !limits.contains(number) { cueLosses.insert(.ruby) }
    return String(min(max(number, limits.lowerBound), limits.upperBound))
  }

  /// Returns a color as `#rrggbb`, or `#rrggbbaa` if it is not opaque.
  private mutating func hexadecimal(_ color: Color) -> String {
    let components = [color.red, color.green, color.blue, color.alpha]
    let bytes = components.map { UInt8(($0 * 255).rounded()) }
    if zip(components, bytes).contains(where: { $0 != Double($1) / 255 }) { cueLosses.insert(.colors) }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "\"#" + digits.prefix(bytes.last == 255 ? 3 : 4).joined() + "\""
  }
}
