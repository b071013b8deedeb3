import OverlayRender

/// A text in the picture.
struct LabelOverlay: View {
  let feed: TextFeed
  let style: OverlayStyle

  var body: some View {
    LiveView(feed.pieces) { [style] entry in
      if let piece = entry.value.first {
        StyledOverlay(
          content: piece.text.multilineTextAlignment(style.textAlignment).balancedLines(), style: style)
      }
    }
  }
}

/// A band across the picture in which text passes by, each piece after the other, for ever.
struct TickerOverlay: View {
  let feed: TextFeed
  let style: OverlayStyle
  /// Pixels a second.
  let speed: Double
  /// Pixels between two pieces.
  let gap: Double

  var body: some View {
    LiveView(feed.pieces) { [self] entry in
      if let first = entry.value.first {
        band(entry.value, isRightToLeft: first.text.isRightToLeft)
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: style.alignment == .top ? .top : .bottom)
  }

  /// Where text is read from right to left it comes in from the left, its beginning first.
  private func band(_ pieces: [TextPiece], isRightToLeft: Bool) -> some View {
    let pieces = isRightToLeft ? pieces.reversed() : pieces
    return Ticker(speed: speed, direction: isRightToLeft ? .right : .left, gap: gap) {
      ForEach(0..<pieces.count) { index in
        pieces[index].text.textStyle(style).shadow(of: style)
      }
    }
    // As high whatever is in it.
    .frame(height: (style.font.size * 1.7).rounded())
    .background(style.box ?? .clear)
    .padding(style.padding ?? 0)
  }
}

/// A title, and perhaps a line beneath it, on a panel that comes and goes.
struct LowerThirdOverlay: View {
  let feed: TextFeed
  let style: OverlayStyle
  /// The colour of the bar beside the text.
  let accent: Color
  /// How long it takes to come, and to go.
  let movingTime: MediaTime
  /// When it is gone, from the beginning; +infinity for never.
  let end: MediaTime

  var body: some View {
    if style.picture == nil {
      panel
    } else if let padding = style.padding {
      panel.padding(padding).frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)
    } else {
      SafeArea(.action, alignment: alignment) { panel }
    }
  }

  private var alignment: Alignment { style.alignment ?? .bottomLeading }

  /// With a new title it comes anew; another line beneath it only replaces the one before.
  private var panel: some View {
    LiveView(feed.title) { [self] title in
      if title.value != nil {
        LiveView(feed.pieces) { entry in panel(entry.value) }
          .transition(movement, since: title.since)
      }
    }
    .visible(during: MediaTimeRange(start: .zero, duration: end), leaving: movement)
  }

  /// From beyond the nearer side of the picture; where there is none beside the panel, out of its own edge.
  private var movement: Transition {
    guard movingTime > .zero else { return .identity }
    let edge = alignment.horizontal == .trailing ? Edge.trailing : .leading
    guard let picture = style.picture else { return .wipe(from: edge, duration: movingTime) }
    return Transition.slide(from: edge, distance: Double(picture.width) / 20, duration: movingTime)
      .combined(with: .opacity(duration: movingTime.multiplied(by: 1, dividedBy: 2)))
  }

  private func panel(_ pieces: [TextPiece]) -> some View {
    let isRightToLeft = pieces.first?.text.isRightToLeft ?? false
    let side = isRightToLeft ? Alignment.trailing : .leading
    let size = style.font.size
    let bar = max(2, (size / 6).rounded())
    return VStack(alignment: side.horizontal, spacing: 0) {
      ForEach(0..<pieces.count) { index in
        pieces[index].text.textStyle(index == 0 ? style.ofTitle : style.ofSubtitle)
      }
    }
    .lineLimit(1)
    .minimumScaleFactor(0.75)
    .padding(EdgeInsets(top: size * 0.3, leading: size * 0.6, bottom: size * 0.35, trailing: size * 0.6))
    .padding(isRightToLeft ? .trailing : .leading, bar)
    .background(style.box ?? .clear)
    .overlay(alignment: side) { Rectangle().fill(accent).frame(width: bar) }
    .shadow(of: style)
  }
}

extension OverlayStyle {
  /// How lines stand under one another: as the text stands in the picture.
  fileprivate var textAlignment: TextAlignment {
    switch alignment?.horizontal {
    case .leading: .leading
    case .trailing: .trailing
    default: .center
    }
  }

  /// As asked for, in strong strokes.
  fileprivate var ofTitle: OverlayStyle {
    var style = self
    style.font.weight = .bold
    return style
  }

  /// Smaller, and less bright.
  fileprivate var ofSubtitle: OverlayStyle {
    var style = self
    style.font.size = min(max((font.size * 0.65).rounded(), 10), font.size)
    style.color = color.opacity(0.85)
    return style
  }
}
