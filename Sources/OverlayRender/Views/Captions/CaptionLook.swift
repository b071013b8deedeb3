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
  fileprivate func resolved(in environment: EnvironmentValues) -> CaptionLook {
    guard isSuitedToFont, environment.outlines.isEmpty else { return self }
    let size = environment.font.size
    return CaptionLook(
      outline: Outline(width: (size / 14).rounded(.up), color: .black),
      shadow: Shadow(color: Color(white: 0, alpha: 0.6), radius: size / 16, x: 0, y: (size / 24).rounded()), box: box)
  }
}

/// A text, or what shows one, in a look.
struct LegibleView<Content: View>: View {
  let content: Content
  /// The same text for outline and shadow to be made of, if the content is to be drawn over them by itself: then a piece
  /// of it that changes its colour is all that is drawn again.
  var underlay: Text?
  let look: CaptionLook

  var body: some View {
    EnvironmentReader { environment in
      let look = look.resolved(in: environment)
      if let underlay, look.outline != nil || look.shadow != nil {
        ArrangedView(.layers(LayersArrangement(alignment: .center))) {
          OutlinedView(content: underlay.drawn(in: .black), look: look)
          content.environment { if look.outline != nil { $0.outlines = [] } }
        }
        .boxed(in: look)
      } else {
        OutlinedView(content: content, look: look).boxed(in: look)
      }
    }
  }
}

/// The room that a text takes in a look, and nothing to be seen.
struct HiddenText: View {
  let text: Text
  let look: CaptionLook

  var body: some View {
    text.drawn(in: .clear)
      .boxed(in: look.box == nil ? look : .boxed(.clear))
      .environment { $0.outlines = [] }
  }
}

/// Content with the outline and the shadow of a look.
private struct OutlinedView<Content: View>: View {
  let content: Content
  let look: CaptionLook

  var body: some View {
    let outlined = content.environment { environment in
      if let outline = look.outline { environment.outlines = outline.width > 0 ? [outline] : [] }
    }
    if let shadow = look.shadow {
      outlined.shadow(shadow)
    } else {
      outlined
    }
  }
}

/// Content in the box of a look, where it has one.
private struct BoxedView<Content: View>: View {
  let content: Content
  let look: CaptionLook

  var body: some View {
    if let color = look.box {
      EnvironmentReader { environment in
        content
          .padding(look.padding(around: environment.font, isVertical: environment.writingMode != .horizontal))
          .background(color, cornerRadius: (environment.font.size / 6).rounded())
      }
    } else {
      content
    }
  }
}

extension View {
  fileprivate func boxed(in look: CaptionLook) -> BoxedView<Self> {
    BoxedView(content: self, look: look)
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
