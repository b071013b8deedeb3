import TestTools
import Testing

@testable import OverlayRender

@Suite("ListeningText")
struct ListeningTextTests {
  private static let track = CaptionTrack([
    cue(1, 3, "one two"), cue(3, 5, "three four five"), cue(6, 8, "six"),
  ])

  private static func cue(_ start: Int64, _ end: Int64, _ text: String) -> CaptionCue {
    CaptionCue(start: .seconds(start), end: .seconds(end), text: text)
  }

  /// A visible text.
  private struct Shown: Equatable {
    let string: String
    let frame: Rect
    let isSmall: Bool
    /// The color of each run, or of the whole text.
    let colors: [Color]
  }

  private func scene(
    _ view: some View, at time: MediaTime, size: PixelSize = PixelSize(400, 300), rate: FrameRate = .fps(30)
  ) -> Scene {
    Scene(size: size, alignment: .center, at: .at(time, rate: rate), measuredBy: GridMeasurer()) {
      view.resolve(into: &$0)
    }
  }

  private func shown(_ scene: Scene) -> [Shown] {
    scene.layout.nodes.indices.compactMap { node in
      guard let text = scene.layout.nodes[node].textContent, text.isVisible else { return nil }
      return Shown(
        string: text.shape.string, frame: scene.layout.placements[node].frame, isSmall: text.shape.font.size < 32,
        colors: text.shape.runs.isEmpty ? [text.color] : text.shape.runs.compactMap(\.style.color))
    }
  }

  private func shown(_ view: some View, at time: MediaTime, size: PixelSize = PixelSize(400, 300)) -> [Shown] {
    shown(scene(view, at: time, size: size))
  }

  /// Returns a view without a look, so that each line is one text.
  private func plain(
    _ track: CaptionTrack = track, second: CaptionTrack? = nil, loops: Bool = false,
    transition: ListeningTransition = .none, highlight: Color? = nil, showsNeighbors: Bool = true
  ) -> ListeningText {
    ListeningText(
      track, second: second, loops: loops, transition: transition, look: .plain, highlight: highlight,
      showsNeighbors: showsNeighbors)
  }

  // MARK: Rows

  @Test("The current line is large and in the middle, the others are small and dimmed")
  func rows() {
    let lines = shown(plain(), at: .seconds(3))
    #expect(lines.map(\.string) == ["one two", "three four five", "six"])
    #expect(lines.map(\.isSmall) == [true, false, true])
    #expect(lines[0].colors == [Color.white.dimmed] && lines[2].colors == [Color.white.dimmed])
    #expect(lines[1].frame == Rect(x: 125, y: 140, width: 150, height: 20))
    #expect(lines[0].frame.origin.y + 12 + 8 == 140 && lines[2].frame.origin.y == 168)
    #expect(shown(plain(), at: .seconds(5)).map(\.string) == ["three four five", "six"])
    #expect(shown(plain(), at: .milliseconds(500)).map(\.string) == ["one two"])
    #expect(shown(plain(), at: .seconds(9)).map(\.string) == ["six"])
    #expect(shown(plain(showsNeighbors: false), at: .seconds(3)).map(\.string) == ["three four five"])
    #expect(shown(plain(showsNeighbors: false), at: .seconds(5)) == [])
    #expect(shown(plain(CaptionTrack([])), at: .zero) == [])
  }

  @Test("The current line stays in place with others of any length, and everything is inside the margins")
  func steady() {
    let long = String(repeating: "word ", count: 40)
    for (before, after) in [("a", "b"), (long, "b"), ("a", long), (long, long), ("\n\n\na", "")] {
      let track = CaptionTrack([Self.cue(0, 1, before), Self.cue(1, 2, "now"), Self.cue(2, 3, after)])
      for height in [300, 100, 60, 30] {
        let lines = shown(plain(track), at: .seconds(1), size: PixelSize(400, height))
        let current = lines.first { !$0.isSmall }
        #expect(current?.frame == Rect(x: 185, y: Double(height) / 2 - 10, width: 30, height: 20))
        for line in lines {
          #expect(line.frame.origin.y >= Double(height) * 0.05, "\(height)")
          #expect(line.frame.origin.y + line.frame.size.height <= Double(height) * 0.95, "\(height)")
          #expect(line.frame.origin.x >= 20 && line.frame.size.width <= 360)
        }
      }
    }
  }

