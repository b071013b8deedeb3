import Testing

@testable import OverlayRender

@Suite("Empty content")
struct EmptyContentTests {
  @Test("A wrapper disappears with its content")
  func hiddenCountdown() throws {
    let view = CountdownText(for: .seconds(1), format: "s", atZero: .hide).padding(8).background(.red, cornerRadius: 4)
    var configuration = RenderConfiguration(size: PixelSize(80, 40))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    let shown = try #require(renderer.render(at: .zero).pixelBuffer)
    #expect(shown.withUnsafeBytes { $0.contains { $0 != 0 } })
    let hidden = try #require(renderer.render(at: .seconds(1)).pixelBuffer)
    #expect(hidden.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
  }

  @Test("Modifiers of an empty view add no nodes, and later content is shown")
  func laterContent() {
    let view = VStack {
      TimelineView(.explicit([.zero, .seconds(1)])) { context in
        if context.count > 0 { Text("late") }
      }
      .padding(4)
      .background(.black)
    }
    let measurer = GridMeasurer()
    func time(_ seconds: Int64) -> RenderTime {
      RenderTime(
        presentation: .seconds(seconds), wallAnchor: WallTime(nanosecondsSince1970: 0), frameRate: .fps(30))
    }
    var scene = Scene(size: PixelSize(100, 50), alignment: .center, at: time(0), measuredBy: measurer) {
      view.resolve(into: &$0)
    }
    #expect(scene.list.items.isEmpty)
    #expect(scene.nextChange == .seconds(1))
    #expect(!scene.update(to: time(1), measuredBy: measurer).isEmpty)
    #expect(scene.list.items.count == 2)
  }
}
