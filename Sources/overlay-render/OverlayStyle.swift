import Foundation
import OverlayRender

/// How a kind of overlay looks when nothing else is asked for: legible on any video.
struct UsualLook: Sendable {
  /// How many lines of the font's size fill the shorter side of a picture: what fits a wide one fits an upright one too.
  let linesInPicture: Double
  /// In a small picture, the smallest font size in pixels that can be read.
  let smallestFontSize: Double
  /// Whether a line is drawn around the glyphs.
  let isOutlined: Bool
  /// Whether there is a soft shadow beneath the glyphs.
  var isShadowed = false
  let box: Color?

  /// 96 pixels in 720 lines, outlined.
  static let large = UsualLook(linesInPicture: 7.5, smallestFontSize: 1, isOutlined: true, box: nil)
  /// 42 pixels in 720 lines, on a dark panel.
  static let lowerThird = UsualLook(linesInPicture: 17, smallestFontSize: 14, isOutlined: false, box: panel)
  /// 45 pixels in 720 lines, outlined, with a shadow.
  static let captions = UsualLook(
    linesInPicture: 16, smallestFontSize: 10, isOutlined: true, isShadowed: true, box: nil)
  /// 56 pixels in 720 lines, outlined, with a shadow.
  static let listening = UsualLook(
    linesInPicture: 12.8, smallestFontSize: 12, isOutlined: true, isShadowed: true, box: nil)
  /// 36 pixels in 720 lines, on a dark band.
  static let ticker = UsualLook(linesInPicture: 20, smallestFontSize: 12, isOutlined: false, box: panel)

  private static let panel = Color(red: 0.05, green: 0.06, blue: 0.09, alpha: 0.8)

  /// The font's size in pixels; a picture as large as the content is set as one of 720 lines.
  func fontSize(in picture: PixelSize?) -> Double {
    let lines = Double(picture.map { min($0.width, $0.height) } ?? 720)
    return max(smallestFontSize, (lines / linesInPicture).rounded())
  }
}

/// How an overlay looks, and the picture that it stands in.
struct OverlayStyle: Sendable {
  /// The picture's size; `nil` for one that is as large as the overlay.
  let picture: PixelSize?
  var font: Font
  var color = Color.white
  var outline: Outline
  var shadow: Shadow?
  var box: Color?
  /// How far it stays from the picture's edges, in pixels; `nil` for what is usual.
  var padding: Double?
  /// Where it stands in the picture; `nil` for what is usual.
  var alignment: Alignment?

  /// The usual look at a font size, or at the one that suits the picture.
  init(_ look: UsualLook, in picture: PixelSize?, fontSize: Double?) {
    self.picture = picture
    font = Font(size: fontSize ?? look.fontSize(in: picture))
    outline = Outline(width: look.isOutlined ? (font.size / 14).rounded() : 0, color: .black)
    if look.isShadowed {
      shadow = Shadow(color: Color(white: 0, alpha: 0.6), radius: font.size / 16, y: (font.size / 24).rounded())
    }
    box = look.box
  }

  /// What a picture as large as the overlay has to leave for the shadow; in a larger one there is room.
  var roomForShadow: EdgeInsets {
    guard let shadow, picture == nil else { return EdgeInsets() }
    let reach = (3 * shadow.radius).rounded(.up) + 1
    return EdgeInsets(
      top: max(reach - shadow.y, 0), leading: max(reach - shadow.x, 0), bottom: max(reach + shadow.y, 0),
      trailing: max(reach + shadow.x, 0))
  }
}

extension View {
  /// Draws text as a style says, with room for its outline, which reaches beyond its own size.
  func textStyle(_ style: OverlayStyle) -> some View {
    font(style.font)
      .foregroundColor(style.color)
      .outline(style.outline.color, width: style.outline.width)
      .padding(style.outline.width.rounded(.up))
  }

  /// Puts a style's shadow beneath everything.
  @ViewBuilder func shadow(of style: OverlayStyle) -> some View {
    if let shadow = style.shadow {
      self.shadow(shadow).padding(style.roomForShadow)
    } else {
      self
    }
  }
}

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
