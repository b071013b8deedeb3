import RenderTestTools
import TestTools
import Testing

@testable import OverlayRender

@Suite("Shapes, progress and pictures as views")
struct ShapeViewTests {
  private func leaf(_ view: some View) -> Leaf? {
    if case .leaf(let leaf)? = Resolved.nodes(of: view).last?.kind { leaf } else { nil }
  }

  @Test("A shape is filled with the foreground color, and a line is stroked with it")
  func defaultPaint() {
    #expect(
      leaf(Circle().foregroundColor(.red)) == .shape(ShapeContent(outline: .circle, fill: .color(.red))))
    let line = leaf(Line().foregroundColor(.red))
    #expect(
      line
        == .shape(
          ShapeContent(
            outline: .line(from: .leading, to: .trailing),
            stroke: ShapeContent.Stroke(paint: .color(.red), style: StrokeStyle(lineWidth: 1)))))
  }

  @Test("Rectangles in one color stay plain fills")
  func plainFills() {
    #expect(leaf(Rectangle().fill(.red)) == .fill(Fill(color: .red)))
    #expect(leaf(RoundedRectangle(cornerRadius: 5).fill(.red)) == .fill(Fill(color: .red, cornerRadius: 5)))
    for view: ShapeView in [
      Rectangle().fill(.red).stroke(.blue),
      Rectangle().fill(LinearGradient(colors: [.red], startPoint: .top, endPoint: .bottom)),
      RoundedRectangle(cornerRadii: CornerRadii(topLeading: 5)).fill(.red),
    ] {
      guard case .shape? = leaf(view) else { return #expect(Bool(false), "\(view)") }
    }
  }

  @Test("Modifiers of a shape combine")
  func fillAndStroke() {
    let style = StrokeStyle(lineWidth: 3, lineCap: .round)
    let view = Capsule().fill(.red).stroke(.blue, style: style)
    #expect(
      view.content
        == ShapeContent(
          outline: .capsule, fill: .color(.red), stroke: ShapeContent.Stroke(paint: .color(.blue), style: style)))
  }

  @Test("A divider is perpendicular to its stack")
  func divider() {
    func frame(_ view: some View) -> FrameConstraints? {
      Resolved.nodes(of: view).compactMap {
        if case .wrapper(.frame(let frame)) = $0.kind { frame.constraints } else { nil }
      }
      .first
    }
    let flat = FrameConstraints(height: .fixed(1))
    let upright = FrameConstraints(width: .fixed(1))
    #expect(frame(Divider()) == flat)
    #expect(frame(VStack { Divider() }) == flat)
    #expect(frame(HStack { Divider() }) == upright)
    #expect(frame(HStack { ZStack { Divider() } }) == flat)
    #expect(frame(HStack { VStack { Divider() } }) == flat)
    #expect(frame(VStack { HStack { Divider() } }) == upright)
  }

  @Test("A shape behind a view has its size")
  func background() {
    let view = Text("abc").background(.red, in: Capsule())
    let layout = SceneLayout(Resolved.nodes(of: view), in: Size(200, 100), measuredBy: GridMeasurer())
    let capsule = layout.nodes.firstIndex {
      $0.kind == .leaf(.shape(ShapeContent(outline: .capsule, fill: .color(.red))))
    }
    #expect(capsule.map { layout.placements[$0].size } == Size(30, 20))
  }

  private static let progressValues: [(MediaTimeRange, FrameRate)] = {
    var generator = SeededGenerator(seed: 7)
    return (0..<40).map { _ in
      let scale = generator.pick([1, 30, 1000, 90_000, 1_000_000_007] as [Int32])
      func time(_ seconds: ClosedRange<Int64>) -> MediaTime {
        MediaTime(value: Int64.random(in: seconds, using: &generator) * Int64(scale) / 7, timescale: scale)
      }
      let range = MediaTimeRange(start: time(-20...20), duration: time(0...generator.pick([3, 40, 20_000])))
      return (range, generator.pick([.fps(30), .ntsc, .fps(1), .fps(1000), .ntscFilm]))
    }
  }()

  @Test("Progress changes exactly on the frames that show another step", arguments: progressValues)
  func changes(range: MediaTimeRange, rate: FrameRate) {
    let value = ProgressValue.during(range)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      let frame = Int64.random(in: -700...3000, using: &generator)
      let now = RenderTime.at(frame, rate: rate)
      let shown = value.step(at: now.presentation, sinceStart: .zero)
      let next = value.nextChange(after: now)
      guard next.isNumeric else {
        #expect(shown == ProgressValue.stepCount)
        continue
      }
      let nextFrame = rate.frame(atOrBefore: next)
      #expect(rate.time(ofFrame: nextFrame) == next && nextFrame > frame)
      #expect(value.step(at: next, sinceStart: .zero) > shown)
      #expect(
        value.step(at: rate.time(ofFrame: nextFrame - 1), sinceStart: .zero) == shown,
        "\(range) at \(rate), frame \(frame)")
    }
  }

  @Test("Progress is empty before its range and full after it")
  func ends() {
    let value = ProgressValue.during(MediaTimeRange(start: .seconds(2), duration: .seconds(4)))
    #expect([0, 2, 4, 6, 9].map { value.step(at: .seconds($0), sinceStart: .zero) } == [0, 0, 4096, 8192, 8192])
    #expect(value.nextChange(after: .at(.seconds(6))) == .positiveInfinity)
    for range in [
      .invalid, MediaTimeRange(start: .zero, duration: .positiveInfinity), .init(start: .zero, duration: .indefinite),
    ] {
      #expect(ProgressValue.during(range).step(at: .seconds(5), sinceStart: .zero) == 0)
      #expect(ProgressValue.during(range).nextChange(after: .at(.seconds(5))) == .positiveInfinity)
    }
    let empty = ProgressValue.during(MediaTimeRange(start: .seconds(1), duration: .zero))
    #expect(empty.step(at: .zero, sinceStart: .zero) == 0 && empty.step(at: .seconds(1), sinceStart: .zero) == 8192)
    #expect(empty.nextChange(after: .at(.zero)) == .seconds(1))
    #expect(
      [Double.nan, -.infinity, 0.5, .infinity].map { ProgressValue.constant($0).step(at: .zero, sinceStart: .zero) }
        == [
          0, 0, 4096, 8192,
        ])
  }

  @Test("A bar and a ring announce their changes, and constant ones announce none")
  func announcements() {
    let range = MediaTimeRange(start: .zero, duration: .seconds(8192))
    #expect(Resolved.builder(of: ProgressBar(during: range)).earliestChange == .seconds(1))
    #expect(Resolved.builder(of: ProgressRing(during: range)).earliestChange == .seconds(1))
    #expect(Resolved.builder(of: ProgressBar(0.3)).earliestChange == .positiveInfinity)
  }

  /// Shows each picture for a second.
  private struct Slides: PixelSource {
    let pictures: [PixelBuffer?]
    var naturalSize: PixelSize { PixelSize(2, 1) }
    func pixels(at time: MediaTime) -> PixelBuffer? { pictures[min(second(time), pictures.count - 1)] }
    func nextChange(after time: MediaTime) -> MediaTime {
      second(time) < pictures.count - 1 ? .seconds(Int64(second(time)) + 1) : .positiveInfinity
    }
    private func second(_ time: MediaTime) -> Int { FrameRate.fps(1).frame(atOrBefore: time).clampedIndex }
  }

  @Test("A source has its natural size, and a change resolves only its view")
  func pixelSource() throws {
    let pictures = try (0..<2).map { index in try PixelBuffer.picture(2, 1) { _, _ in [UInt8(index), 0, 0, 255] } }
    let view = PixelSourceView(Slides(pictures: [pictures[0], nil, pictures[1]]))
    let measurer = GridMeasurer()
    var scene = Scene(size: PixelSize(20, 10), alignment: .topLeading, at: .at(0), measuredBy: measurer) {
      view.resolve(into: &$0)
    }
    #expect(scene.nextChange == .seconds(1))
    for second in [Int64(1), 2] {
      #expect(
        scene.update(to: .at(.seconds(second)), measuredBy: measurer)
          == Damage(PixelRect(x: 0, y: 0, width: 2, height: 1)))
    }
    #expect(scene.nextChange == .positiveInfinity)
    #expect(scene.work.treesResolved == 1)
  }

  @Test("A bar that grows damages the new part")
  func growingBar() throws {
    let range = MediaTimeRange(start: .zero, duration: .seconds(10))
    var configuration = RenderConfiguration(size: PixelSize(200, 20))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(ProgressBar(during: range), configuration: configuration, clock: ManualClock())
    func alpha(_ sample: SampleBuffer) -> [UInt8] {
      let bytes = sample.pixelBuffer?.contents ?? []
      return (0..<200).map { bytes.isEmpty ? 0 : bytes[4 * (10 * 200 + $0) + 3] }
    }
    let half = try alpha(renderer.render(at: .seconds(5)))
    #expect(half[50] == 255 && half[99] == 255 && half[100] == 64 && half[150] == 64)
    let later = try alpha(renderer.render(at: FrameRate.fps(30).time(ofFrame: 151)))
    #expect(later[100] > 100 && later[100] < 200, "the edge is between two pixels: \(later[100])")
  }
}

extension Int64 {
  fileprivate var clampedIndex: Int { Int(Swift.max(self, 0)) }
}
