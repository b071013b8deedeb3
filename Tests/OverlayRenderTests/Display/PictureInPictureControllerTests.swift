import Dispatch
import Synchronization
import Testing

@testable import OverlayRender

@Suite("PictureInPictureController", .timeLimit(.minutes(5)))
struct PictureInPictureControllerTests {
  private let clock = ManualClock(time: .seconds(100), wallTime: WallTime(nanosecondsSince1970: 1_000_000_000_000))
  private let desktop: OffscreenDesktop
  private let turns = PictureInPictureTurns()
  private let log = CallLog()

  init() {
    desktop = OffscreenDesktop(clock: clock)
  }

  private static let label = Text("A").font(size: 12)
  private static let labelSource = PictureInPictureContentSource(label, preferredSize: PixelSize(64, 36))

  private func controller(
    _ name: String = "", _ source: PictureInPictureContentSource = labelSource, restoring: Bool? = nil,
    turns: PictureInPictureTurns? = nil
  ) throws -> (PictureInPictureController, Recorder) {
    let recorder = Recorder(name, log, restoring: restoring)
    let controller = try PictureInPictureController(
      source, delegate: recorder, queue: nil, desktop: desktop, turns: turns ?? self.turns)
    return (controller, recorder)
  }

  @Test("A start opens the surface with a finished picture, and a stop closes it")
  func startAndStop() async throws {
    let (controller, recorder) = try controller()
    #expect(controller.isPossible && !controller.isActive)
    controller.start()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    #expect(controller.isActive && desktop.actions == [.opened(PixelSize(64, 36))])
    let expected = try Renderer(
      Self.label, configuration: RenderConfiguration(size: PixelSize(64, 36)), clock: clock
    ).render(at: .zero)
    #expect(try shows(expected.pixelBuffer))
    controller.start()
    controller.stop()
    controller.stop()
    #expect(await log.ends(with: "didStop program"))
    #expect(log.calls == ["willStart", "didStart", "willStop program", "didStop program"])
    #expect(!controller.isActive && desktop.picture == nil && desktop.actions.last == .closed)
    withExtendedLifetime(recorder) {}
  }

