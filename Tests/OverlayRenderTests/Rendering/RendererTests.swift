import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Renderer")
struct RendererTests {
  private func renderer(
    _ view: some View, size: PixelSize = PixelSize(120, 30),
    change: (inout RenderConfiguration) -> Void = { _ in }
  ) throws -> Renderer {
    var configuration = RenderConfiguration(size: size, start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = FixtureFonts.configuration
    change(&configuration)
    return try Renderer(view, configuration: configuration, clock: ManualClock())
  }

  private static let clock = ClockText(timeZone: .gmt, locale: Locale(identifier: "en")).font(size: 20)

  private func pixels(_ sample: SampleBuffer) -> [UInt8] {
    sample.pixelBuffer?.withUnsafeBytes { Array($0) } ?? []
  }

  /// The bytes of a pixel: blue, green, red, alpha.
  private func pixel(_ sample: SampleBuffer, _ x: Int, _ y: Int) -> [UInt8] {
    let start = 4 * (y * sample.format.size.width + x)
    return Array(pixels(sample)[start..<(start + 4)])
  }

  @Test("A picture that is drawn as a whole has the same bytes, in memory of its own")
  func redraw() throws {
    let (one, other) = (try renderer(Self.clock), try renderer(Self.clock))
    for second in 0..<4 {
      let time = MediaTime.seconds(Int64(second))
      let sample = try other.redraw(at: time)
      #expect(try pixels(sample) == pixels(one.render(at: time)))
      #expect(try other.redraw(at: time).pixelBuffer !== sample.pixelBuffer)
      #expect(sample.damage.bounds == PixelRect(PixelSize(120, 30)))
    }
    // Another picture of the renderer is whole, too.
    #expect(try pixels(other.render(at: .seconds(4))) == pixels(one.render(at: .seconds(4))))
  }

  @Test("A renderer reports whether anything was visible so far")
  func ink() throws {
    func hasInk(_ view: some View) throws -> Bool {
      let renderer = try Renderer(view, configuration: FrameStreamTests.configuration(), clock: ManualClock())
      _ = try renderer.render(at: .zero)
      return renderer.work.hasInk
    }
    #expect(try hasInk(Text("A")) && hasInk(Rectangle()) && hasInk(Text("A").opacity(0.5)))
    #expect(try !hasInk(Text("")) && !hasInk(Text(" ")) && !hasInk(Text("A").foregroundColor(.clear)))
    #expect(try !hasInk(Rectangle().opacity(0)) && !hasInk(Rectangle().offset(x: 10_000)))
    let late = MediaTimeRange(start: .seconds(2), duration: .seconds(1))
    let renderer = try Renderer(
      Rectangle().visible(during: late), configuration: FrameStreamTests.configuration(), clock: ManualClock())
    _ = try renderer.render(at: .seconds(1))
    #expect(!renderer.work.hasInk)
    _ = try renderer.render(at: .seconds(2))
    _ = try renderer.render(at: .seconds(4))
    #expect(renderer.work.hasInk)
  }

  @Test("An unchanged frame is the same buffer: nothing is resolved, drawn or allocated")
  func unchanged() throws {
    let renderer = try renderer(Self.clock)
    let first = try renderer.render(at: .zero)
    let work = renderer.work
    for frame in 1..<30 as Range<Int64> {
      let time = FrameRate.fps(30).time(ofFrame: frame)
      let sample = try renderer.render(at: time)
      #expect(sample.pixelBuffer === first.pixelBuffer)
      #expect(sample.damage.isEmpty && sample.presentationTime == time)
    }
    #expect(renderer.work == work)
    let next = try renderer.render(at: .seconds(1))
    #expect(next.pixelBuffer !== first.pixelBuffer && !next.damage.isEmpty)
    #expect(renderer.work.picturesDrawn == 2 && renderer.work.scopesResolved == 1 && renderer.work.treesResolved == 1)
    #expect(next.damage.area < 20 * 30, "a digit, not the picture")
  }

  @Test("An unchanged converted picture is the same buffer, too")
  func unchangedConverted() throws {
    let renderer = try renderer(Self.clock) { $0.pixelFormat = .yuv420p }
    let first = try renderer.render(at: .zero)
    let work = renderer.work
    #expect(try renderer.render(at: MediaTime(value: 1, timescale: 2)).pixelBuffer === first.pixelBuffer)
    #expect(renderer.work == work)
  }

  @Test("A view that resolves to the same nodes is not drawn again")
  func sameAgain() throws {
    let renderer = try renderer(TimelineView(.every(.seconds(1))) { _ in Text("same") })
    let first = try renderer.render(at: .zero)
    let second = try renderer.render(at: .seconds(1))
    #expect(second.pixelBuffer === first.pixelBuffer && second.damage.isEmpty)
    #expect(renderer.work.picturesDrawn == 1 && renderer.work.scopesResolved == 1)
  }

  @Test("The steady state allocates no pixel memory")
  func pool() throws {
    let renderer = try renderer(Self.clock)
    var held: SampleBuffer?
    for second in 0..<1000 as Range<Int64> {
      held = try renderer.render(at: .seconds(second))
    }
    #expect(held != nil && renderer.work.picturesDrawn == 1000)
    #expect(renderer.work.buffersAllocated == 2)
  }

  @Test("An earlier time renders the picture of that time")
  func back() throws {
    let renderer = try renderer(Self.clock)
    let early = pixels(try renderer.render(at: .seconds(3)))
    let late = pixels(try renderer.render(at: .seconds(8)))
    #expect(early != late)
    #expect(pixels(try renderer.render(at: .seconds(3))) == early)
    #expect(pixels(try renderer.render(at: .seconds(8))) == late)
    let justBefore = try renderer.render(at: .seconds(8) - FrameRate.fps(30).interval)
    #expect(pixels(justBefore) != late)
  }

  @Test("Anchoring the wall clock changes civil time only")
  func anchor() throws {
    let renderer = try renderer(
      HStack {
        Self.clock; StopwatchText(format: "ss").font(size: 20)
      }, size: PixelSize(200, 30))
    let first = pixels(try renderer.render(at: .seconds(5)))
    let moved = WallTime(nanosecondsSince1970: 3_600_000_000_000)
    renderer.anchorWallClock(at: moved)
    #expect(renderer.wallAnchor == moved)
    let sample = try renderer.render(at: .seconds(5))
    #expect(sample.presentationTime == .seconds(5) && pixels(sample) != first)
    #expect(sample.damage.bounds.maxX < 120, "the stopwatch stays")
    let work = renderer.work
    renderer.anchorWallClock(at: moved)
    #expect(try renderer.render(at: .seconds(5)).pixelBuffer === sample.pixelBuffer)
    #expect(renderer.work == work, "the same anchor changes nothing")
  }

  @Test("A replaced view is damaged only where it differs")
  func replace() throws {
    func view(_ text: String) -> some View {
      HStack(spacing: 0) {
        Rectangle().fill(.blue).frame(width: 60)
        Text(text).font(size: 20).frame(width: 60)
      }
    }
    let renderer = try renderer(view("one"))
    let first = try renderer.render(at: .zero)
    renderer.replaceView(view("two"))
    #expect(renderer.nextChange == .negativeInfinity)
    let second = try renderer.render(at: .zero)
    #expect(pixels(first) != pixels(second))
    #expect(!second.damage.isEmpty && second.damage.bounds.minX >= 60)
    renderer.replaceView(view("two"))
    let third = try renderer.render(at: .zero)
    #expect(third.pixelBuffer === second.pixelBuffer && third.damage.isEmpty)
  }

  @Test(
    "The background fills the picture, premultiplied",
    arguments: [
      (Color.clear, [0, 0, 0, 0]), (.black, [0, 0, 0, 255]), (.red, [0, 0, 255, 255]),
      (Color.red.opacity(0.6), [0, 0, 153, 153]), (Color(red: 0.2, green: 0.4, blue: 1), [255, 102, 51, 255]),
    ] as [(Color, [UInt8])])
  func background(color: Color, expected: [UInt8]) throws {
    let renderer = try renderer(Text("x").font(size: 8)) { $0.background = color }
    let sample = try renderer.render(at: .zero)
    #expect(pixel(sample, 0, 0) == expected && pixel(sample, 119, 29) == expected)
  }

  @Test("Pixels without ink stay untouched: zero, and not resident")
  func untouchedPages() throws {
    let view = Rectangle().frame(width: 10, height: 2).frame(maxHeight: .infinity, alignment: .top)
    let renderer = try renderer(view, size: PixelSize(1024, 1024))
    let sample = try renderer.render(at: .zero)
    let bytes = pixels(sample)
    #expect(bytes[(2 * 4096)...].allSatisfy { $0 == 0 } && bytes[..<8192].contains(255))
    // A new picture that nothing has read: the one above was read.
    let fresh = try self.renderer(view, size: PixelSize(1024, 1024)).render(at: .zero)
    let resident = try #require(
      fresh.pixelBuffer?.withUnsafeBytes { bytes in
        var pages = [UInt8](repeating: 0, count: bytes.count / 4096)
        return mincore(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, &pages) == 0
          ? pages.count { $0 & 1 == 1 } : nil
      })
    #expect(resident <= 2)
  }

