import Foundation
import OverlayRender

/// How an overlay looks: legible on any video, unless something else is asked for.
struct OverlayStyle: Sendable {
  var font: Font
  var color = Color.white
  var outline: Outline
  var box: Color?
  /// How far the text, or its box, stays from the picture's edges, in pixels.
  var padding: Double

  /// The usual style at a font size; `fits` is a picture that is as large as the text.
  init(size: Double, fits: Bool) {
    font = Font(size: size)
    outline = Outline(width: (size / 14).rounded(), color: .black)
    padding = fits ? 0 : (size / 3).rounded()
  }

  /// 96 pixels in 720 lines; the shorter side counts, so that a clock fits into upright pictures.
  static func usualFontSize(for size: PixelSize?) -> Double {
    guard let size else { return 96 }
    return max(Font.sizes.lowerBound, (Double(min(size.width, size.height)) / 7.5).rounded())
  }
}

/// A view in the style that the options ask for.
struct StyledOverlay<Content: View>: View {
  let content: Content
  let style: OverlayStyle
  let locale: Locale?

  var body: some View {
    ZStack {
      if let box = style.box {
        text.padding(EdgeInsets(top: inset / 2, leading: inset, bottom: inset / 2, trailing: inset))
          .background(box, cornerRadius: (style.font.size / 5).rounded())
      } else {
        text
      }
    }
    .padding(style.padding)
  }

  /// The text with room for its outline, which reaches beyond its own size.
  @ViewBuilder private var text: some View {
    if let locale { styledText.locale(locale) } else { styledText }
  }

  private var styledText: some View {
    content
      .font(style.font)
      .foregroundColor(style.color)
      .outline(style.outline.color, width: style.outline.width)
      .padding(style.outline.width.rounded(.up))
  }

  /// What a box leaves beside the text.
  private var inset: Double { (style.font.size / 3).rounded() }
}
