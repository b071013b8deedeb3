import Testing

@testable import OverlayRender

@Suite("The law, for content that is far larger than a picture")
struct LongContentLawTests {
  private static let long = Text(String(repeating: "Breaking news ", count: 400)).font(size: 40)

  @Test("A long ticker in shadows, in part and whole")
  func shadows() throws {
    try obeysLaw(Ticker(speed: 1000) { Self.long.shadow(radius: 3).shadow(radius: 5) })
  }

  @Test("A long line that is turned, in a shadow, keeps it")
  func turned() throws {
    try obeysLaw(Ticker(speed: 1000) { Self.long.rotationEffect(degrees: 0.001).shadow(color: .red, radius: 5) })
    let plain = try inkedPixels(Ticker(speed: 1000) { Self.long.rotationEffect(degrees: 0.001) })
    let shadowed = try inkedPixels(Ticker(speed: 1000) { Self.long.rotationEffect(degrees: 0.001).shadow(radius: 5) })
    #expect(shadowed > plain * 3 / 2, "\(shadowed) and \(plain)")
  }

  @Test("A text longer than Pango can count is wrapped and seen", arguments: ["a", "some words of news "])
  func endless(piece: String) throws {
    let text = Text(String(repeating: piece, count: 60_000 / piece.utf8.count)).font(size: 96)
    #expect(try inkedPixels(text.frame(maxHeight: .infinity, alignment: .top)) > 200)
  }

  private func obeysLaw(_ view: some View) throws {
    let renderer = try Renderer(view, configuration: Self.configuration, clock: ManualClock())
    for frame in [30, 600, 603, 1200] as [Int64] {
      let time = FrameRate.fps(30).time(ofFrame: frame)
      let sample = try renderer.render(at: time)
      let scratch = try Renderer(view, configuration: Self.configuration, clock: ManualClock())
      let expected = try scratch.render(at: time)
      #expect(sample.hasSamePicture(as: expected), "frame \(frame)")
    }
  }

  private func inkedPixels(_ view: some View) throws -> Int {
    let renderer = try Renderer(view, configuration: Self.configuration, clock: ManualClock())
    let picture = try #require(Picture(try renderer.render(at: .seconds(20))))
    return stride(from: 3, to: picture.bytes.count, by: 4).count { picture.bytes[$0] > 0 }
  }

  private static let configuration: RenderConfiguration = {
    var configuration = RenderConfiguration(size: PixelSize(320, 80), start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = FixtureFonts.configuration
    return configuration
  }()
}
