import OverlayRender
import Testing

@Suite("Output plan")
struct OutputPlanTests {
  @Test(
    "A name's extension says what is written, in any case",
    arguments: [
      ("a.y4m", OutputFormat.y4m), ("b/c.PNG", .png), ("x.raw", .raw), ("x.yuv", .raw), ("a.b.mp4", .mp4),
      ("x.m4v", .mp4), ("x.mkv", .mkv), ("x.apng", .apng),
    ])
  func extensions(name: String, format: OutputFormat) {
    #expect(OutputFormat(fileName: name) == format)
  }

  @Test("A name without a known extension says nothing", arguments: ["clock", "a.y4m/clock", "a.txt", ".", ""])
  func noExtension(name: String) {
    #expect(OutputFormat(fileName: name) == nil)
  }

  @Test("Each format has its usual pixel format, and a raw file's name may tell another")
  func pixelFormats() throws {
    func format(_ name: String) throws -> PixelFormat? { try OutputPlan(destination: .path(name)).pixelFormat }
    #expect(try format("x.y4m") == .yuv420p)
    #expect(try format("x.raw") == .bgra)
    #expect(try format("x.rgba") == .rgba)
    #expect(try format("x.yuv") == .yuv420p)
    #expect(try format("x.png") == .rgba)
    #expect(try OutputPlan(destination: nil, format: .null).pixelFormat == nil)
    #expect(try OutputPlan(destination: .path("x.yuv"), pixelFormat: .gray).pixelFormat == .gray)
  }

  @Test("PNG files are made from the core's own pixels")
  func samples() throws {
    #expect(try OutputPlan(destination: .path("x.png"), pixelFormat: .bgra).samplePixelFormat == .bgraPremultiplied)
    #expect(try OutputPlan(destination: .path("x.y4m")).samplePixelFormat == .yuv420p)
    #expect(try OutputPlan(destination: nil, format: .null).samplePixelFormat == .bgraPremultiplied)
  }

  @Test("A format is asked for by name and wins over the file's")
  func formatWins() throws {
    let plan = try OutputPlan(destination: .path("x.png"), format: .raw)
    #expect(plan.format == .raw)
    #expect(plan.pixelFormat == .bgra)
  }

  @Test("Premultiplied colour goes with formats of red, green, blue and alpha")
  func premultiplied() throws {
    func plan(_ format: OutputFormat, _ pixelFormat: PixelFormat?) throws -> PixelFormat? {
      try OutputPlan(destination: .standardOutput, format: format, pixelFormat: pixelFormat, isPremultiplied: true)
        .pixelFormat
    }
    #expect(try plan(.raw, nil) == .bgraPremultiplied)
    #expect(try plan(.raw, .rgba) == .rgbaPremultiplied)
    #expect(throws: OutputPlanError.notPremultiplied(.yuva420p)) { try plan(.raw, .yuva420p) }
    #expect(throws: OutputPlanError.pngIsStraight) { try plan(.png, .rgba) }
  }

  @Test("What a later version brings is told apart from what is wrong")
  func errors() {
    #expect(throws: OutputPlanError.notAvailable(.mp4, name: "x.mp4")) { try OutputPlan(destination: .path("x.mp4")) }
    #expect(throws: OutputPlanError.networkNotAvailable(url: "srt://h:1", scheme: "srt")) {
      try OutputPlan(destination: OutputDestination("srt://h:1"))
    }
    #expect(throws: OutputPlanError.unknownScheme(url: "foo://h", scheme: "foo")) { try OutputDestination("foo://h") }
    #expect(throws: OutputPlanError.noFormat(path: "clock")) { try OutputPlan(destination: .path("clock")) }
    #expect(OutputPlanError.notAvailable(.mp4, name: nil).isOfLaterVersion)
    #expect(!OutputPlanError.noFormat(path: "clock").isOfLaterVersion)
  }

  @Test("Only a name with a number takes more than one PNG file")
  func oneFrame() throws {
    #expect(try OutputPlan(destination: .path("x.png")).holdsOneFrameOnly)
    #expect(try OutputPlan(destination: .standardOutput, format: .png).holdsOneFrameOnly)
    #expect(try !OutputPlan(destination: .path("%d.png")).holdsOneFrameOnly)
    #expect(try !OutputPlan(destination: .path("x.y4m")).holdsOneFrameOnly)
  }

  @Test("A stream without an end goes where somebody ends it")
  func endless() throws {
    let file = try OutputPlan(destination: .path("x.y4m"))
    let device = try OutputPlan(destination: .path("/dev/null"))
    let null = try OutputPlan(destination: nil, format: .null)
    #expect([file, device, null].map { $0.takesEndlessStream(isLive: false) } == [false, false, false])
    #expect([file, device, null].map { $0.takesEndlessStream(isLive: true) } == [true, true, true])
    #expect(try !OutputPlan(destination: .path("x.png")).takesEndlessStream(isLive: true), "one frame only")
  }
}
