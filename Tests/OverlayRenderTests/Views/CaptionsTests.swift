import Synchronization
import TestTools
import Testing

@testable import OverlayRender

@Suite("Captions")
struct CaptionsTests {
  private func cue(
    _ start: Int64, _ end: Int64, _ text: String, _ placement: CaptionPlacement = CaptionPlacement()
  ) -> CaptionCue {
    var cue = CaptionCue(start: .milliseconds(start), end: .milliseconds(end), text: text)
    cue.placement = placement
    return cue
  }

  /// Returns what is visible at a time, as `text x,y`. A character is 10 x 20 pixels, and the picture 400 x 200 with a
  /// margin of 10.
  private func seen(_ cues: [CaptionCue], regions: [CaptionRegion] = [], at milliseconds: Int64) -> [String] {
    let view = Captions(CaptionTrack(cues, regions: regions), look: .plain, margin: 10)
    let nodes = Resolved.nodes(of: view, at: .at(.milliseconds(milliseconds)))
    let layout = SceneLayout(nodes, in: Size(400, 200), measuredBy: GridMeasurer())
    return nodes.indices.compactMap { index in
      guard let text = nodes[index].textContent, text.isVisible else { return nil }
      let place = layout.placements[index].origin
      return "\(text.shape.string) \(Int(place.x)),\(Int(place.y))"
    }
  }

  @Test("Every frame shows the cues of its time, at any rate", arguments: [FrameRate.ntsc, .fps(25), .fps(50)])
  func exact(rate: FrameRate) {
    let track = CaptionTrack(lines: (0..<100).map { "line \($0)" }, every: .milliseconds(40))
    for frame in 0..<150 as Range<Int64> {
      let time = rate.time(ofFrame: frame)
      let line = (time.value * 1000) / (40 * Int64(time.timescale))
      let expected = line < 100 ? ["line \(line)"] : []
      #expect(Resolved.texts(of: Captions(track), at: .at(time, rate: rate)) == expected)
    }
  }

