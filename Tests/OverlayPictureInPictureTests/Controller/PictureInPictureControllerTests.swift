import Dispatch
import RenderTestTools
import Synchronization
import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender

/// The controller of picture in picture on a desktop in memory.
@Suite("PictureInPictureController", .timeLimit(.minutes(10)))
struct PictureInPictureControllerTests {
  let clock = ManualClock(time: .seconds(100), wallTime: WallTime(nanosecondsSince1970: 1_000_000_000_000))
  let desktop: OffscreenDesktop
  let turns = PictureInPictureTurns()
  let log = CallLog()

  init() {
    desktop = OffscreenDesktop(clock: clock)
  }

  static let label = Text("A").font(size: 12)
  static let labelSource = PictureInPictureContentSource(label, preferredSize: PixelSize(64, 36))

  func controller(
    _ name: String = "", _ source: PictureInPictureContentSource = labelSource, restoring: Bool? = nil,
    canRestore: Bool = false, turns: PictureInPictureTurns? = nil
  ) throws -> (PictureInPictureController, CallRecorder) {
    let recorder = CallRecorder(name, log, restoring: restoring)
    let controller = try PictureInPictureController(
      source, delegate: recorder, queue: nil, desktop: desktop, turns: turns ?? self.turns)
    controller.windowOptions.canRestoreUserInterface = canRestore
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
    let round = ["willStart", "didStart", "willStop program", "didStop program"]
    let calls: [String] = round + round + ["willStart", "didStart"]
    #expect(log.calls == calls)
    withExtendedLifetime(recorder) {}
  }

  @Test("Observers learn each error of a start, in order with whether the window is open")
  func observedFailures() async throws {
    let (controller, recorder) = try controller()
    let events = LiveData<[PictureInPictureController.Event]>([])
    let subscription = controller.observe { events.update(events.current.value + [$0]) }
    let lost = PictureInPictureError.displayLost(reason: "refused")
    desktop.openingError = lost
    controller.start()
    #expect(await events.becomes { $0 == [.failedToStart(lost)] })
    desktop.openingError = nil
    controller.start()
    #expect(await events.becomes { $0.last == .activeChanged(true) })
    desktop.obstacle = .notSupported(reason: "no display")
    controller.stop()
    controller.start()
    #expect(
      await events.becomes {
        $0.filter { if case .possibleChanged = $0 { false } else { true } } == [
          .failedToStart(lost), .activeChanged(true), .activeChanged(false),
          .failedToStart(.notSupported(reason: "no display")),
        ]
      })
    withExtendedLifetime((recorder, subscription)) {}
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

  @Test("Content that fails, or has failed, fails the start at once with its reason", arguments: [false, true])
  func contentFailed(isEarly: Bool) async throws {
    let content = FailingContent()
    let (controller, recorder) = try controller("", PictureInPictureContentSource(content))
    if isEarly { content.fail() }
    controller.start()
    controller.queue.sync {}
    if !isEarly {
      #expect(log.calls.isEmpty)
      content.fail()
    }
    #expect(await log.ends(with: "failed: the file is damaged"))
    #expect(log.calls.count == 1 && desktop.actions.isEmpty)
    withExtendedLifetime(recorder) {}
  }

  @Test("A start connects to the display once, until its window is closed or the start fails")
  func connections() async throws {
    let (controller, recorder) = try controller()
    #expect(desktop.connectionCount == 1 && !desktop.isConnected)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    #expect(desktop.connectionCount == 2 && desktop.isConnected)
    controller.stop()
    #expect(await log.ends(with: "didStop program"))
    #expect(await eventually { !desktop.isConnected })
    controller.contentSource = PictureInPictureContentSource(
      SampleBufferDisplayLayer(clock: clock), playbackDelegate: RenderSizes())
    controller.start()
    #expect(desktop.connectionCount == 3 && desktop.isConnected)
    controller.stop()
    #expect(!desktop.isConnected)
    #expect(await log.ends(with: "failed: \(PictureInPictureError.stoppedBeforeStart)"))
    withExtendedLifetime(recorder) {}
  }

  @Test("A start that is stopped while the previous window closes fails, and others follow")
  func pendingStarts() async throws {
    let (controller, recorder) = try controller()
    controller.start()
    #expect(await log.ends(with: "didStart"))
    // The window does not close as long as the queue does something else.
    controller.queue.sync {
      controller.stop()
      controller.start()
      controller.stop()
      controller.start()
    }
    #expect(await log.count(of: "didStart") { $0 == 2 })
    #expect(
      log.calls == [
        "willStart", "didStart", "willStop program", "didStop program",
        "failed: \(PictureInPictureError.stoppedBeforeStart)", "willStart", "didStart",
      ])
    withExtendedLifetime(recorder) {}
  }
}
