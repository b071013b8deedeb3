import Testing

@testable import OverlayRender

@Suite("Renderers that share fonts")
struct SharedFontsTests {
  @Test("Renderers on several threads draw the bytes of one that is alone")
  func threads() async throws {
    let numbers = 0..<8
    let alone = try numbers.map { try Self.pictures($0, fonts: FixtureFonts.configuration) }
    let together = try await withThrowingTaskGroup(of: (Int, [[UInt8]]).self) { group in
      for number in numbers {
        group.addTask { (number, try Self.pictures(number, fonts: FixtureFonts.configuration)) }
      }
      return try await group.reduce(into: [Int: [[UInt8]]]()) { $0[$1.0] = $1.1 }
    }
    for number in numbers { #expect(together[number] == alone[number]) }
  }

  @Test("The engine of fonts is shared as long as it is used")
  func sharing() throws {
    weak var released: TextEngine?
    do {
      let first = try TextEngine.shared(for: FixtureFonts.configuration)
      #expect(try TextEngine.shared(for: FixtureFonts.configuration) === first)
      released = try TextEngine.shared(
        for: FontConfiguration(files: Array(FixtureFonts.files.prefix(1)), includesSystemFonts: false))
    }
    #expect(released == nil)
  }

  /// Returns the pictures of a clock, a moving text, and a text with lines and color glyphs, all of them with a number.
  private static func pictures(_ number: Int, fonts: FontConfiguration) throws -> [[UInt8]] {
    var configuration = RenderConfiguration(
      size: PixelSize(320, 160), start: WallTime(nanosecondsSince1970: Int64(number) * 4_321_000_000_000))
    configuration.fonts = fonts
    let markup = try Text(markup: "<u>No. \(number)</u> <b>bold</b> <s>old</s> 😀")
    let view = VStack {
      ClockText(format: "HH:mm:ss", timeZone: .gmt).font(Font(family: "Noto Sans", size: 40))
      Ticker(speed: 30) { Text("Line \(number) moves 😀").font(Font(family: "Noto Sans", size: 24)) }
      markup.font(Font(family: "Noto Sans", size: 20)).outline(.red, width: 2)
    }
    let renderer = try Renderer(view, configuration: configuration)
    return try (0..<40).map { frame in
      let sample = try renderer.render(at: MediaTime(value: Int64(frame) * 7, timescale: 10))
      return sample.pixelBuffer?.withUnsafeBytes { Array($0) } ?? []
    }
  }
}