  @Test("A stop while the surface opens follows the start, and a start while it closes follows the stop")
  func overtakingRequests() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.contains("willStart"))
    controller.stop()
    #expect(await log.ends(with: "didStop program"))
    controller.start()
    #expect(await log.count(of: "didStart") { $0 == 2 })
    controller.stop()
    controller.start()
    #expect(await log.count(of: "didStart") { $0 == 3 })
    #expect(
      log.calls
        == Array(
          repeating: ["willStart", "didStart", "willStop program", "didStop program"], count: 2
        ).flatMap { $0 } + ["willStart", "didStart"])
    withExtendedLifetime(recorder) {}
  }

  @Test("A start that is not possible fails at once, without willStart")
  func notPossible() async throws {
    let (controller, recorder) = try controller()
    desktop.obstacle = .notSupported(reason: "no display")
    #expect(!controller.isPossible)
    controller.start()
    #expect(await log.ends(with: "failed: picture in picture is not possible: no display"))
    #expect(throws: PictureInPictureError.notSupported(reason: "no display")) { _ = try self.controller() }
    desktop.obstacle = nil
    controller.start()
    #expect(await log.ends(with: "didStart"))
    #expect(log.calls.count == 3)
    withExtendedLifetime(recorder) {}
  }

  @Test("A surface that does not open fails the start instead of didStart")
  func openingFails() async throws {
    let (controller, recorder) = try controller()
    desktop.openingError = .displayLost(reason: "refused")
    controller.start()
    #expect(await log.ends(with: "failed: the display of picture in picture is lost: refused"))
    #expect(log.calls.first == "willStart" && log.calls.count == 2 && !controller.isActive)
    // The turn is free again.
    desktop.openingError = nil
    controller.start()
    #expect(await log.ends(with: "didStart"))
    withExtendedLifetime(recorder) {}
  }

  @Test("A start waits for its content before willStart, and opens with its first picture")
  func waitsForContent() async throws {
    let layer = SampleBufferDisplayLayer(clock: clock)
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: RenderSizes()))
    controller.start()
    clock.advance(by: .seconds(9))
    #expect(log.calls.isEmpty && desktop.actions.isEmpty)
    let picture = try PixelBuffer.picture(32, 18) { x, y in [UInt8(x), UInt8(y), 200, 255] }
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: clock.time))
    #expect(await log.ends(with: "didStart"))
    #expect(desktop.actions == [.opened(PixelSize(32, 18))])
    #expect(try shows(picture))
    withExtendedLifetime(recorder) {}
  }

  @Test("Content that is not ready after ten seconds fails the start; a stop before that fails it too")
  func contentNeverReady() async throws {
    let layer = SampleBufferDisplayLayer(clock: clock)
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: RenderSizes()))
    controller.start()
    controller.queue.sync {}
    clock.advance(by: .seconds(10))
    #expect(await log.ends(with: "failed: \(PictureInPictureError.contentNotReady)"))
    controller.start()
    controller.stop()
    #expect(await log.ends(with: "failed: \(PictureInPictureError.stoppedBeforeStart)"))
    #expect(log.calls.count == 2 && desktop.actions.isEmpty)
    withExtendedLifetime(recorder) {}
  }

  @Test(
    "A second start stops the first one completely before its own willStart, in another process too",
    arguments: [false, true])
  func oneAtATime(inTwoProcesses: Bool) async throws {
    let folder = try TemporaryFolder()
    func turns() -> PictureInPictureTurns? {
      guard inTwoProcesses else { return nil }
      return PictureInPictureTurns(lock: PictureInPictureLock(folder: { [path = folder.path] in path }, clock: clock))
    }
    let (first, firstRecorder) = try controller("first ", turns: turns())
    let (second, secondRecorder) = try controller("second ", turns: turns())
    first.start()
    #expect(await log.ends(with: "first didStart"))
    second.start()
    #expect(await log.ends(with: "second didStart"))
    #expect(
      log.calls == [
        "first willStart", "first didStart", "first willStop replaced", "first didStop replaced", "second willStart",
        "second didStart",
      ])
    #expect(!first.isActive && second.isActive)
    withExtendedLifetime((firstRecorder, secondRecorder)) {}
  }

  @Test("The user closes, the display is lost, and a given time ends: each with its reason")
  func reasons() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    desktop.act(.closedByUser)
    #expect(await log.ends(with: "didStop user"))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    desktop.act(.lost(.displayLost(reason: "gone")))
    #expect(await log.ends(with: "didStop \(PictureInPictureStopReason.system(.displayLost(reason: "gone")))"))
    controller.closesAfter = .seconds(3)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    clock.advance(by: .seconds(3))
    #expect(await log.ends(with: "didStop timeElapsed"))
    withExtendedLifetime(recorder) {}
  }

  @Test("A restore is answered before willStop", arguments: [true, false])
  func restore(answer: Bool) async throws {
    let (controller, recorder) = try controller(restoring: answer)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    controller.perform(.restore)
    #expect(await log.ends(with: "didStop restore(isRestored: \(answer))"))
    #expect(log.calls.suffix(3).first == "restore")
    withExtendedLifetime(recorder) {}
  }

  @Test("Another picture in picture does not wait for the answer to a restore")
  func restoreIsReplaced() async throws {
    let (first, firstRecorder) = try controller("first ")
    let (second, secondRecorder) = try controller("second ")
    first.start()
    #expect(await log.ends(with: "first didStart"))
    first.perform(.restore)
    #expect(await log.ends(with: "first restore"))
    second.start()
    #expect(await log.ends(with: "second didStart"))
    #expect(log.calls.contains("first didStop replaced"))
    firstRecorder.answer()
    withExtendedLifetime((firstRecorder, secondRecorder)) {}
  }

  @Test("A restore without an answer counts as false after five seconds")
  func restoreWithoutAnswer() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    controller.perform(.restore)
    #expect(await log.ends(with: "restore"))
    // Other requests do not end the wait.
    controller.stop()
    controller.queue.sync {}
    #expect(controller.isActive)
    clock.advance(by: .seconds(5))
    #expect(await log.ends(with: "didStop restore(isRestored: false)"))
    recorder.answer()
    withExtendedLifetime(recorder) {}
  }

  @Test("Another source is shown in the open window if it is ready, and stops it otherwise")
  func replaceSource() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    let other = Text("B").font(size: 12)
    controller.contentSource = PictureInPictureContentSource(other, preferredSize: PixelSize(64, 36))
    #expect(await eventually { desktop.actions.count == 2 || advanceFrame() })
    let expected = try Renderer(other, configuration: RenderConfiguration(size: PixelSize(64, 36)), clock: clock)
      .render(at: .zero)
    #expect(try shows(expected.pixelBuffer))
    controller.contentSource = PictureInPictureContentSource(
      SampleBufferDisplayLayer(clock: clock), playbackDelegate: RenderSizes())
    #expect(await log.ends(with: "didStop program"))
    withExtendedLifetime(recorder) {}
  }

  @Test("A resized window is drawn in its new size at once, and the playback delegate learns it")
  func resize() async throws {
    let playback = RenderSizes()
    let layer = SampleBufferDisplayLayer(clock: clock)
    let picture = try PixelBuffer.picture(32, 18) { _, _ in [1, 2, 3, 255] }
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: clock.time))
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: playback))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    desktop.act(.resized(PixelSize(96, 54)))
    #expect(await eventually { desktop.actions.last == .presented(PixelSize(96, 54)) })
    #expect(await playback.sizes.becomes([PixelSize(96, 54)]))
    withExtendedLifetime(recorder) {}
  }

  @Test("Controls appear under the pointer, over unchanged content, and act on the playback of the content")
  func controls() async throws {
    let playback = Playback()
    let layer = SampleBufferDisplayLayer(clock: clock)
    let timebase = Timebase(clock: clock)
    layer.controlTimebase = timebase
    let picture = try PixelBuffer.picture(480, 270) { x, _ in [UInt8(x % 256), 2, 3, 255] }
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: playback), restoring: true)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    #expect(try shows(picture))
    desktop.act(.pointerMoved(x: 5, y: 5))
    #expect(await eventually { desktop.actions.count == 2 || advanceFrame() })
    #expect(try !shows(picture))
    #expect(desktop.hasControl(x: 240, y: 135) && !desktop.hasControl(x: 240, y: 60))
    desktop.act(.pressed(x: 240, y: 135))
    desktop.act(.released(x: 240, y: 135))
    #expect(await playback.calls.becomes(["pause"]))
    desktop.act(.keyPressed(.space))
    #expect(await playback.calls.becomes(["pause", "play"]))
    desktop.act(.keyPressed(.rightArrow))
    #expect(await playback.calls.becomes(["pause", "play", "skip 10.0"]))
    controller.requiresLinearPlayback = true
    desktop.act(.keyPressed(.rightArrow))
    desktop.act(.pointerLeft)
    #expect(await eventually { (try? shows(picture)) == true || advanceFrame() })
    desktop.act(.keyPressed(.escape))
    #expect(await log.ends(with: "didStop user"))
    #expect(playback.calls.current.value.count == 3)
    withExtendedLifetime(recorder) {}
  }

  @Test("A jump counts from the current time of the content, and nothing jumps in linear playback")
  func jumps() async throws {
    let playback = Playback()
    let layer = SampleBufferDisplayLayer(clock: clock)
    let timebase = Timebase(clock: clock)
    layer.controlTimebase = timebase
    let picture = try PixelBuffer.picture(32, 18) { _, _ in [1, 2, 3, 255] }
    try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(layer, playbackDelegate: playback))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    timebase.setTime(.seconds(20))
    controller.perform(.seek(.seconds(50)))
    #expect(await playback.calls.becomes(["skip 30.0"]))
    controller.requiresLinearPlayback = true
    controller.perform(.seek(.seconds(50)))
    controller.perform(.skip(.seconds(10)))
    controller.perform(.setPlaying(false))
    #expect(await playback.calls.becomes(["skip 30.0", "pause"]))
    withExtendedLifetime(recorder) {}
  }

  @Test("A view grows with its window, and its text is drawn in the new size")
  func magnification() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    desktop.act(.resized(PixelSize(128, 72)))
    #expect(await eventually { desktop.actions.last == .presented(PixelSize(128, 72)) })
    let expected = try Renderer(
      Self.label.frame(width: 64, height: 36).scaleEffect(2, anchor: .topLeading)
        .frame(width: 128, height: 72, alignment: .topLeading),
      configuration: RenderConfiguration(size: PixelSize(128, 72)), clock: clock
    ).render(at: .zero)
    #expect(try shows(expected.pixelBuffer))
    withExtendedLifetime(recorder) {}
  }

  @Test("Observers learn whether the window is open and visible, and whether a start is possible")
  func observers() async throws {
    let (controller, recorder) = try controller()
    let events = LiveData<[PictureInPictureController.Event]>([])
    let subscription = controller.observe { events.update(events.current.value + [$0]) }
    controller.start()
    #expect(await log.ends(with: "didStart"))
    desktop.act(.visibilityChanged(false))
    #expect(controller.isSuspended)
    desktop.act(.visibilityChanged(true))
    desktop.obstacle = .notSupported(reason: "no display")
    desktop.act(.lost(.displayLost(reason: "gone")))
    #expect(await log.ends(with: "didStop \(PictureInPictureStopReason.system(.displayLost(reason: "gone")))"))
    #expect(
      await events.becomes { events in
        Set(events) == [
          .activeChanged(true), .suspendedChanged(true), .suspendedChanged(false), .possibleChanged(false),
          .activeChanged(false),
        ]
      })
    withExtendedLifetime((recorder, subscription)) {}
  }

  @Test("Content that disappears inline opens the window only if that is allowed")
  func automaticStart() async throws {
    let (controller, recorder) = try controller()
    controller.inlineContentDidDisappear()
    #expect(log.calls.isEmpty)
    controller.canStartAutomaticallyFromInline = true
    controller.inlineContentDidDisappear()
    #expect(await log.ends(with: "didStart"))
    withExtendedLifetime(recorder) {}
  }

  @Test("An unchanged view presents nothing, and a clock once a second")
  func unchangedFrames() async throws {
    let (controller, recorder) = try controller(
      "", PictureInPictureContentSource(ClockText(format: "ss").font(size: 12), preferredSize: PixelSize(64, 36)))
    controller.start()
    #expect(await log.ends(with: "didStart"))
    // The first picture was not due at a time.
    #expect(controller.statistics.frames == 1 && controller.statistics.lateness == nil)
    for second in 1...5 {
      for _ in 0..<10 { clock.advance(by: .milliseconds(100)) }
      #expect(await eventually { desktop.actions.count == second + 1 })
    }
    #expect(await eventually { controller.statistics.frames == 6 && controller.statistics.lateness != nil })
    withExtendedLifetime(recorder) {}
  }

  @Test("A controller that is released closes its window")
  func release() async throws {
    do {
      let (controller, recorder) = try controller()
      controller.start()
      #expect(await log.ends(with: "didStart"))
      withExtendedLifetime(recorder) {}
    }
    let (next, recorder) = try controller("next ")
    next.start()
    #expect(await log.ends(with: "next didStart"))
    let opened = OffscreenDesktop.Action.opened(PixelSize(64, 36))
    #expect(desktop.actions == [opened, .closed, opened])
    withExtendedLifetime(recorder) {}
  }

  @Test("A stop that belongs to an earlier start has no effect")
  func earlierStop() {
    var state = PictureInPictureState()
    for event: PictureInPictureState.Event in [
      .start(nil), .contentReady(run: 1), .turnGranted(run: 1), .surfaceOpened(run: 1), .stop(.program),
      .surfaceClosed(run: 1), .start(nil), .contentReady(run: 2),
    ] {
      _ = state.handle(event)
    }
    #expect(state.handle(.stop(.replaced, run: 1)) == [])
    #expect(state.handle(.stop(.replaced, run: 2)).contains(.call(.failedToStart(.stoppedBeforeStart))))
  }

  /// Returns whether the desktop shows a picture.
  private func shows(_ expected: PixelBuffer?) throws -> Bool {
    let (shown, expected) = (try #require(desktop.picture), try #require(expected))
    return SampleBuffer(pixelBuffer: shown, presentationTime: .zero)
      .hasSamePicture(as: SampleBuffer(pixelBuffer: expected, presentationTime: .zero))
  }

  /// Moves the clock by a frame, for a change that waits for the next one.
  private func advanceFrame() -> Bool {
    clock.advance(by: .milliseconds(1))
    return false
  }
}

