import FoundationEssentials
import OverlayRender

/// The default style of a kind of overlay, legible on any video.
struct DefaultStyle: Sendable {
  /// The number of lines of the font size that fill the shorter side of a picture. The shorter side makes the text fit
  /// upright pictures, too.
  let linesPerPicture: Double
  /// The smallest legible font size in pixels, for small pictures.
  let smallestFontSize: Double
  /// Whether the glyphs have an outline.
  let isOutlined: Bool
  /// Whether the glyphs have a soft shadow.
  var isShadowed = false
  let box: Color?
  /// The style in a floating window.
  var window: WindowStyle

  /// 96 pixels at 720 lines, outlined.
  static let large = DefaultStyle(
    linesPerPicture: 7.5, smallestFontSize: 1, isOutlined: true, box: nil,
    window: WindowStyle(size: PixelSize(512, 160), lines: 2.5, columns: 8))
  /// The same, for text that may be longer than a time.
  static let label = DefaultStyle(
    linesPerPicture: 7.5, smallestFontSize: 1, isOutlined: true, box: nil,
    window: WindowStyle(size: PixelSize(640, 160), lines: 4, columns: 16))
  /// 42 pixels at 720 lines, on a dark panel.
  static let lowerThird = DefaultStyle(
    linesPerPicture: 17, smallestFontSize: 14, isOutlined: false, box: panel,
    window: WindowStyle(size: PixelSize(640, 160), lines: 4, columns: 16))
  /// 45 pixels at 720 lines, outlined, with a shadow.
  static let captions = DefaultStyle(
    linesPerPicture: 16, smallestFontSize: 10, isOutlined: true, isShadowed: true, box: nil,
    window: WindowStyle(size: PixelSize(720, 160), lines: 4.5, columns: 20))
  /// 56 pixels at 720 lines, outlined, with a shadow.
  static let listening = DefaultStyle(
    linesPerPicture: 12.8, smallestFontSize: 12, isOutlined: true, isShadowed: true, box: nil,
    window: WindowStyle(size: PixelSize(720, 300), lines: 7.5, columns: 18))
  /// 36 pixels at 720 lines, on a dark band.
  static let ticker = DefaultStyle(
    linesPerPicture: 20, smallestFontSize: 12, isOutlined: false, box: panel,
    window: WindowStyle(size: PixelSize(960, 56), lines: 1.75, columns: 20))

  /// The color of panels behind text.
  static let panel = Color(red: 0.05, green: 0.06, blue: 0.09, alpha: 0.8)

  /// The font size in pixels for a picture; `nil` for a picture as large as its content, which counts as one of 720
  /// lines.
  func fontSize(in pictureSize: PixelSize?) -> Double {
    let lines = Double(pictureSize.map { min($0.width, $0.height) } ?? 720)
    return max(smallestFontSize, (lines / linesPerPicture).rounded())
  }
}

/// The default size of a floating window, and of its text, which fills more of a window than of a video.
struct WindowStyle: Sendable {
  /// The size of a window that is not as large as its content, and that decides the font size of one that is.
  var size: PixelSize
  /// The number of times that the font size fits into the height of a window, and into its width.
  let lines, columns: Double

  /// Returns the size of a window in which as much text of a font size fits; `nil` for the default font size.
  func size(withFontSize fontSize: Double?) -> PixelSize {
    guard let fontSize else { return size }
    let scale = fontSize / self.fontSize(in: nil)
    return PixelSize(
      max(Int((Double(size.width) * scale).rounded()), 1), max(Int((Double(size.height) * scale).rounded()), 1))
  }

  /// Returns the font size in pixels.
  ///
  /// - Parameter size: The size of the window; `nil` for one as large as its content.
  func fontSize(in size: PixelSize?) -> Double {
    let size = size ?? self.size
    return max((min(Double(size.height) / lines, Double(size.width) / columns)).rounded(), 10)
  }
}

/// The style of an overlay, and the size of its picture.
struct OverlayStyle: Sendable {
  /// The size of the picture; `nil` for the size of the overlay.
  let pictureSize: PixelSize?
  var font: Font
  var color = Color.white
  var outline: Outline
  var shadow: Shadow?
  var box: Color?
  /// The distance from the edges of the picture, in pixels; `nil` for the default.
  var padding: Double?
  /// The position in the picture; `nil` for the default.
  var alignment: Alignment?

  /// Creates a default style with a font size; `nil` for the font size that suits the picture.
  init(_ defaults: DefaultStyle, in pictureSize: PixelSize?, fontSize: Double?) {
    self.pictureSize = pictureSize
    font = Font(size: fontSize ?? defaults.fontSize(in: pictureSize))
    outline = Outline(width: defaults.isOutlined ? (font.size / 14).rounded() : 0, color: .black)
    if defaults.isShadowed {
      shadow = Shadow(color: Color(white: 0, alpha: 0.6), radius: font.size / 16, y: (font.size / 24).rounded())
    }
    box = defaults.box
  }

  /// The space for the shadow in a picture as large as the overlay. Larger pictures have room for it.
  var shadowInsets: EdgeInsets {
    guard let shadow, pictureSize == nil else { return EdgeInsets() }
    let reach = (3 * shadow.radius).rounded(.up) + 1
    return EdgeInsets(
      top: max(reach - shadow.y, 0), leading: max(reach - shadow.x, 0), bottom: max(reach + shadow.y, 0),
      trailing: max(reach + shadow.x, 0))
  }
}

extension View {
  /// Applies a style to text, with space for its outline, which exceeds the size of the text.
  func textStyle(_ style: OverlayStyle) -> some View {
    font(style.font)
      .foregroundColor(style.color)
      .outline(style.outline.color, width: style.outline.width)
      .padding(style.outline.width.rounded(.up))
  }

  /// Adds the shadow of a style.
  @ViewBuilder func shadow(of style: OverlayStyle) -> some View {
    if let shadow = style.shadow {
      self.shadow(shadow).padding(style.shadowInsets)
    } else {
      self
    }
  }
}

/// A view in the style of the options.
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
    .padding(style.padding ?? (style.pictureSize == nil ? 0 : inset))
  }

  @ViewBuilder private var text: some View {
    if let locale { content.textStyle(style).locale(locale) } else { content.textStyle(style) }
  }

  /// The horizontal padding of a box, and the default distance of the text from the edges of the picture.
  private var inset: Double { (style.font.size / 3).rounded() }
}

/// The content of a floating window, before a dark panel that fills the window.
struct WindowPanel<Content: View>: View {
  let content: Content
  /// The color of the panel; `nil` for none.
  let color: Color?
  let fontSize: Double
  /// Whether the window is as large as the content, with space around it.
  let hasInsets: Bool
  let alignment: Alignment

  @ViewBuilder var body: some View {
    if let color {
      content.padding(EdgeInsets(top: inset / 2, leading: inset, bottom: inset / 2, trailing: inset))
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)
        .background(color, cornerRadius: (fontSize / 5).rounded())
    } else {
      content
    }
  }

  private var inset: Double { hasInsets ? (fontSize / 3).rounded() : 0 }
}
