import OverlayRender

/// The whole sheet: sections of cells in seven columns on a dark page.
struct Page: View {
  static let size = PixelSize(1600, 3303)

  let icon: Path
  let markup: Text
  let tile: Image
  let text: String
  let picture: String

  var body: some View {
    Grid(alignment: .topLeading, horizontalSpacing: 12, verticalSpacing: 12) {
      Heading("Text")
      TextCells(markup: markup, file: text)
      Heading("Captions")
      CaptionCells()
      Heading("Shapes")
      ShapeCells(icon: icon)
      Heading("Pictures")
      PictureCells(tile: tile, file: picture)
      Heading("Containers")
      ContainerCells()
      Heading("Layout modifiers")
      LayoutCells()
      Heading("Effects")
      EffectCells()
      Heading("Motion, and values that change")
      MotionCells()
    }
    .padding(36)
    .frame(width: Double(Page.size.width), height: Double(Page.size.height), alignment: .top)
    .background(Color(rgb: 0x14181F))
    .font(family: "DejaVu Sans", size: 20)
    .foregroundColor(Color(rgb: 0xE8ECF2))
  }
}

/// The title of a section, across all columns.
struct Heading: View {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  var body: some View {
    Text(name).font(size: 30, weight: .bold).padding(.top, 14)
  }
}

/// One feature of the library above its name.
struct Cell<Content: View>: View {
  static var height: Double { 96 }

  let name: String
  /// The number of columns.
  let span: Int
  let content: Content

  init(_ name: String, span: Int = 1, @ViewBuilder content: () -> Content) {
    self.name = name
    self.span = span
    self.content = content()
  }

  var body: some View {
    VStack(spacing: 4) {
      // An overlay keeps alignment guides of its content inside.
      RoundedRectangle(cornerRadius: 8).fill(Color(rgb: 0x232A35))
        .frame(width: width, height: Self.height)
        .overlay { ZStack { content }.padding(8) }
      Text(name).font(size: 16).lineLimit(1).minimumScaleFactor(0.7).foregroundColor(Color(rgb: 0xA9B6C8))
    }
    .frame(width: width)
    .gridCellColumns(span)
  }

  private var width: Double { 208 * Double(span) + 12 * Double(span - 1) }
}

extension ShapeStyle where Self == Color {
  static var amber: Color { Color(rgb: 0xFFB020) }
  static var sky: Color { Color(rgb: 0x4DA3FF) }
  static var rose: Color { Color(rgb: 0xFF5C7A) }
  static var mint: Color { Color(rgb: 0x3DDC97) }
}
