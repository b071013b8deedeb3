import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@Suite("Output plan")
struct OutputPlanTests {
  @Test(
    "The extension determines the format, in upper or lower case",
    arguments: [("a.y4m", "y4m"), ("b/c.PNG", "png"), ("x.raw", "raw"), ("a.b.yuv", "raw"), ("/dev/null", "y4m")])
  func extensions(name: String, format: String) throws {
    #expect(try OutputPlan(destination: .path(name)).format.name == format)
  }

  @Test("A name without a known extension is an error", arguments: ["clock", "a.y4m/clock", "a.txt", ".", "x.mp4"])
  func noExtension(name: String) {
    #expect(throws: OutputPlanError.noFormat(path: name, extensions: ["y4m", "raw", "png"])) {
      try OutputPlan(destination: .path(name), formats: OutputFormat.builtIn)
    }
  }

  @Test("Each format has a default pixel format, which the name of a raw file may override")
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

  @Test("PNG files are encoded from drawn pictures")
  func samples() throws {
    #expect(try OutputPlan(destination: .path("x.png"), pixelFormat: .bgra).samplePixelFormat == .bgraPremultiplied)
    #expect(try OutputPlan(destination: .path("x.y4m")).samplePixelFormat == .yuv420p)
    #expect(try OutputPlan(destination: nil, format: .null).samplePixelFormat == .bgraPremultiplied)
  }

  @Test("A requested format overrides the name")
  func formatWins() throws {
    let plan = try OutputPlan(destination: .path("x.png"), format: .raw)
    #expect(plan.format.name == "raw")
    #expect(plan.pixelFormat == .bgra)
  }

  @Test("Premultiplied alpha requires RGB formats with alpha")
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

  @Test("A URL uses the format that supports its scheme")
  func schemes() throws {
    let stream = Self.format("stream", urlSchemes: ["foo"])
    let formats = OutputFormat.builtIn + [stream]
    let plan = try OutputPlan(destination: OutputDestination("FOO://h/x.y4m"), formats: formats)
    #expect(plan.format.name == "stream")
    #expect(plan.name == "FOO://h/…")
    #expect(plan.acceptsEndlessStream(isLive: false))
    let destination = OutputDestination("foo://h")
    for format in [nil, OutputFormat.y4m] {
      #expect(throws: OutputPlanError.unknownScheme(url: "foo://h", scheme: "foo")) {
        try OutputPlan(destination: destination, format: format)
      }
    }
    for name in ["a.y4m", "unix:a", "-"] {
      #expect(throws: OutputPlanError.urlNeeded(name: OutputDestination(name).name, format: "stream", schemes: ["foo"]))
      {
        try OutputPlan(destination: OutputDestination(name), format: stream, formats: formats)
      }
    }
    #expect(throws: OutputPlanError.schemeNotTaken(url: "foo://h", scheme: "foo", format: "y4m")) {
      try OutputPlan(destination: destination, format: .y4m, formats: formats)
    }
  }

  @Test("A format that writes nothing accepts no file")
  func nothing() throws {
    #expect(try OutputPlan(destination: nil, format: .null).name == "null")
    #expect(try OutputPlan(destination: .standardOutput, format: .null).destination == nil)
    #expect(throws: OutputPlanError.nothingToWrite(path: "x.y4m", format: "null")) {
      try OutputPlan(destination: .path("x.y4m"), format: .null)
    }
  }

  @Test("A format of another module is opened as planned, and encodes the pixels that it declares")
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
    #expect(try plan(.yuv444p).samplePixelFormat == .bgraPremultiplied, "encoded by the sink")
    _ = try plan(nil).makeSink(of: videoFormat(64, 36), rate: .fps(25), frameCount: 3)
    #expect(opened.withLock { $0 } == ["x.mov 64x36 yuv420p bt709 limited 3"])
  }

  @Test("Segments next to the file belong to the output")
  func segments() throws {
    let folder = try TemporaryFolder()
    for name in ["live.m3u8", "live-7.ts", "other.ts"] { folder.make(name) }
    let segmented = Self.format(
      "hls", fileExtensions: ["m3u8"], files: .segments { "\($0.dropLast(".m3u8".count))-%d.ts" })
    let plan = try OutputPlan(destination: .path(folder("live.m3u8")), formats: [segmented])
    let writes = folder.names.filter { plan.writes(to: FileIdentity(folder($0))) }
    #expect(writes == ["live-7.ts", "live.m3u8"])
    #expect(!plan.holdsOneFrameOnly)
    #expect(plan.files(afterFrame: 1) == nil, "segments are not frames")
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

  @Test("Only a name with a number holds more than one PNG file")
  func oneFrame() throws {
    #expect(try OutputPlan(destination: .path("x.png")).holdsOneFrameOnly)
    #expect(try OutputPlan(destination: .standardOutput, format: .png).holdsOneFrameOnly)
    #expect(try !OutputPlan(destination: .path("%d.png")).holdsOneFrameOnly)
    #expect(try !OutputPlan(destination: .path("x.y4m")).holdsOneFrameOnly)
  }

  @Test("An endless stream requires a destination that can end it")
  func endless() throws {
    let file = try OutputPlan(destination: .path("x.y4m"))
    let device = try OutputPlan(destination: .path("/dev/null"))
    let null = try OutputPlan(destination: nil, format: .null)
    #expect([file, device, null].map { $0.acceptsEndlessStream(isLive: false) } == [false, false, false])
    #expect([file, device, null].map { $0.acceptsEndlessStream(isLive: true) } == [true, true, true])
    #expect(try !OutputPlan(destination: .path("x.png")).acceptsEndlessStream(isLive: true), "one frame only")
  }
}