/// The calls of delegates, in order.
private final class CallLog: Sendable {
  private let entries = LiveData<[String]>([])
  private let lock = Mutex(())

  var calls: [String] { entries.current.value }

  func add(_ call: String) { lock.withLock { _ in entries.update(calls + [call]) } }
  func ends(with call: String) async -> Bool { await entries.becomes { $0.last == call } }
  func contains(_ call: String) async -> Bool { await entries.becomes { $0.contains(call) } }

  func count(of call: String, _ condition: (Int) -> Bool) async -> Bool {
    await entries.becomes { calls in condition(calls.count { $0 == call }) }
  }
}

/// A delegate that records its calls.
private final class Recorder: PictureInPictureControllerDelegate {
  private let name: String
  private let log: CallLog
  /// The answer to a restore; `nil` for an answer that comes with `answer()`.
  private let restoring: Bool?
  private let answers = AsyncStream.makeStream(of: Void.self)

  init(_ name: String, _ log: CallLog, restoring: Bool?) {
    self.name = name
    self.log = log
    self.restoring = restoring
  }

  func answer() { answers.continuation.finish() }

  func pictureInPictureWillStart(_ controller: PictureInPictureController) { log.add(name + "willStart") }
  func pictureInPictureDidStart(_ controller: PictureInPictureController) { log.add(name + "didStart") }