  @Test("Only changes of cues are announced")
  func changes() {
    let view = Captions(CaptionTrack([cue(1000, 2000, "a"), cue(1500, 9000, "b")]))
    var time = MediaTime.zero
    var changes: [MediaTime] = []
    while time != .positiveInfinity {
      time = Resolved.builder(of: view, at: .at(time)).earliestChange
      changes.append(time)
    }
    #expect(
      changes == [
        .milliseconds(1000), .milliseconds(1500), .milliseconds(2000), .milliseconds(9000), .positiveInfinity,
      ])
  }

  @Test("A cue above another stays when that disappears")
  func stays() {
    let cues = [cue(0, 1000, "one\ntwo"), cue(500, 3000, "above"), cue(1500, 3000, "new"), cue(2000, 3000, "a\nb\nc")]
    #expect(seen(cues, at: 600) == ["one\ntwo 185,150", "above 175,130"])
    #expect(seen(cues, at: 1200) == ["above 175,130"])
    #expect(seen(cues, at: 1600) == ["above 175,130", "new 185,170"])
    // There is not enough space for three lines below the cue or above the new one.
    #expect(seen(cues, at: 2500) == ["above 175,130", "new 185,170", "a\nb\nc 195,70"])
  }

  /// Returns the font sizes and frames of the texts that are visible at a time, in the same picture.
  private func sizes(_ cues: [CaptionCue], at milliseconds: Int64) -> [(size: Double, frame: Rect)] {
    let view = Captions(CaptionTrack(cues), look: .plain, margin: 10)
    let nodes = Resolved.nodes(of: view, at: .at(.milliseconds(milliseconds)))
    let layout = SceneLayout(nodes, in: Size(400, 200), measuredBy: GridMeasurer())
    return nodes.indices.compactMap { index in
      guard let text = nodes[index].textContent, text.isVisible else { return nil }
      let placement = layout.placements[index]
      let shape = text.shape.fitted(to: placement.proposal, measuredBy: GridMeasurer())
      return (shape.font.size, placement.frame)
    }
  }

  private func lines(_ count: Int) -> String {
    (1...count).map { "\($0)" }.joined(separator: "\n")
  }

  @Test("Cues that do not fit together shrink, and keep their size while visible")
  func crowded() {
    let cues = [cue(0, 3000, lines(6)), cue(1000, 2000, lines(6)), cue(3000, 4000, lines(6))]
    let alone = sizes(cues, at: 500), together = sizes(cues, at: 1500)
    #expect(together.count == 2 && !together[0].frame.overlaps(together[1].frame))
    #expect(together.allSatisfy { $0.frame.origin.y >= 10 && $0.frame.origin.y + $0.frame.size.height <= 190 })
    // Six lines of fifteen pixels each.
    #expect(together.allSatisfy { $0.size > 23.5 && $0.size <= 24 })
    #expect(alone.map(\.frame) == [together[0].frame] && alone.map(\.size) == [together[0].size])
    #expect(sizes(cues, at: 2500).map(\.frame) == [together[0].frame])
    #expect(sizes(cues, at: 3500).map(\.size) == [32])
  }

  @Test("Cues at the top and at the bottom do not overlap")
  func crowdedFromBothEnds() {
    let cues = [cue(0, 1000, lines(6)), cue(0, 1000, lines(6), CaptionPlacement(line: .number(0)))]
    let shown = sizes(cues, at: 0)
    #expect(shown.count == 2 && !shown[0].frame.overlaps(shown[1].frame) && shown.allSatisfy { $0.size < 32 })
    let columns = [CaptionPlacement.WritingDirection.verticalGrowingLeft, .verticalGrowingRight].map { direction in
      cue(0, 1000, lines(12), CaptionPlacement(direction: direction, line: .number(0)))
    }
    let vertical = sizes(columns, at: 0)
    #expect(vertical.count == 2 && !vertical[0].frame.overlaps(vertical[1].frame))
    #expect(vertical.allSatisfy { $0.size < 32 })
  }

  @Test("Cues that do not fit together shrink to a quarter of their size at most, and then overlap")
  func overcrowded() {
    let shown = sizes([cue(0, 1000, lines(24)), cue(0, 1000, lines(24))], at: 0)
    #expect(shown.map(\.size) == [8, 8] && shown.map(\.frame.size.height) == [120, 120])
  }

  @Test("A cue higher than the picture shrinks to half its size at most, and is cut at the margins")
  func tall() {
    let lines = (1...20).map { "\($0)" }.joined(separator: "\n")
    let view = Captions(CaptionTrack([cue(0, 1000, lines)]), look: .plain, margin: 10)
    let layout = SceneLayout(Resolved.nodes(of: view), in: Size(400, 200), measuredBy: GridMeasurer())
    let text = layout.nodes.indices.first { layout.nodes[$0].textContent != nil }
    #expect(text.map { layout.placements[$0].frame } == Rect(x: 195, y: 10, width: 10, height: 180))
    #expect(
      sizes([cue(0, 1000, self.lines(10))], at: 0).map(\.frame.size.height).allSatisfy { (170...180).contains($0) })
  }

  @Test("At most 64 cues are shown")
  func many() {
    let cues = (0..<1000).map { cue(0, 1000, "\($0)") }
    #expect(seen(cues, at: 0).count == 64)
    let region = CaptionRegion(identifier: "r")
    let rolling = cues.map { cue(0, 1000, $0.plainText, CaptionPlacement(region: "r")) }
    #expect(seen(rolling, regions: [region], at: 0).count == 64)
  }

  @Test("A second language is smaller, at the bottom, and moves nothing")
  func second() {
    let first = CaptionTrack([cue(0, 1000, "first"), cue(1000, 2000, "top", CaptionPlacement(line: .number(0)))])
    let second = CaptionTrack([cue(500, 1000, "zweite"), cue(1000, 2000, "oben", CaptionPlacement(line: .number(0)))])
    let view = Captions(first, second: second, look: .plain, margin: 10)
    func places(at milliseconds: Int64) -> [String] {
      let nodes = Resolved.nodes(of: view, at: .at(.milliseconds(milliseconds)))
      let layout = SceneLayout(nodes, in: Size(400, 200), measuredBy: GridMeasurer())
      return nodes.indices.compactMap { index in
        nodes[index].textContent.map { "\($0.shape.string) \(Int(layout.placements[index].origin.y))" }
      }
    }
    // Slightly more than two lines of 24 pixels are kept free.
    #expect(places(at: 0) == ["first 103"])
    #expect(places(at: 600) == ["first 103", "zweite 175"])
    #expect(places(at: 1000) == ["top 10", "oben 30"])
    #expect(Resolved.builder(of: view, at: .at(.zero)).earliestChange == .milliseconds(500))
  }

  @Test("Settings decide the position of a cue")
  func settings() {
    func place(_ placement: CaptionPlacement, _ text: String = "text") -> [String] {
      seen([cue(0, 1000, text, placement)], at: 0)
    }
    #expect(place(CaptionPlacement(line: .number(0))) == ["text 180,10"])
    #expect(place(CaptionPlacement(textAlignment: .left)) == ["text 10,170"])
    #expect(place(CaptionPlacement(textAlignment: .right)) == ["text 350,170"])
    #expect(place(CaptionPlacement(line: .percentage(50), lineAlignment: .center)) == ["text 180,90"])
    #expect(
      place(CaptionPlacement(position: 25, positionAlignment: .lineLeft, textAlignment: .left)) == ["text 100,170"])
    // Without a position, text aligned at its start is at the edge, as in browsers.
    #expect(place(CaptionPlacement(textAlignment: .start)) == ["text 10,170"])
    #expect(place(CaptionPlacement(textAlignment: .end)) == ["text 350,170"])
    #expect(place(CaptionPlacement(textAlignment: .start), "שלום") == ["שלום 350,170"])
    #expect(place(CaptionPlacement(textAlignment: .end), "שלום") == ["שלום 10,170"])
    #expect(place(CaptionPlacement(direction: .verticalGrowingLeft, line: .number(0)), "縦") == ["縦 370,95"])
  }

  @Test("A region scrolls in 433 ms, with the newest cue at its bottom")
  func region() {
    let region = CaptionRegion(
      identifier: "r", width: 50, lines: 2, anchor: .init(x: 0, y: 0), viewportAnchor: .init(x: 10, y: 25),
      scrolls: true)
    let inside = CaptionPlacement(textAlignment: .left, region: "r")
    let cues = [
      cue(0, 9000, "one", inside), cue(1000, 9000, "two", inside),
      cue(2000, 9000, "lost", CaptionPlacement(region: "no")),
    ]
    #expect(seen(cues, regions: [region], at: 0) == ["one 40,90"])
    #expect(seen(cues, regions: [region], at: 900) == ["one 40,70"])
    #expect(seen(cues, regions: [region], at: 1000) == ["one 40,70", "two 40,90"])
    #expect(seen(cues, regions: [region], at: 3000) == ["one 40,50", "two 40,70"])
    let view = Captions(CaptionTrack(cues, regions: [region]))
    #expect(Resolved.builder(of: view, at: .at(.milliseconds(900))).earliestChange == .seconds(1))
    #expect(Resolved.builder(of: view, at: .at(.milliseconds(1500))).earliestChange == .seconds(2))
  }

  @Test("A region has room for cues of one line with their boxes, and shows no other cue")
  func boxesInRegions() {
    let region = CaptionRegion(
      identifier: "r", width: 50, lines: 2, anchor: CaptionRegion.Anchor(x: 0, y: 0),
      viewportAnchor: CaptionRegion.Anchor(x: 10, y: 10), scrolls: false)
    func tops(_ look: CaptionLook, _ texts: [String] = ["one", "two", "three"]) -> [Int] {
      let cues = texts.map { cue(0, 9000, $0, CaptionPlacement(textAlignment: .left, region: "r")) }
      let nodes = Resolved.nodes(of: Captions(CaptionTrack(cues, regions: [region]), look: look), at: .at(.zero))
      let layout = SceneLayout(nodes, in: Size(400, 200), measuredBy: GridMeasurer())
      return nodes.indices.compactMap {
        nodes[$0].textContent == nil || !layout.placements[$0].isShown ? nil : Int(layout.placements[$0].origin.y)
      }
    }
    #expect(tops(.plain) == [20, 40])
    // A cue that is partly above the region loses the lines that are.
    #expect(tops(.plain, ["one\ntwo", "three"]) == [20, 40])
    #expect(tops(.plain, ["one\ntwo\nthree"]) == [20])
    // A box adds 4 pixels above and below.
    #expect(tops(.boxed(.black)) == [24, 52])
    #expect(tops(.boxed(.black), ["one\ntwo", "three"]) == [24, 52])
  }

  @Test("A region shows all of its lines at any size, whatever the heights of lines are rounded to", arguments: 20...60)
  func regionAtAnySize(fontSize: Int) throws {
    let engine = try TextEngine(FixtureFonts.configuration)
    let texts = ["one\ntwo", "three\nfour"]
    let cues = texts.map { cue(0, 9000, $0, CaptionPlacement(textAlignment: .left, region: "r")) }
    let track = CaptionTrack(cues, regions: [CaptionRegion(identifier: "r", width: 90, lines: 3)])
    let view = Captions(track, look: .plain).font(family: "Noto Sans", size: Double(fontSize))
    let nodes = Resolved.nodes(of: view, at: .at(.zero))
    let layout = SceneLayout(nodes, in: Size(960, 540), measuredBy: engine)
    let shown = nodes.indices.filter { nodes[$0].textContent != nil && layout.placements[$0].isShown }
    #expect(shown.count == 2)
  }

  /// Returns the layout of captions in a picture of 400 x 200 pixels, in which a line is 20 pixels high.
  private func layout(_ view: some View, size: Size = Size(400, 200)) -> SceneLayout {
    SceneLayout(Resolved.nodes(of: view, at: .at(.zero)), in: size, measuredBy: GridMeasurer())
  }

  @Test("Many cues shrink so that they do not cover each other, with and without boxes")
  func manyCues() {
    for (count, look) in [(12, CaptionLook.plain), (9, .boxed(.black)), (15, .plain)] {
      let track = CaptionTrack((0..<count).map { cue(0, 1000, "cue \($0)\nof many") })
      let layout = layout(Captions(track, look: look))
      let texts = layout.nodes.indices.filter { layout.nodes[$0].textContent != nil }
      let frames = texts.map { layout.placements[$0].frame }
      #expect(frames.count == count && layout.textLosses.isEmpty)
      for (index, frame) in frames.enumerated() {
        #expect(frame.minY >= 0 && frame.maxY <= 200)
        #expect(!frames[..<index].contains(where: frame.overlaps), "\(count) \(look)")
      }
    }
  }

  @Test("Text of captions that is not shown completely is reported with its reason")
  func losses() {
    func losses(_ view: Captions, limit: Int? = nil) -> Set<TextLoss> { layout(view.lineLimit(limit)).textLosses }
    func track(_ texts: String...) -> CaptionTrack { CaptionTrack(texts.map { cue(0, 1000, $0) }) }
    let lines = (0..<30).map { "\($0)" }.joined(separator: "\n")
    #expect(losses(Captions(track("one\ntwo", "three"))) == [])
    #expect(losses(Captions(track("one\ntwo\nthree")), limit: 2) == [.lineLimit(2)])
    #expect(losses(Captions(track("one\ntwo")), limit: 2) == [])
    #expect(losses(Captions(track(lines))) == [.height])
    #expect(losses(Captions(track(lines, lines, lines))) == [.overlap])
    #expect(losses(Captions(track("one"), second: track("one\ntwo\nthree"))) == [.lineLimit(2)])
    let inside = CaptionPlacement(region: "r")
    let region = CaptionTrack([cue(0, 1000, lines, inside)], regions: [CaptionRegion(identifier: "r")])
    #expect(losses(Captions(region)) == [])
    var ruby = cue(0, 1000, "", inside)
    ruby.lines = [CaptionLine(runs: [CaptionRun("a", ruby: CaptionRuby("b", number: 0))])]
    let low = CaptionTrack([ruby], regions: [CaptionRegion(identifier: "r", lines: 0)])
    #expect(losses(Captions(low)) == [])
    var vertical = CaptionPlacement()
    vertical.direction = .verticalGrowingLeft
    let columns = Captions(CaptionTrack([cue(0, 1000, lines, vertical)]))
    #expect(layout(columns, size: Size(200, 400)).textLosses == [.height])
    let listening = ListeningText(track("one\ntwo\nthree"), look: .plain)
    #expect(layout(listening.lineLimit(2)).textLosses == [.lineLimit(2)])
    // The next line is shown completely when it is the current one.
    let next = CaptionTrack([cue(0, 1000, "one"), cue(1000, 2000, "one\ntwo\nthree")])
    #expect(layout(ListeningText(next, look: .plain)).textLosses == [])
    #expect(layout(Text("one\ntwo").lineLimit(1)).textLosses == [])
  }

  @Test("A renderer reports the reasons with the time of the picture")
  func reportedLosses() throws {
    let track = CaptionTrack([cue(0, 1000, "one"), cue(1000, 2000, "one\ntwo"), cue(2000, 3000, "three")])
    let reports = Mutex<[String]>([])
    var configuration = RenderConfiguration(size: PixelSize(160, 90))
    configuration.fonts = FixtureFonts.configuration
    configuration.reportTextLoss = { loss, time in reports.withLock { $0.append("\(loss) \(time.seconds)") } }
    let renderer = try Renderer(Captions(track).lineLimit(1), configuration: configuration)
    for frame in 0..<90 as Range<Int64> { _ = try renderer.render(at: configuration.frameRate.time(ofFrame: frame)) }
    #expect(reports.withLock { $0 } == ["lineLimit(1) 1.0"])
  }

  @Test("In pictures that are taller than wide, cues without a position are above the lowest quarter")
  func tallPictures() {
    func bottom(_ line: CaptionPlacement.Line, margin: Double?) -> Double? {
      let track = CaptionTrack([cue(0, 1000, "one", CaptionPlacement(line: line))])
      let nodes = Resolved.nodes(of: Captions(track, look: .plain, margin: margin), at: .at(.zero))
      let layout = SceneLayout(nodes, in: Size(200, 400), measuredBy: GridMeasurer())
      return nodes.indices.first { nodes[$0].textContent != nil }.map { layout.placements[$0].frame.maxY }
    }
    #expect(bottom(.automatic, margin: nil) == 300)
    #expect(bottom(.automatic, margin: 10) == 390)
    #expect(bottom(.number(-1), margin: nil) == 380)
    #expect(bottom(.percentage(90), margin: nil) == 380)
  }

  @Test("The work on a cue grows no faster than its text, and ends where the picture is full")
  func growth() throws {
    let lines = ["<ruby>No <rt>way!</rt></ruby> x\n", "<b>No</b> way\n", "No\n", "<b>No</b> <i>way</i> "]
    let counts = [50, 100, 200]
    let work = try lines.map { line in
      try counts.map { count in
        let text = "WEBVTT\n\n00:00.000 --> 00:01.000\n" + String(repeating: line, count: count)
        let captions = Captions(try CaptionDocument(Array(text.utf8)).track).font(size: 40)
        let measurer = CountingMeasurer()
        _ = SceneLayout(Resolved.nodes(of: captions, at: .at(.zero)), in: Size(1280, 720), measuredBy: measurer)
        return measurer.work
      }
    }
    // The search for the size measures the text a few times.
    for (line, work) in zip(lines, work) {
      #expect(zip(counts, work).allSatisfy { $1 <= 12 * $0 * line.utf8.count }, "\(work)")
    }
    for work in work.dropLast() { #expect(work[2] == work[1], "\(work)") }
  }

  @Test("Cues without text show nothing")
  func empty() {
    #expect(seen([cue(0, 1000, ""), cue(0, 1000, " \n ")], at: 0) == [])
  }

  @Test("Captions with overlaps, regions and looks: incremental drawing equals drawing from scratch", arguments: 0..<24)
  func law(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let look = generator.pick([CaptionLook.outlined, .boxed(.black.opacity(0.5)), .plain])
    let view = Captions(.random(&generator), loops: generator.chance(2), look: look)
      .font(family: "Noto Sans", size: 14)
    var configuration = RenderConfiguration(size: PixelSize(160, 90), frameRate: .fps(30))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(view, configuration: configuration)
    var frame: Int64 = 0
    for _ in 0..<20 {
      frame += Int64.random(in: 1...20, using: &generator)
      let time = configuration.frameRate.time(ofFrame: frame)
      let sample = try renderer.render(at: time)
      let expected = try Renderer(view, configuration: configuration).render(at: time)
      #expect(sample.hasSamePicture(as: expected), "seed \(seed), frame \(frame)")
    }
  }
}
