import TestTools
import Testing

@testable import OverlayRender

@Suite("Custom shapes, trimming and borders")
struct CustomShapeTests {
  /// A shape as an application declares it.
  private struct Diamond: InsettableShape {
    var inset = 0.0

    func path(in rect: Rect) -> Path {
      let (left, top) = (rect.origin.x + inset, rect.origin.y + inset)
      let (right, bottom) = (rect.origin.x + rect.size.width - inset, rect.origin.y + rect.size.height - inset)
      return Path {
        $0.move(to: Point(x: (left + right) / 2, y: top))
        $0.addLine(to: Point(x: right, y: (top + bottom) / 2))
        $0.addLine(to: Point(x: (left + right) / 2, y: bottom))
        $0.addLine(to: Point(x: left, y: (top + bottom) / 2))
        $0.closeSubpath()
      }
    }

    func inset(by amount: Double) -> Diamond { Diamond(inset: inset + amount) }
  }

  private func picture(_ view: some View) throws -> Picture {
    let renderer = try Renderer(
      view, configuration: RenderConfiguration(size: PixelSize(96, 64)), clock: ManualClock())
    return try #require(Picture(renderer.render(at: .zero)))
  }

  private func expectSame(
    _ first: some View, _ second: some View, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (first, second) = (try picture(first), try picture(second))
    #expect(first.bytes.contains { $0 != 0 }, "something is drawn", sourceLocation: sourceLocation)
    #expect(first == second, sourceLocation: sourceLocation)
  }

  @Test("A custom shape is drawn in the rectangle of its view")
  func ownShape() throws {
    let path = Diamond().path(in: Rect(x: 0, y: 0, width: 60, height: 30))
    func framed(_ shape: some View) -> some View { shape.frame(width: 60, height: 30) }
    try expectSame(framed(Diamond().fill(.red)), framed(path.fill(.red)))
    try expectSame(framed(Diamond().stroke(.red, lineWidth: 3)), framed(path.stroke(.red, lineWidth: 3)))
    try expectSame(framed(Diamond().foregroundColor(.blue)), framed(path.fill(.blue)))
    try expectSame(framed(Color.red.clipShape(Diamond())), framed(Color.red.clipShape(path)))
    try expectSame(framed(Color.red.background(.blue, in: Diamond())), framed(Color.red.background(.blue, in: path)))
  }

  @Test("A shape that is made again and looks the same damages nothing")
  func noDamage() throws {
    let view = TimelineView(.every(.seconds(1))) { context in
      Diamond().fill(context.count < 3 ? .red : .blue)
    }
    let renderer = try Renderer(
      view, configuration: RenderConfiguration(size: PixelSize(40, 40)), clock: ManualClock())
    let first = try renderer.render(at: .zero)
    #expect(try renderer.render(at: .seconds(1)).pixelBuffer === first.pixelBuffer)
    #expect(try renderer.render(at: .seconds(3)).pixelBuffer !== first.pixelBuffer)
  }

  @Test("Every shape has a path in any rectangle")
  func paths() {
    let rect = Rect(x: 10, y: 20, width: 60, height: 30)
    #expect(Rectangle().path(in: rect).bounds == rect)
    #expect(Ellipse().path(in: rect).bounds.map { $0.size.width >= 60 } == true)
    #expect(Circle().path(in: rect).currentPoint == Point(x: 55, y: 35))
    #expect(Line().path(in: rect).bounds == Rect(x: 10, y: 35, width: 60, height: 0))
    let icon = PathView(Path { $0.addRect(rect) }, viewBox: Size(30, 30))
    #expect(icon.path(in: rect).bounds?.origin == Point(x: 35, y: 40))
  }

