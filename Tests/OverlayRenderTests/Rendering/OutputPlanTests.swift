import Foundation
import OverlayRender
import Synchronization
import Testing

@Suite("Output plan")
struct OutputPlanTests {
  @Test(
    "A name's extension says what is written, in any case",
    arguments: [("a.y4m", "y4m"), ("b/c.PNG", "png"), ("x.raw", "raw"), ("a.b.yuv", "raw"), ("/dev/null", "y4m")])
  func extensions(name: String, format: String) throws {
    #expect(try OutputPlan(destination: .path(name)).format.name == format)
  }

  @Test("A name without a known extension says nothing", arguments: ["clock", "a.y4m/clock", "a.txt", ".", "x.mp4"])
  func noExtension(name: String) {
    #expect(throws: OutputPlanError.noFormat(path: name, extensions: ["y4m", "raw", "png"])) {
      try OutputPlan(destination: .path(name))
    }
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
    #expect(plan.format.name == "raw")
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
    #expect(throws: OutputPlanError.straightOnly(format: "png")) { try plan(.png, .rgba) }
  }

  @Test("A URL goes to a format that is sent by its scheme, and to no other")
  func schemes() throws {
    let stream = Self.format("stream", urlSchemes: ["foo"])
    let formats = OutputFormat.builtIn + [stream]
    let plan = try OutputPlan(destination: OutputDestination("FOO://h/x.y4m"), formats: formats)
    #expect(plan.format.name == "stream")
    #expect(plan.name == "FOO://h/x.y4m")
    #expect(plan.takesEndlessStream(isLive: false))
    let destination = OutputDestination("foo://h")
    for format in [nil, OutputFormat.y4m] {
      #expect(throws: OutputPlanError.unknownScheme(url: "foo://h", scheme: "foo")) {
        try OutputPlan(destination: destination, format: format)
      }
    }
    #expect(throws: OutputPlanError.schemeNotTaken(url: "foo://h", scheme: "foo", format: "y4m")) {
      try OutputPlan(destination: destination, format: .y4m, formats: formats)
    }
  }

  @Test("A format that writes nothing takes no file")
  func nothing() throws {
    #expect(try OutputPlan(destination: nil, format: .null).name == "null")
    #expect(try OutputPlan(destination: .standardOutput, format: .null).destination == nil)
    #expect(throws: OutputPlanError.nothingToWrite(path: "x.y4m", format: "null")) {
      try OutputPlan(destination: .path("x.y4m"), format: .null)
    }
  }

  @Test("A format of another module is opened with what was planned, and encodes the pixels that it says it does")
  func broughtFormat() throws {
    let opened = Mutex<[String]>([])
    let movie = Self.format("movie", fileExtensions: ["mov"], files: .one) { request in
      opened.withLock { $0.append("\(request.destination?.path ?? "") \(request.video) \(request.frameCount ?? 0)") }
      return ConstantRateSink(writer: NullWriter(), rate: request.rate)
    }
    func plan(_ pixelFormat: PixelFormat?) throws -> OutputPlan {
      try OutputPlan(destination: .path("x.mov"), pixelFormat: pixelFormat, formats: [.y4m, movie])
    }
    #expect(try plan(nil).samplePixelFormat == .yuv420p)
    #expect(try plan(.yuv444p).samplePixelFormat == .bgraPremultiplied, "made by the sink itself")
    _ = try plan(nil).makeSink(of: videoFormat(64, 36), rate: .fps(25), frameCount: 3)
    #expect(opened.withLock { $0 } == ["x.mov 64x36 yuv420p bt709 limited 3"])
  }

  @Test("Segments that a format writes beside its file belong to the output")
  func segments() throws {
    let folder = try TemporaryFolder()
    for name in ["live.m3u8", "live-7.ts", "other.ts"] { folder.make(name) }
    let segmented = Self.format(
      "hls", fileExtensions: ["m3u8"], files: .segments { "\($0.dropLast(".m3u8".count))-%d.ts" })
    let plan = try OutputPlan(destination: .path(folder("live.m3u8")), formats: [segmented])
    let writes = folder.names.filter { plan.writes(to: FileIdentity(folder($0))) }
    #expect(writes == ["live-7.ts", "live.m3u8"])
    #expect(!plan.holdsOneFrameOnly)
    #expect(plan.files(afterFrame: 1) == nil, "segments are no frames")
  }

  private static func format(
    _ name: String, fileExtensions: [OutputFormat.FileExtension] = [], urlSchemes: [String] = [],
    files: OutputFormat.Files = .one,
    open: @escaping @Sendable (OutputRequest) throws -> any FrameSink = { request in
      ConstantRateSink(writer: NullWriter(), rate: request.rate)
    }
  ) -> OutputFormat {
    OutputFormat(
      name: name, fileExtensions: fileExtensions, urlSchemes: urlSchemes, pixelFormats: [.yuv420p, .yuv444p],
      defaultPixelFormat: .yuv420p, encodedPixelFormats: [.yuv444p], hasTimestamps: true, files: files, open: open)
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