  func pictureInPicture(_ controller: PictureInPictureController, failedToStartWithError error: PictureInPictureError) {
    log.add(name + "failed: \(error)")
  }

  func restoreUserInterface(for controller: PictureInPictureController) async -> Bool {
    log.add(name + "restore")
    if let restoring { return restoring }
    for await _ in answers.stream {}
    return true
  }

  func pictureInPicture(_ controller: PictureInPictureController, willStop reason: PictureInPictureStopReason) {
    log.add(name + "willStop \(reason)")
  }

  func pictureInPicture(_ controller: PictureInPictureController, didStop reason: PictureInPictureStopReason) {
    log.add(name + "didStop \(reason)")
  }
}

/// Records what the user requests of the content, which lasts 100 seconds.
private final class Playback: SampleBufferPlaybackDelegate {
  let calls = LiveData<[String]>([])
  private let isPaused = Mutex(false)

  let timeRangeForPlayback = MediaTimeRange(start: .zero, duration: .seconds(100))
  var isPlaybackPaused: Bool { isPaused.withLock { $0 } }

  func setPlaying(_ isPlaying: Bool) {
    isPaused.withLock { $0 = !isPlaying }
    calls.update(calls.current.value + [isPlaying ? "play" : "pause"])
  }

  func skip(by interval: MediaTime) async { calls.update(calls.current.value + ["skip \(interval.seconds)"]) }
  func didTransition(toRenderSize size: PixelSize) {}
}

/// Records the sizes at which content is shown.
private final class RenderSizes: SampleBufferPlaybackDelegate {
  let sizes = LiveData<[PixelSize]>([])
  let timeRangeForPlayback = MediaTimeRange(start: .zero, duration: .positiveInfinity)
  let isPlaybackPaused = false

  func setPlaying(_ isPlaying: Bool) {}
  func skip(by interval: MediaTime) async {}
  func didTransition(toRenderSize size: PixelSize) { sizes.update(sizes.current.value + [size]) }
}
