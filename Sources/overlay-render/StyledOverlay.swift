import Foundation
import OverlayRender

/// A view in the style that the options ask for.
struct StyledOverlay<Content: View>: View {
  let content: Content
  let style: OverlayStyle
  var locale: Locale?

  var body: some View {
    ZStack {
      if let box = style.box {
        text.padding(EdgeInsets(top: inset / 2, leading: inset, bottom: inset / 2, trailing: inset))
          .background(box, cornerRadius: (style.font.size / 5).rounded())
      } else {
        text
      }
    }
    .shadow(of: style)
    .padding(style.padding ?? (style.picture == nil ? 0 : inset))
  }

  @ViewBuilder private var text: some View {
    if let locale { content.textStyle(style).locale(locale) } else { content.textStyle(style) }
  }

  /// What a box leaves beside the text, and what the text usually leaves beside the picture's edges.
  private var inset: Double { (style.font.size / 3).rounded() }
}
