import OverlayRender

/// A label.
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

/// A band across the picture in which pieces of text pass by, repeated without end.
struct TickerOverlay: View {
  let feed: TextFeed
  let style: OverlayStyle
  /// The speed in pixels per second.
  let speed: Double
  /// The distance between two pieces in pixels.
  let gap: Double

  var body: some View {
    LiveView(feed.pieces) { [self] entry in
      if let first = entry.value.first {
        band(entry.value, isRightToLeft: first.text.isRightToLeft)
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: style.alignment == .top ? .top : .bottom)
  }

  /// Right-to-left text comes in from the left, its beginning first.
  private func band(_ pieces: [TextPiece], isRightToLeft: Bool) -> some View {
    let pieces = isRightToLeft ? pieces.reversed() : pieces
    return Ticker(speed: speed, direction: isRightToLeft ? .right : .left, gap: gap) {
      ForEach(0..<pieces.count) { index in
        pieces[index].text.textStyle(style).shadow(of: style)
      }
    }
    // The height does not depend on the text.
    .frame(height: (style.font.size * 1.7).rounded())
    .background(style.box ?? .clear)
    .padding(style.padding ?? 0)
  }
}

/// A title and an optional subtitle on a panel that slides in and out.
struct LowerThirdOverlay: View {
  let feed: TextFeed
  let style: OverlayStyle
  /// The color of the bar beside the text.
  let accent: Color
  /// The duration of sliding in and out.
  let transitionDuration: MediaTime
  /// The time at which the panel has left, since the beginning; +infinity for never.
  let end: MediaTime

  var body: some View {
    if style.pictureSize == nil {
      panel
    } else if let padding = style.padding {
      panel.padding(padding).frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)
    } else {
      SafeArea(.action, alignment: alignment) { panel }
    }
  }

  private var alignment: Alignment { style.alignment ?? .bottomLeading }

  /// A new title lets the panel slide in again. A new subtitle only replaces the previous one.
  private var panel: some View {
    LiveView(feed.title) { [self] title in
      if title.value != nil {
        LiveView(feed.pieces) { entry in panel(entry.value) }
          .transition(panelTransition, since: title.since)
      }
    }
    .visible(during: MediaTimeRange(start: .zero, duration: end), leaving: panelTransition)
  }

  /// Slides in from the nearer side of the picture. Without space beside the panel, wipes from its own edge.
  private var panelTransition: Transition {
    guard transitionDuration > .zero else { return .identity }
    let edge = alignment.horizontal == .trailing ? Edge.trailing : .leading
    guard let pictureSize = style.pictureSize else { return .wipe(from: edge, duration: transitionDuration) }
    return Transition.slide(from: edge, distance: Double(pictureSize.width) / 20, duration: transitionDuration)
      .combined(with: .opacity(duration: transitionDuration.multiplied(by: 1, dividedBy: 2)))
  }

  private func panel(_ pieces: [TextPiece]) -> some View {
    let isRightToLeft = pieces.first?.text.isRightToLeft ?? false
    let side = isRightToLeft ? Alignment.trailing : .leading
    let size = style.font.size
    let barWidth = max(2, (size / 6).rounded())
    return VStack(alignment: side.horizontal, spacing: 0) {
      ForEach(0..<pieces.count) { index in
        pieces[index].text.textStyle(index == 0 ? style.titleStyle : style.subtitleStyle)
      }
    }
    .lineLimit(1)
    .minimumScaleFactor(0.75)
    .padding(EdgeInsets(top: size * 0.3, leading: size * 0.6, bottom: size * 0.35, trailing: size * 0.6))
    .padding(isRightToLeft ? .trailing : .leading, barWidth)
    .background(style.box ?? .clear)
    .overlay(alignment: side) { Rectangle().fill(accent).frame(width: barWidth) }
    .shadow(of: style)
  }
}

extension OverlayStyle {
  /// The alignment of lines, which is the alignment of the text in the picture.
  fileprivate var textAlignment: TextAlignment {
    switch alignment?.horizontal {
    case .leading: .leading
    case .trailing: .trailing
    default: .center
    }
  }

  /// The style of the title: bold.
  fileprivate var titleStyle: OverlayStyle {
    var style = self
    style.font.weight = .bold
    return style
  }

  /// The style of the subtitle: smaller and less bright.
  fileprivate var subtitleStyle: OverlayStyle {
    var style = self
    style.font.size = min(max((font.size * 0.65).rounded(), 10), font.size)
    style.color = color.opacity(0.85)
    return style
  }
}
