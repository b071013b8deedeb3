import OverlayRender

/// Subtitles in the picture, in the style that the options ask for.
struct SubtitlesOverlay: View {
  let track: CaptionTrack
  let second: CaptionTrack?
  let kind: SubtitleStyle
  let loops: Bool
  let lineLimit: Int?
  /// Whether there is a line around the glyphs, and a shadow.
  let hasEdge: Bool
  let style: OverlayStyle

  var body: some View {
    captions
      .font(style.font)
      .foregroundColor(style.color)
      .lineLimit(lineLimit)
      .minimumScaleFactor(lineLimit == nil ? 1 : 0.5)
  }

  @ViewBuilder private var captions: some View {
    switch kind {
    case .line:
      Captions(track, second: second, loops: loops, look: look, margin: margin)
    case .listening:
      ListeningText(track, second: second, loops: loops, look: look, margin: margin)
    }
  }

  private var look: CaptionLook {
    CaptionLook(
      outline: hasEdge ? style.outline : nil, shadow: hasEdge ? style.shadow : nil, box: style.box)
  }

  /// What is kept free at the edges; a picture as large as the text leaves room for what reaches beyond it.
  private var margin: Double? {
    guard style.picture == nil else { return style.padding }
    let edge = hasEdge ? style.outline.width.rounded(.up) : 0
    let room = hasEdge ? style.roomForShadow : EdgeInsets()
    // Italic and accented glyphs reach beyond their line a little.
    let overhang = (style.font.size / 16).rounded(.up)
    return (style.padding ?? 0) + overhang + edge + max(room.top, room.leading, room.bottom, room.trailing)
  }
}
