import Testing

@testable import OverlayRender

@Suite("Depth: zIndex")
struct ZIndexTests {
  private func renderer(_ view: some View) throws -> Renderer {
    try Renderer(view, configuration: RenderConfiguration(size: PixelSize(20, 10)), clock: ManualClock())
  }

  private func picture(_ view: some View) throws -> Picture {
    try #require(Picture(renderer(view).render(at: .zero)))
  }

  private static let red: ArraySlice<UInt8> = [0, 0, 255, 255]
  private static let green: ArraySlice<UInt8> = [0, 255, 0, 255]
  private static let blue: ArraySlice<UInt8> = [255, 0, 0, 255]
  private static let lime = Color(red: 0, green: 1, blue: 0)

  @Test("A view with a higher value is in front, and a later one of the same value is")
  func order() throws {
    #expect(
      try picture(
        ZStack {
          Color.red.zIndex(1); Color.blue
        })[0, 0] == Self.red)
    #expect(
      try picture(
        ZStack {
          Color.red; Color.blue.zIndex(-1)
        })[0, 0] == Self.red)
    #expect(
      try picture(
        ZStack {
          Color.red.zIndex(1); Color.blue.zIndex(1)
        })[0, 0] == Self.blue)
    #expect(
      try picture(
        ZStack {
          Color.red.zIndex(2).padding(1); Color.blue.zIndex(1)
        })[1, 1] == Self.red)
    #expect(
      try picture(
        ZStack {
          ZStack { Color.red.zIndex(9) }; Color.blue
        })[0, 0] == Self.blue)
    #expect(
      try picture(
        ZStack {
          Color.red.zIndex(.nan); Color.blue.zIndex(-.infinity)
        })[0, 0] == Self.red)
  }

  @Test("It applies to views that overlap in stacks too, and not to decorations")
  func containers() throws {
    let row = HStack(spacing: -5) {
      Color.red.zIndex(1).frame(width: 10)
      Color.blue.frame(width: 10)
    }
    let pixels = try picture(row.frame(width: 20, height: 10, alignment: .leading))
    #expect(pixels[7, 5] == Self.red && pixels[12, 5] == Self.blue)
    #expect(try picture(Color.red.zIndex(1).overlay { Color.blue })[0, 0] == Self.blue)
    #expect(try picture(Color.red.background { Color.blue.zIndex(1) })[0, 0] == Self.red)
  }

  @Test("A view that changes by itself keeps its depth, and may change it")
  func changes() throws {
    let view = ZStack {
      TimelineView(.every(.seconds(1))) { context in
        // Two siblings with another one between them.
        Color.red.zIndex(context.count < 2 ? 0 : 3).opacity(context.count == 1 ? 0.5 : 1)
        Color.blue.frame(width: 10).zIndex(2)
      }
      Self.lime.frame(height: 5).zIndex(1)
    }
    let renderer = try renderer(view)
    for (second, expected) in [
      (0, [Self.red, Self.green, Self.blue]), (1, [[0, 0, 128, 128], Self.green, Self.blue]),
      (2, [Self.red, Self.red, Self.red]), (0, [Self.red, Self.green, Self.blue]),
    ] {
      let pixels = try #require(Picture(renderer.render(at: .seconds(Int64(second)))))
      #expect([pixels[0, 0], pixels[0, 5], pixels[10, 5]] == expected)
    }
  }
}