  @Test("Invalid sizes are errors", arguments: [(0, 10), (10, 0), (-1, 10), (32_768, 10), (10, 32_768)])
  func sizes(width: Int, height: Int) {
    let error = #expect(throws: RenderError.self) { try renderer(EmptyView(), size: PixelSize(width, height)) }
    guard case .format = error else {
      Issue.record("unexpected error: \(String(describing: error))")
      return
    }
    #expect(error?.description.contains("\n") == false)
  }

  @Test("The largest sizes and one pixel are valid", arguments: [(32_767, 1), (1, 32_767), (1, 1)])
  func extremeSizes(width: Int, height: Int) throws {
    let sample = try renderer(Rectangle().fill(.red), size: PixelSize(width, height)).render(at: .zero)
    #expect(pixel(sample, width - 1, height - 1) == [0, 0, 255, 255])
  }

  @Test("Missing fonts, and a file without a font, are errors")
  func fonts() {
    #expect(throws: RenderError.font(.noFonts)) {
      try renderer(Text("x")) { $0.fonts = FontConfiguration(files: [], includesSystemFonts: false) }
    }
    for file in ["/", #filePath] {
      #expect(throws: RenderError.font(.notAFont(file: file))) {
        try renderer(Text("x")) { $0.fonts = FontConfiguration(files: [file], includesSystemFonts: false) }
      }
    }
  }

  @Test("Huge text is drawn inside the picture", arguments: [2048.0, 1e9, .infinity])
  func hugeText(size: Double) throws {
    let renderer = try renderer(Self.clock.font(size: size).outline(.red, width: 64))
    let first = try renderer.render(at: .zero)
    #expect(pixels(first).contains { $0 > 0 })
    _ = try renderer.render(at: .seconds(1))
  }

  @Test("Empty and blank texts draw nothing", arguments: ["", " ", "\n\n", "\u{200B}", "\u{7}"])
  func blankText(string: String) throws {
    #expect(pixels(try renderer(Text(string)).render(at: .zero)).allSatisfy { $0 == 0 })
  }
}

