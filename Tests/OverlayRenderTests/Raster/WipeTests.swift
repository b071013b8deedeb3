import TestTools
import Testing

@testable import OverlayRender

@Suite("Wipes and scale transitions")
struct WipeTests {
  /// White, 16 x 8 pixels, in the middle of 24 x 16, after a fraction of a second.
  private func picture(_ transition: Transition, x: Double? = nil, milliseconds: Int64) throws -> Picture {
    var configuration = RenderConfiguration(size: PixelSize(24, 16), frameRate: .fps(1000))
    configuration.fonts = FixtureFonts.configuration
    let box = Rectangle().fill(.white).frame(width: 16, height: 8).transition(transition, since: .zero)
    let view: any View = if let x { box.movingOffset(x: x) } else { box }
    let renderer = try Renderer(
      root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: .zero, clock: ManualClock())
    return try #require(Picture(renderer.render(at: .milliseconds(milliseconds))))
  }

  private func alpha(_ picture: Picture, row: Int) -> [UInt8] {
    (0..<picture.width).map { picture[$0, row].last ?? 0 }
  }

  private func alpha(_ picture: Picture, column: Int) -> [UInt8] {
    (0..<picture.height).map { picture[column, $0].last ?? 0 }
  }

  private static func wipe(from edge: Edge) -> Transition {
    .wipe(from: edge, duration: .milliseconds(128), easing: .linear)
  }

  @Test("A wipe uncovers from its edge, in eighths of a pixel")
  func edges() throws {
    // 16 pixels in 128 ms are an eighth of a pixel per ms. 43 of them are 5 3/8 pixels.
    let leading = try alpha(picture(Self.wipe(from: .leading), milliseconds: 43), row: 8)
    #expect(leading == [0, 0, 0, 0] + Array(repeating: 255, count: 5) + [96] + Array(repeating: 0, count: 14))
    let trailing = try alpha(picture(Self.wipe(from: .trailing), milliseconds: 43), row: 8)
    #expect(trailing == leading.reversed())
    // 8 pixels: two frames per eighth.
    let top = try alpha(picture(Self.wipe(from: .top), milliseconds: 88), column: 12)
    #expect(top == [0, 0, 0, 0] + Array(repeating: 255, count: 5) + [128] + Array(repeating: 0, count: 6))
    #expect(try alpha(picture(Self.wipe(from: .bottom), milliseconds: 88), column: 12) == top.reversed())
  }

  @Test("At the start nothing is visible, and at the end everything")
  func ends() throws {
    for edge in Edge.allCases {
      #expect(try picture(Self.wipe(from: edge), milliseconds: 0).bytes.allSatisfy { $0 == 0 })
      let end = try picture(Self.wipe(from: edge), milliseconds: 128)
      #expect(try end.differences(from: picture(.identity, milliseconds: 128)).isEmpty)
    }
  }

  @Test("In a moving view, the edge of a wipe is at the sum of both positions")
  func inMotion() throws {
    let row = try alpha(picture(Self.wipe(from: .leading), x: 0.25, milliseconds: 43), row: 8)
    // From 4 1/4 to 4 1/4 + 5 3/8.
    #expect(row[4] == 191 || row[4] == 192)
    #expect(row[5...8].allSatisfy { $0 == 255 } && row[9] == 159 || row[9] == 160)
    #expect(row[10...].allSatisfy { $0 == 0 })
  }

  @Test("A view that is no longer scaled equals one that never was")
  func identity() throws {
    let scale = Transition.scale(0.5, duration: .milliseconds(100), easing: .linear)
    let half = try alpha(picture(scale, milliseconds: 0), row: 8)
    #expect(half.count { $0 > 0 } == 8)
    let end = try picture(scale, milliseconds: 100)
    #expect(try end.differences(from: picture(.identity, milliseconds: 100)).isEmpty)
  }
}