  @Test("The current line has as many lines as fit, or as the line limit allows")
  func lineLimit() {
    let track = CaptionTrack([Self.cue(0, 2, String(repeating: "word ", count: 100))])
    let high = shown(plain(track), at: .zero)
    #expect(high.first?.frame.size.height == 240, "lines of 20 within 270, less two spacings of 8")
    #expect(shown(plain(track).lineLimit(2), at: .zero).first?.frame.size.height == 40)
    let low = shown(plain(track), at: .zero, size: PixelSize(400, 20))
    #expect(low.first?.frame.size.height == 20, "one line is always there")
  }

  @Test("The line of a second track is below the current one, in full color")
  func second() {
    let second = CaptionTrack([Self.cue(0, 3, "eins"), Self.cue(2, 6, "drei"), Self.cue(8, 9, "nie")])
    let view = plain(second: second)
    #expect(shown(view, at: .seconds(1)).map(\.string) == ["one two", "eins", "three four five"])
    let lines = shown(view, at: .seconds(4))
    #expect(lines.map(\.string) == ["one two", "three four five", "drei", "six"])
    #expect(lines[2].isSmall && lines[2].colors == [.white])
    #expect(lines[2].frame.origin.y == lines[1].frame.origin.y + 28)
    #expect(shown(view, at: .seconds(5)).map(\.string) == ["three four five", "six"], "not between lines")
    #expect(shown(view, at: .seconds(7)).map(\.string) == ["three four five", "six"], "not where there is none")
  }

  @Test("A track that loops continues with its first line")
  func loops() {
    let view = plain(loops: true)
    #expect(shown(view, at: .seconds(7)).map(\.string) == ["three four five", "six", "one two"])
    #expect(shown(view, at: .seconds(9)).map(\.string) == ["six", "one two", "three four five"])
  }

  @Test("Without a proposal there is space for all lines, with the current one in the middle")
  func idealSize() {
    func ideal(_ view: some View, _ time: MediaTime) -> Size {
      Scene.idealSize(at: .at(time), measuredBy: GridMeasurer()) { view.resolve(into: &$0) }.size
    }
    let track = CaptionTrack([Self.cue(0, 1, "a\nb"), Self.cue(1, 2, "now"), Self.cue(2, 3, "somewhat longer")])
    let second = CaptionTrack([Self.cue(1, 2, "jetzt")])
    let view = ListeningText(track, second: second, transition: .none, look: .plain, margin: 10)
    let size = ideal(view, .seconds(1))
    // Two small lines above and below: 24. The current line: 20. The second line: 12. The space between rows: 8. The
    // space for outlines at each end: 4.
    #expect(size == Size(15 * 6 + 8 + 20, 24 + 8 + 20 + 8 + 12 + 8 + 24 + 20))
    let lines = shown(view, at: .seconds(1), size: PixelSize(Int(size.width), Int(size.height)))
    #expect(lines.map(\.string) == ["a\nb", "now", "jetzt", "somewhat longer"])
  }

  // MARK: Words

  @Test("Spoken words are in full color, and others are dimmed")
  func words() {
    let colored = CaptionTrack([
      CaptionCue(
        start: .zero, end: .seconds(4),
        lines: [
          CaptionLine(runs: [CaptionRun("ab "), CaptionRun("cd ", style: TextStyle(color: .red)), CaptionRun("ef")])
        ])
    ])
    func colors(_ view: some View, _ time: MediaTime) -> [Color] { shown(view, at: time)[0].colors }
    let (dim, red) = (Color.white.dimmed, Color.red.dimmed)
    #expect(colors(plain(colored), .zero) == [.white, red, dim])
    #expect(colors(plain(colored), .seconds(2)) == [.white, .red, dim])
    #expect(colors(plain(colored), .seconds(3)) == [.white, .red, .white])
    #expect(colors(plain(colored, highlight: .yellow), .seconds(2)) == [.yellow, .yellow, dim])
    #expect(colors(plain(colored).foregroundColor(.black), .zero) == [.black, red, Color.black.dimmed])
    #expect(Color.black.dimmed != .black && Color.white.opacity(0.5).dimmed.alpha == 0.5)
  }

