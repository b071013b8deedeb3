/// How captions are made legible on any picture.
public struct CaptionLook: Sendable, Hashable {
  /// A line around the glyphs and a shadow, as they suit the size of the font; where the surroundings have outlines, those.
  public static let outlined = CaptionLook(isSuitedToFont: true)
  /// Nothing but what the surroundings say.
  public static let plain = CaptionLook()

  /// A box of a colour behind each cue.
  public static func boxed(_ color: Color) -> CaptionLook {
    CaptionLook(box: color)
  }

  private var isSuitedToFont = false
  fileprivate private(set) var outline: Outline?
  fileprivate private(set) var shadow: Shadow?
  fileprivate private(set) var box: Color?

  private init(isSuitedToFont: Bool) {
    self.isSuitedToFont = isSuitedToFont
  }

  /// Makes a look of one's own.
  ///
  /// - Parameters:
  ///   - outline: A line around the glyphs; `nil` for those of the surroundings.
  ///   - shadow: A shadow beneath everything.
  ///   - box: The colour of a box behind each cue.
  public init(outline: Outline? = nil, shadow: Shadow? = nil, box: Color? = nil) {
    self.outline = outline
    self.shadow = shadow
    self.box = box
  }
}

extension CaptionLook {
  /// What it leaves around a text in a font: a box does.
  func padding(around font: Font, isVertical: Bool) -> EdgeInsets {
    guard box != nil else { return EdgeInsets() }
    let (along, across) = ((font.size / 3).rounded(), (font.size / 8).rounded())
    return isVertical
      ? EdgeInsets(top: along, leading: across, bottom: along, trailing: across)
      : EdgeInsets(top: across, leading: along, bottom: across, trailing: along)
  }

  /// The same with what depends on the surroundings settled.
  fileprivate func settled(in environment: EnvironmentValues) -> CaptionLook {
    guard isSuitedToFont, environment.outlines.isEmpty else { return self }
    let size = environment.font.size
    return CaptionLook(
      outline: Outline(width: (size / 14).rounded(.up), color: .black),
      shadow: Shadow(color: Color(white: 0, alpha: 0.6), radius: size / 16, x: 0, y: (size / 24).rounded()), box: box)
  }
}

extension SceneBuilder {
  /// Adds a text, or what shows one, in a look.
  ///
  /// - Parameter ground: The same text for outline and shadow to be made of, if the content is to be drawn over them by
  ///   itself: then a piece of it that changes its colour is all that is drawn again.
  mutating func legible(_ content: some View, over ground: Text? = nil, look: CaptionLook) {
    let look = look.settled(in: environment)
    boxed(in: look.box, look) { builder in
      guard let ground, look.outline != nil || look.shadow != nil else {
        return builder.edged(look) { content.resolve(into: &$0) }
      }
      builder.arrange(.layers(LayersArrangement(alignment: .center))) { builder in
        builder.edged(look) { $0.text(ground.drawn(in: .black)) }
        builder.with({ if look.outline != nil { $0.outlines = [] } }) { content.resolve(into: &$0) }
      }
    }
  }

  /// Adds the room that a text takes in a look, and nothing to be seen.
  mutating func hidden(_ text: Text, look: CaptionLook) {
    with({ $0.outlines = [] }) { builder in
      builder.boxed(in: .clear, look) { $0.text(text.drawn(in: .clear)) }
    }
  }

  /// Adds content with the outline and the shadow of a look.
  private mutating func edged(_ look: CaptionLook, _ content: (inout SceneBuilder) -> Void) {
    with({ environment in
      if let outline = look.outline { environment.outlines = outline.width > 0 ? [outline] : [] }
    }) { builder in
      guard let shadow = look.shadow else { return content(&builder) }
      builder.wrap(in: .effect(.shadow(shadow)), content)
    }
  }

  /// Adds content in a box of a colour, where the look has one.
  private mutating func boxed(in color: Color?, _ look: CaptionLook, _ content: (inout SceneBuilder) -> Void) {
    guard look.box != nil, let color else { return content(&self) }
    let padding = look.padding(around: environment.font, isVertical: environment.writingMode != .horizontal)
    let fill = Fill(color: color, cornerRadius: (environment.font.size / 6).rounded())
    decorate(DecorationArrangement(alignment: .center, isBehind: true), with: { $0.leaf(.fill(fill)) }) { builder in
      builder.wrap(in: .padding(PaddingWrapper(insets: padding)), content)
    }
  }
}

extension Text {
  /// The same text, which takes the same room, in one colour.
  fileprivate func drawn(in color: Color) -> Text {
    let runs = runs.map { TextRun(range: $0.range, style: $0.style.colored(color)) }
    let annotations = annotations.map { annotation in
      TextAnnotation(range: annotation.range, text: annotation.text, style: annotation.style.colored(color))
    }
    return Text(printable: string, style: style.colored(color), runs: runs, annotations: annotations)
  }
}

extension TextStyle {
  /// The style with nothing but glyphs, in a colour.
  fileprivate func colored(_ color: Color) -> TextStyle {
    var style = self
    style.color = color
    style.backgroundColor = nil
    return style
  }
}
