import Foundation
import OverlayRender
import OverlayRenderTesting
import Testing

@testable import OwnParts

@Suite("The dial")
struct DialTests {
  /// A font by file, so that the picture does not depend on the fonts of the machine. It is one of the library's tests.
  private static let font = URL(
    fileURLWithPath: "../../../Tests/OverlayRenderTests/Fixtures/Fonts/NotoSans-Bold.subset.ttf",
    relativeTo: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  ).standardizedFileURL.path

  private let configuration: RenderConfiguration = {
    var configuration = RenderConfiguration(size: PixelSize(360, 360))
    configuration.background = Color(rgb: 0x14181F)
    configuration.fonts = FontConfiguration(files: [font], includesSystemFonts: false)
    return configuration
  }()

  private let dial = Dial(shows: [
    NowOn.Show(start: .zero, title: "News"), NowOn.Show(start: .seconds(90), title: "Weather"),
  ])

  @Test("It shows the show that is on")
  func shows() throws {
    try dial.verifySnapshot("dial-news.png", configuration, at: .seconds(89))
    try dial.verifySnapshot("dial-weather.png", configuration, at: .seconds(90))
  }

  @Test("It changes when the next show begins, and not before")
  func changes() throws {
    let renderer = try Renderer(dial, configuration: configuration)
    _ = try renderer.render(at: .zero)
    #expect(renderer.nextChange == .seconds(90))
  }
}