  @Test("A trimmed shape has a part of the path")
  func trimmed() throws {
    let box = Rect(x: 0, y: 0, width: 96, height: 64)
    try expectSame(
      Circle().trim(from: 0.1, to: 0.4).stroke(.red, lineWidth: 5),
      Circle().path(in: box).trimmedPath(from: 0.1, to: 0.4).stroke(.red, lineWidth: 5))
    try expectSame(Diamond().trim(to: 0.5).fill(.red), Diamond().path(in: box).trimmedPath(from: 0, to: 0.5).fill(.red))
    try expectSame(Capsule().trim().stroke(.red), Capsule().stroke(.red))
    let twice = Rectangle().trim(to: 0.5).trim(from: 0.5).path(in: box)
    #expect(twice.elements == Rectangle().path(in: box).trimmedPath(from: 0.25, to: 0.5).elements)
  }

  @Test("An inset shape is smaller on every side, and its corners keep their centers")
  func insets() {
    let rect = Rect(x: 0, y: 0, width: 100, height: 50)
    let inner = Rect(x: 4, y: 4, width: 92, height: 42)
    #expect(Rectangle().inset(by: 3).inset(by: 1).path(in: rect) == Rectangle().path(in: inner))
    #expect(Ellipse().inset(by: 4).path(in: rect) == Ellipse().path(in: inner))
    let rounded = RoundedRectangle(cornerRadius: 10)
    #expect(rounded.inset(by: 4).path(in: rect) == RoundedRectangle(cornerRadius: 6).path(in: inner))
    #expect(
      RoundedRectangle(cornerRadius: 99).inset(by: 4).path(in: rect) == Capsule().inset(by: 4).path(in: rect),
      "radii that do not fit")
    #expect(Circle().inset(by: 4).inset(by: -4).path(in: rect) == Circle().path(in: rect))
    #expect(Circle().inset(by: 25).path(in: rect).isEmpty && Circle().inset(by: .nan).path(in: rect).bounds != nil)
  }

  @Test("A border is the part of a line of twice its width inside the shape")
  func strokeBorder() throws {
    for width in [1.0, 4, 7] {
      try expectSame(
        Rectangle().strokeBorder(.red, lineWidth: width).frame(width: 60, height: 30),
        Rectangle().stroke(.red, lineWidth: 2 * width).clipped().frame(width: 60, height: 30))
    }
    let ring = try picture(Circle().strokeBorder(.red, lineWidth: 10).frame(width: 40, height: 40))
    let inside = try picture(Circle().fill(.red).frame(width: 40, height: 40))
    func alpha(_ picture: Picture, _ x: Int, _ y: Int) -> Int { Int(picture[x, y].last ?? 0) }
    #expect((0..<96).allSatisfy { x in (0..<64).allSatisfy { alpha(ring, x, $0) <= alpha(inside, x, $0) + 8 } })
    #expect(alpha(ring, 48, 32) == 0 && alpha(ring, 30, 32) == 255 && alpha(ring, 37, 32) == 255)
    let diamond = Diamond().strokeBorder(.red, style: StrokeStyle(lineWidth: 6, dash: [5, 2]))
    try expectSame(diamond, Diamond(inset: 3).stroke(.red, style: StrokeStyle(lineWidth: 6, dash: [5, 2])))
  }

  @Test("A border wider than the shape covers exactly the shape", arguments: [30.0, 31, 60, 5000])
  func wideBorder(width: Double) throws {
    func framed(_ shape: some View) -> some View { shape.frame(width: 60, height: 30) }
    try expectSame(framed(Capsule().strokeBorder(.red, lineWidth: width)), framed(Capsule().fill(.red)))
    let inner = Rectangle().inset(by: 3)
    try expectSame(framed(inner.strokeBorder(.red, lineWidth: width)), framed(inner.fill(.red)))
  }

  @Test("A line along an outline without size draws nothing")
  func nothingLeft() throws {
    let view = Rectangle().inset(by: 20).stroke(.red).frame(width: 60, height: 30)
    #expect(try picture(view).bytes.allSatisfy { $0 == 0 })
  }
}
