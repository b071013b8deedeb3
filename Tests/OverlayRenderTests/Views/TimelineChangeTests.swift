import Testing

@testable import OverlayRender

@Suite("TimelineView with its own next change")
struct TimelineChangeTests {
  /// The titles of a program, by their start in wall time.
  private struct Program: Sendable {
    let entries: [(start: WallTime, title: String)]

    func title(at time: WallTime) -> String { entries.last { $0.start <= time }?.title ?? "soon" }

    func start(after time: WallTime) -> WallTime? { entries.first { $0.start > time }?.start }
  }

  private static func wall(_ milliseconds: Int64) -> WallTime {
    WallTime(nanosecondsSince1970: milliseconds * 1_000_000)
  }

  private static let program = Program(entries: [(wall(1_010), "A"), (wall(1_700), "B")])

  private static let programView = TimelineView(nextChange: { time in
    program.start(after: time.wall).map(time.presentation(of:))
  }) { time in
    Text(program.title(at: time.wall))
  }

  private static let presentationView = TimelineView(nextChange: { time in
    [MediaTime.milliseconds(100), .seconds(1)].first { $0 > time.presentation }
  }) { time in
    Text(time.presentation < .milliseconds(100) ? "1" : time.presentation < .seconds(1) ? "2" : "3")
  }

  private func renderer(_ view: some View, start: WallTime = wall(500)) throws -> Renderer {
    var configuration = RenderConfiguration(
      size: PixelSize(width: 96, height: 48), frameRate: .ntsc, start: start)
    configuration.fonts = FixtureFonts.configuration
    return try Renderer(view, configuration: configuration, clock: ManualClock())
  }

  /// Returns the frames of the first two seconds whose picture differs from the previous one.
  private func changedFrames(_ view: some View) throws -> [Int64] {
    let renderer = try renderer(view)
    return try (Int64(0)..<60).filter { try !renderer.render(at: FrameRate.ntsc.time(ofFrame: $0)).damage.isEmpty }
  }

  @Test("The first frame at or after an announced change shows it, in presentation time and in wall time")
  func exact() throws {
    func first(_ time: MediaTime) -> Int64 {
      (Int64(0)..<60).first { FrameRate.ntsc.time(ofFrame: $0) >= time } ?? -1
    }
    #expect(try changedFrames(Self.presentationView) == [0, first(.milliseconds(100)), first(.seconds(1))])
    #expect(try changedFrames(Self.programView) == [0, first(.milliseconds(510)), first(.milliseconds(1200))])
  }

  @Test("Nothing is resolved between changes, and nil announces none")
  func unchanged() throws {
    let renderer = try renderer(Self.programView)
    for frame in Int64(0)..<60 { _ = try renderer.render(at: FrameRate.ntsc.time(ofFrame: frame)) }
    #expect(renderer.work.scopesResolved == 2 && renderer.work.picturesDrawn == 3)
    #expect(renderer.nextChange == .positiveInfinity)
  }

  @Test("A change in wall time follows the wall clock when it is set")
  func step() throws {
    let renderer = try renderer(Self.programView)
    _ = try renderer.render(at: .zero)
    #expect(renderer.nextChange == .milliseconds(510))
    renderer.anchorWallClock(at: Self.wall(1_690))
    #expect(try !renderer.render(at: .milliseconds(5)).damage.isEmpty)
    #expect(renderer.nextChange == .milliseconds(10))
  }

  @Test("A time that is not later stands for the next frame, and one that is not numeric for none")
  func impossibleTimes() {
    func next(_ time: MediaTime?) -> MediaTime {
      Resolved.builder(of: TimelineView(nextChange: { _ in time }) { _ in Text("a") }, at: .at(3)).earliestChange
    }
    #expect(next(.zero) == FrameRate.fps(30).time(ofFrame: 4))
    #expect(next(FrameRate.fps(30).time(ofFrame: 3)) == FrameRate.fps(30).time(ofFrame: 4))
    #expect(next(.invalid) == .positiveInfinity)
    #expect(next(.positiveInfinity) == .positiveInfinity)
    #expect(next(nil) == .positiveInfinity)
  }
}