@Suite("Digits never move other digits")
struct EqualDigitsTests {
  /// Digits of different widths, in a font without the OpenType feature for equal widths.
  private static let proportional = FontConfiguration(
    files: [Bundle.module.url(forResource: "Fixtures/ProportionalDigits", withExtension: "ttf")?.path ?? ""],
    includesSystemFonts: false)

  struct Script: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fonts: FontConfiguration
    let locale: String
    let digits: [Character]
  }

  static let scripts = [
    Script(testDescription: "proportional", fonts: proportional, locale: "en", digits: Array("0123456789")),
    Script(
      testDescription: "Arabic", fonts: FixtureFonts.configuration, locale: "ar-EG", digits: Array("٠١٢٣٤٥٦٧٨٩")),
    Script(testDescription: "tabular", fonts: FixtureFonts.configuration, locale: "en", digits: Array("0123456789")),
  ]

  private func width(_ string: String, _ engine: TextEngine, hasEqualDigits: Bool = true) -> Double {
    let font = Font(family: "Noto Sans", size: 40)
    let shape = TextShape(string: string, font: font, hasEqualDigits: hasEqualDigits, wraps: false)
    return engine.metrics(of: shape, width: nil).size.width
  }

  @Test("Without cells the widths differ, so the fonts are a valid test")
  func fontsAreATrial() throws {
    for script in Self.scripts.dropLast() {
      let engine = try TextEngine(script.fonts)
      let widths = Set(script.digits.map { width(String(repeating: $0, count: 8), engine, hasEqualDigits: false) })
      #expect(widths.count > 3, "\(script.testDescription)")
    }
  }

  @Test("All values have the same width", arguments: scripts)
  func width(script: Script) throws {
    let engine = try TextEngine(script.fonts)
    let pairs = script.digits.flatMap { a in script.digits.map { b in "\(a)\(b)" } }
    var generator = SeededGenerator(seed: 4)
    let values =
      pairs.map { "\($0):\($0):\($0)" }
      + (0..<400).map { _ in
        (0..<3).map { _ in generator.pick(pairs) }.joined(separator: ":")
      }
    #expect(Set(values.map { width($0, engine) }).count == 1)
  }

  @Test("A new second damages only the cells of the changed digits", arguments: scripts)
  func damage(script: Script) throws {
    var configuration = RenderConfiguration(size: PixelSize(260, 60), start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = script.fonts
    configuration.alignment = .topLeading
    let clock = ClockText(timeZone: .gmt, locale: Locale(identifier: script.locale)).font(family: "Noto Sans", size: 40)
    let renderer = try Renderer(clock, configuration: configuration, clock: ManualClock())
    let engine = try TextEngine(script.fonts)
    // Ten of each, because a single width is rounded up.
    let zero = String(script.digits[0])
    let digit = width(String(repeating: zero, count: 10), engine) / 10
    let colon = (width(String(repeating: zero + ":", count: 10) + zero, engine) - 11 * digit) / 10
    var generator = SeededGenerator(seed: 7)
    // Every rollover, and random times.
    let moments =
      [0, 9, 59, 599, 3_599, 35_999, 86_399]
      + (0..<40).map { _ in
        Int64.random(in: 0..<86_400, using: &generator)
      }
    for second in moments {
      let before = try renderer.render(at: .seconds(second))
      let sample = try renderer.render(at: .seconds(second + 1))
      let old = Self.label(second)
      let new = Self.label(second + 1)
      var cells: [ClosedRange<Double>] = []
      var x = 0.0
      for (a, b) in zip(old, new) {
        let advance = a == ":" ? colon : digit
        // Ink may exceed a cell by antialiasing and by the whole pixel of the glyph position.
        if a != b { cells.append((x - 3)...(x + advance + 3)) }
        x += advance
      }
      func isInCells(_ x: Int) -> Bool { cells.contains { $0.contains(Double(x)) } }
      // If the ink of two unchanged glyphs may meet, a strip of some pixels is drawn again.
      let isWithin = sample.damage.rectangles.allSatisfy { rectangle in
        rectangle.width <= 4 || (rectangle.minX..<rectangle.maxX).allSatisfy(isInCells)
      }
      #expect(isWithin, "\(old) to \(new): \(sample.damage.rectangles), cells \(cells)")
      let pictures = (try #require(Picture(before)), try #require(Picture(sample)))
      let outside = pictures.1.differences(from: pictures.0).filter { !isInCells($0.x) }
      #expect(outside.isEmpty, "\(old) to \(new)")
      #expect(sample.pixelBuffer !== before.pixelBuffer)
    }
  }

  private static func label(_ second: Int64) -> String {
    [second / 3600 % 24, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

@Suite("Memory over a day")
struct MemoryTests {
  /// In a process of its own, because other tests that run at the same time would count, too.
  @Test("Thousands of changes do not increase the resident memory", .unsanitized)
  func day() async {
    await #expect(processExitsWith: .success) {
      var configuration = RenderConfiguration(size: PixelSize(64, 12), start: WallTime(nanosecondsSince1970: 0))
      configuration.fonts = FixtureFonts.configuration
      let renderer = try Renderer(
        ClockText(timeZone: .gmt, locale: Locale(identifier: "en")).font(size: 10), configuration: configuration,
        clock: ManualClock())
      // More than the two generations of the cache of shaped texts contain.
      for second in 0..<9000 as Range<Int64> { _ = try renderer.render(at: .seconds(second)) }
      let before = try residentBytes()
      for second in 9000..<19_000 as Range<Int64> { _ = try renderer.render(at: .seconds(second)) }
      let growth = try residentBytes() - before
      #expect(growth < 2 << 20, "\(growth) bytes more after 10 000 changes")
      #expect(renderer.work.buffersAllocated == 1 && renderer.work.picturesDrawn == 19_000)
    }
  }
}

/// The resident memory of this process.
private func residentBytes() throws -> Int {
  let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return try #require(fields.dropFirst().first.flatMap { Int($0) }) * 4096
}
