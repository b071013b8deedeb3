import ArgumentParser
import OverlayRender

/// The values of `--style`.
enum SubtitleStyle: String, CaseIterable, ExpressibleByArgument {
  case line, listening

  var defaultStyle: DefaultStyle {
    switch self {
    case .line: .captions
    case .listening: .listening
    }
  }
}

extension CaptionTrack {
  /// The track with the position of all cues that have none of their own.
  func placed(at alignment: Alignment?) -> CaptionTrack {
    guard let alignment else { return self }
    let placement = CaptionPlacement(alignment)
    let cues = cues.map { cue in
      var cue = cue
      if cue.placement == CaptionPlacement() { cue.placement = placement }
      return cue
    }
    return CaptionTrack(cues, regions: regions, tags: tags)
  }
}

extension CaptionPlacement {
  fileprivate init(_ alignment: Alignment) {
    self.init()
    switch alignment.vertical {
    case .top: line = .number(0)
    case .center: (line, lineAlignment) = (.percentage(50), .center)
    default: break
    }
    switch alignment.horizontal {
    case .leading: textAlignment = .left
    case .trailing: textAlignment = .right
    default: break
    }
  }
}

/// Subtitles in the style of the options.
struct SubtitlesOverlay: View {
  let track: CaptionTrack
  let second: CaptionTrack?
  let kind: SubtitleStyle
  let loops: Bool
  let lineLimit: Int?
  /// Whether the glyphs have an outline and a shadow.
  let hasOutline: Bool
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
      outline: hasOutline ? style.outline : nil, shadow: hasOutline ? style.shadow : nil, box: style.box)
  }

  /// The distance from the edges. A picture as large as the text has space for the outline and the shadow.
  private var margin: Double? {
    guard style.pictureSize == nil else { return style.padding }
    let outline = hasOutline ? style.outline.width.rounded(.up) : 0
    let shadow = hasOutline ? style.shadowInsets : EdgeInsets()
    // Italic and accented glyphs slightly exceed their line.
    let overhang = (style.font.size / 16).rounded(.up)
    return (style.padding ?? 0) + overhang + outline + max(shadow.top, shadow.leading, shadow.bottom, shadow.trailing)
  }
}
