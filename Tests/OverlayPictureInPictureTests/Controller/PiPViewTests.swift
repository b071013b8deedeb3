import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender

@Suite("PiPView", .timeLimit(.minutes(10)))
struct PiPViewTests {
  private let clock = ManualClock(time: .seconds(100), wallTime: WallTime(nanosecondsSince1970: 1_000_000_000_000))
  private let desktop: OffscreenDesktop
  private let warnings = LiveData<[String]>([])

  init() {
    desktop = OffscreenDesktop(clock: clock)
  }

  private func pipView(_ content: some View) throws -> PiPView {
    try PiPView(
      preferredSize: PixelSize(64, 36), content: content, desktop: desktop, turns: PictureInPictureTurns(),
      warn: { [warnings] text in warnings.update(warnings.current.value + [text]) })
  }

  private static let seconds = ClockText(format: "ss", timeZone: .gmt).font(size: 12)

  /// Returns whether the window shows the seconds of a time since the start of the clock.
  private func shows(second: Int64) throws -> Bool {
    let start = WallTime(nanosecondsSince1970: 1_000_000_000_000)
    let expected = try Renderer(
      Self.seconds, configuration: RenderConfiguration(size: PixelSize(64, 36), start: start), clock: clock
    ).render(at: .seconds(second))
    let shown = try #require(desktop.picture)
    return SampleBuffer(pixelBuffer: shown, presentationTime: .zero).hasSamePicture(as: expected)
  }

  private func advance(bySeconds seconds: Int) {
    for _ in 0..<10 * seconds { clock.advance(by: .milliseconds(100)) }
  }

  @Test("With an interval, the content is drawn at its multiples")
  func interval() async throws {
    let view = try pipView(Self.seconds)
    view.startPictureInPicture(refreshInterval: .seconds(5))
    #expect(await eventually { view.isPictureInPictureActive })
    #expect(try shows(second: 0))
    advance(bySeconds: 4)
    #expect(desktop.actions.count == 1)
    advance(bySeconds: 1)
    #expect(await eventually { desktop.actions.count == 2 })
    #expect(try shows(second: 5))
    view.setRefreshInterval(.seconds(1))
    advance(bySeconds: 1)
    #expect(await eventually { desktop.actions.count == 3 })
    #expect(try shows(second: 6))
    view.stopPictureInPicture()
    #expect(await eventually { !view.isPictureInPictureActive })
  }

  @Test("Manual content is drawn at its start and when it is told to, and shows the true time then")
  func manual() async throws {
    let value = LiveData("A")
    let view = try pipView(
      HStack {
        Self.seconds
        LiveView(value) { Text($0.value).font(size: 12) }
      })
    view.startPictureInPicture()
    #expect(await eventually { view.isPictureInPictureActive })
    advance(bySeconds: 3)
    value.update("B")
    advance(bySeconds: 1)
    #expect(desktop.actions.count == 1)
    view.render()
    #expect(await eventually { desktop.actions.count == 2 || tick() })
  }

  @Test("Content that is drawn once never changes")
  func once() async throws {
    let view = try pipView(Self.seconds)
    view.refreshPolicy = .once
    view.controller.start()
    #expect(await eventually { view.isPictureInPictureActive })
    view.render()
    advance(bySeconds: 3)
    #expect(desktop.actions.count == 1)
  }

  @Test("A maximum rate also limits live values")
  func maximumRate() async throws {
    let value = LiveData(0)
    let view = try pipView(LiveView(value) { Text("\($0.value)").font(size: 12) })
    view.refreshPolicy = .onChange(maximumRate: .fps(1))
    view.controller.start()
    #expect(await eventually { view.isPictureInPictureActive })
    for number in 1...9 {
      value.update(number)
      clock.advance(by: .milliseconds(100))
    }
    #expect(desktop.actions.count == 1)
    #expect(await eventually { desktop.actions.count > 1 || tick() })
    #expect(desktop.actions.count == 2)
  }

  @Test("A clock that was paused shows the true time when it continues")
  func pause() async throws {
    let view = try pipView(Self.seconds)
    view.startPictureInPicture(refreshInterval: .seconds(1))
    #expect(await eventually { view.isPictureInPictureActive })
    desktop.act(.keyPressed(.space))
    #expect(await eventually { view.controller.contentSource?.content.playback?.isPlaybackPaused == true })
    // The window takes the pause at its next picture, and would show a second one.
    advance(bySeconds: 1)
    await letOthersRun()
    advance(bySeconds: 6)
    // Media controls may pause what is paused.
    view.controller.perform(.setPlaying(false))
    view.controller.queue.sync {}
    await letOthersRun()
    #expect(try shows(second: 1))
    desktop.act(.keyPressed(.space))
    #expect(await eventually { view.controller.contentSource?.content.playback?.isPlaybackPaused == false })
    #expect(await eventually { (try? shows(second: 7)) == true || tick() })
  }

  @Test("An interval below the interval of the display is replaced by it, with one warning")
  func shortInterval() throws {
    let view = try pipView(Self.seconds)
    view.setRefreshInterval(.milliseconds(1))
    view.setRefreshInterval(.zero)
    #expect(view.refreshPolicy == .interval(FrameRate.fps(60).interval))
    #expect(
      warnings.current.value == ["a refresh interval of 0.001 s is not possible: the display shows 60 frames/s"])
  }

  /// Moves the clock a little, for a change that waits for the next frame.
  private func tick() -> Bool {
    clock.advance(by: .milliseconds(1))
    return false
  }
}
