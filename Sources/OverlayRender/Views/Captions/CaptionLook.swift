/// The way in which captions are kept legible on any picture.
public struct CaptionLook: Sendable, Hashable {
  /// An outline and a shadow in proportion to the font. Outlines set around the captions take precedence.
  public static let outlined = CaptionLook(isSuitedToFont: true)
  /// Nothing but the inherited style.
  public static let plain = CaptionLook()

  /// Returns a look with a box in a color behind each cue.
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

  /// Creates a custom look.
  ///
  /// - Parameters:
  ///   - outline: The outline of the text; `nil` for the inherited outlines.
  ///   - shadow: The shadow beneath text and box.
  ///   - box: The color of a box behind each cue; `nil` for no box.
  public init(outline: Outline? = nil, shadow: Shadow? = nil, box: Color? = nil) {
    self.outline = outline
    self.shadow = shadow
    self.box = box
  }
}

extension CaptionLook {
  /// Returns the padding of the box around a text.
  func padding(around font: Font, isVertical: Bool) -> EdgeInsets {
    guard box != nil else { return EdgeInsets() }
    let (along, across) = ((font.size / 3).rounded(), (font.size / 8).rounded())
    return isVertical
      ? EdgeInsets(top: along, leading: across, bottom: along, trailing: across)
      : EdgeInsets(top: across, leading: along, bottom: across, trailing: along)
  }

  /// Returns the look with everything that depends on the environment decided.
  fileprivate func resolved(in environment: EnvironmentValues) -> CaptionLook {
    guard isSuitedToFont, environment.outlines.isEmpty else { return self }
    let size = environment.font.size
    return CaptionLook(
      outline: Outline(width: (size / 14).rounded(.up), color: .black),
      shadow: Shadow(color: Color(white: 0, alpha: 0.6), radius: size / 16, x: 0, y: (size / 24).rounded()), box: box)
  }
}

/// A text, or a view that shows one, with a look.
struct LegibleView<Content: View>: View {
  let content: Content
  /// The same text, from which outline and shadow are drawn separately. Then a change of color in the content damages
  /// nothing else.
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

/// A text that takes its space in a look but is not visible.
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

/// Content with the box of a look, if it has one.
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
  /// Returns the same text, with the same size, in one color.
  fileprivate func drawn(in color: Color) -> Text {
    let runs = runs.map { TextRun(range: $0.range, style: $0.style.colored(color)) }
    let annotations = annotations.map { annotation in
      TextAnnotation(range: annotation.range, text: annotation.text, style: annotation.style.colored(color))
    }
    return Text(printable: string, style: style.colored(color), runs: runs, annotations: annotations)
  }
}

extension TextStyle {
  /// Returns the style in one color, without a background.
  fileprivate func colored(_ color: Color) -> TextStyle {
    var style = self
    style.color = color
    style.backgroundColor = nil
    return style
  }
}