  @Test("A new word resolves only its line, and damages only its glyphs", arguments: looks)
  func damage(look: CaptionLook) throws {
    let text = "one two three"
    let track = CaptionTrack([Self.cue(0, 11, text), Self.cue(11, 20, "after")])
    let view = ListeningText(track, second: track, look: look).font(family: "Noto Sans", size: 40)
    let renderer = try Self.renderer(view, PixelSize(480, 240))
    let before = try renderer.render(at: .seconds(2))
    let work = renderer.work
    let after = try renderer.render(at: .seconds(3))
    #expect(renderer.work.treesResolved == work.treesResolved)
    #expect(renderer.work.scopesResolved == work.scopesResolved + 1)
    let engine = try TextEngine(FixtureFonts.configuration)
    func width(_ text: String) -> Int {
      let shape = TextShape(string: text, font: Font(family: "Noto Sans", size: 40))
      return Int(engine.metrics(of: shape, width: nil).size.width)
    }
    let left = (480 - width(text)) / 2
    let word = (left + width("one ") - 3)..<(left + width("one two") + 3)
    let bounds = after.damage.bounds
    #expect(word.contains(bounds.x) && word.contains(bounds.maxX - 1), "\(bounds) is not in \(word)")
    #expect(bounds.width > width("two") - 8 && bounds.height < 50)
    let pictures = try [#require(Picture(before)), #require(Picture(after))]
    let differences = pictures[0].differences(from: pictures[1])
    #expect(!differences.isEmpty)
    #expect(differences.allSatisfy { bounds.contains(PixelRect(x: $0.x, y: $0.y, width: 1, height: 1)) })
  }

  static let looks: [CaptionLook] = [.outlined, .boxed(.black.opacity(0.5)), .plain]

  // MARK: Time

  @Test("The current line is the active cue, from its first frame on")
  func active() {
    for transition in [ListeningTransition.none, .fade, .slide] {
      for rate in [FrameRate.ntsc, .fps(25), .fps(1)] {
        for frame in 0..<Int64(270 * rate.interval.timescale / Int32(rate.interval.value) / 30) {
          let time = rate.time(ofFrame: frame)
          let view = plain(transition: transition, showsNeighbors: false)
          let scene = scene(view, at: time, rate: rate)
          let active = Self.track.cues.filter { $0.isActive(at: time) }.map(\.plainText)
          let large = shown(scene).map(\.string)
          // The old line is below the new one.
          #expect(active.isEmpty || large.last == active[0], "frame \(frame) at \(rate)")
          if transition == .none { #expect(large == active, "frame \(frame) at \(rate)") }
        }
      }
    }
  }

  @Test("A transition is visible in its first frame, and ends on time")
  func transition() {
    let transition = ListeningTransition.slide
    func steps(_ available: MediaTime, _ rate: FrameRate = .fps(30)) -> [ListeningTransition.Step] {
      (0..<10).map {
        transition.step(
          at: .seconds(1) + rate.time(ofFrame: $0), from: .seconds(1), available: available, pitch: 40,
          frame: rate.interval)
      }
    }
    let steps250 = steps(.seconds(2))
    #expect(steps250.firstIndex(of: .end) == 7 && steps250[0].opacity > 20 && steps250[0].distance < 40)
    #expect(zip(steps250, steps250.dropFirst()).allSatisfy { $0.opacity <= $1.opacity && $0.distance >= $1.distance })
    #expect(steps(.milliseconds(200)).firstIndex(of: .end) == 2, "half of what is available")
    #expect(steps(.seconds(2), .fps(2))[0] == .end, "a frame is longer than that")
    let fade = ListeningTransition.fade.step(
      at: .seconds(1), from: .seconds(1), available: .seconds(2), pitch: 40, frame: FrameRate.fps(30).interval)
    #expect(fade.distance == 0 && fade.opacity == steps250[0].opacity)
  }

  @Test("Exactly the changes are announced", arguments: transitions)
  func announced(transition: ListeningTransition) throws {
    let view = ListeningText(Self.track, second: Self.track, loops: true, transition: transition)
    var current = scene(view, at: .milliseconds(633))
    for frame in 20..<340 as Range<Int64> {
      let time = FrameRate.fps(30).time(ofFrame: frame)
      let fresh = scene(view, at: time)
      try #require(fresh.nextChange > time, "frame \(frame)")
      let isSame = fresh.list.items == current.list.items
      try #require(isSame == (current.nextChange > time), "frame \(frame)")
      if !isSame { current = fresh }
    }
  }

  static let transitions: [ListeningTransition] = [.none, .fade, .slide]

  // MARK: The law

  @Test("Incremental drawing equals drawing from scratch", arguments: 0..<4)
  func law(part: Int) throws {
    let rasterizer = try Rasterizer(fonts: FixtureFonts.configuration)
    for seed in (0..<12).map({ 4 * $0 + part }) {
      var generator = SeededGenerator(seed: UInt64(seed))
      let view = randomView(&generator)
      let size = PixelSize(Int.random(in: 40...200, using: &generator), Int.random(in: 30...120, using: &generator))
      let incremental = try Self.renderer(view, size, rasterizer)
      var time = MediaTime.zero
      for _ in 0..<8 {
        time = generator.chance(8) ? .milliseconds(.random(in: 0...9000, using: &generator)) : time
        time += .milliseconds(.random(in: 1...400, using: &generator))
        let sample = try incremental.render(at: time)
        let expected = try Self.renderer(view, size, rasterizer).render(at: time)
        try #require(sample.hasSamePicture(as: expected), "seed \(seed), \(time)")
      }
    }
  }

  private func randomView(_ generator: inout SeededGenerator) -> some View {
    func track() -> CaptionTrack {
      CaptionTrack(
        (0..<5).map { _ in
          let start = Int64.random(in: 0...6000, using: &generator)
          let words = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            generator.pick(["word ", "fi VAV ", "日本", "مرحبا ", "😀 ", "नमस्ते ", "\n"])
          }
          return CaptionCue(
            start: .milliseconds(start), end: .milliseconds(start + .random(in: -100...3000, using: &generator)),
            text: words.joined())
        })
    }
    let view = ListeningText(
      track(), second: generator.chance(2) ? track() : nil, loops: generator.chance(2),
      transition: generator.pick(Self.transitions), look: generator.pick(Self.looks),
      highlight: generator.chance(3) ? .yellow : nil, showsNeighbors: !generator.chance(4),
      margin: generator.chance(4) ? 3 : nil)
    return view.font(family: "Noto Sans", size: generator.pick([10, 16, 31]))
      .minimumScaleFactor(generator.pick([1, 0.6])).outline(.blue, width: generator.chance(4) ? 1.5 : 0)
  }

  @Test("Extreme tracks are drawn: long lines, many words, invalid numbers")
  func hostile() throws {
    let rasterizer = try Rasterizer(fonts: FixtureFonts.configuration)
    let runs = (0..<1000).map { CaptionRun("w ", time: .milliseconds(($0 * 7919) % 3000 - 500)) }
    let tracks = [
      CaptionTrack([Self.cue(0, 2, String(repeating: "long ", count: 13_000)), Self.cue(2, 3, "x")]),
      CaptionTrack([CaptionCue(start: .zero, end: .seconds(2), lines: [CaptionLine(runs: runs)])]),
      CaptionTrack([CaptionCue(start: .negativeInfinity, end: .positiveInfinity, text: "a b"), Self.cue(1, 2, "c")]),
      CaptionTrack([CaptionCue(start: .invalid, end: .indefinite, text: "a"), Self.cue(1, 1, "never")]),
      CaptionTrack([CaptionCue(start: .indefinite, end: .positiveInfinity, text: "a")]),
      CaptionTrack([Self.cue(0, 4, "e\u{7}\u{301} b")]),
    ]
    for track in tracks {
      for margin in [nil, 1e9] as [Double?] {
        let view = ListeningText(track, second: track, loops: true, margin: margin)
        let incremental = try Self.renderer(view, PixelSize(120, 90), rasterizer)
        for time in [MediaTime.zero, .milliseconds(1700)] {
          let sample = try incremental.render(at: time)
          let expected = try Self.renderer(view, PixelSize(120, 90), rasterizer).render(at: time)
          #expect(sample.hasSamePicture(as: expected), "\(time)")
        }
      }
    }
  }

  private static func renderer(
    _ view: some View, _ size: PixelSize, _ rasterizer: Rasterizer? = nil
  ) throws -> Renderer {
    var configuration = RenderConfiguration(size: size, start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = FixtureFonts.configuration
    return try Renderer(
      root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: .zero, clock: ManualClock(),
      rasterizer: rasterizer)
  }
}
