import Glibc
import Synchronization
import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender

/// Ends, restores, and several controllers.
extension PictureInPictureControllerTests {
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
    #expect(second.isPossible)
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
    let (controller, recorder) = try controller(restoring: answer, canRestore: true)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    controller.perform(.restore)
    #expect(await log.ends(with: "didStop restore(isRestored: \(answer))"))
    #expect(log.calls.suffix(3).first == "restore")
    withExtendedLifetime(recorder) {}
  }

  @Test("Another picture in picture does not wait for the answer to a restore")
  func restoreIsReplaced() async throws {
    let (first, firstRecorder) = try controller("first ", canRestore: true)
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
    let (controller, recorder) = try controller(canRestore: true)
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

  @Test("A restore without an answer is canceled at its limit, so that it retains neither delegate nor controller")
  func cancellationOfRestore() async throws {
    weak var delegate: CallRecorder?
    weak var released: PictureInPictureController?
    do {
      let (controller, recorder) = try controller(canRestore: true)
      (delegate, released) = (recorder, controller)
      controller.start()
      #expect(await log.ends(with: "didStart"))
      controller.perform(.restore)
      #expect(await log.ends(with: "restore"))
      clock.advance(by: .seconds(5))
      #expect(await log.ends(with: "didStop restore(isRestored: false)"))
      withExtendedLifetime(recorder) {}
    }
    #expect(await eventually { delegate == nil && released == nil })
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

  @Test("Nothing connects on the thread of the windows: a lost display is looked for on another one")
  func threads() async throws {
    let desktop = WatchedDesktop(desktop)
    let recorder = CallRecorder("", log, restoring: nil)
    let controller = try PictureInPictureController(
      Self.labelSource, delegate: recorder, desktop: desktop, turns: turns)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    let count = desktop.threads.count
    #expect(count == 2)
    self.desktop.act(.lost(.displayLost(reason: "gone")))
    let thread = UInt(pthread_self())
    #expect(await eventually { desktop.threads.count == count + 1 })
    #expect(desktop.threads.last != thread)
    withExtendedLifetime(recorder) {}
  }
}

/// A desktop that notes the threads on which programs connect to it.
private final class WatchedDesktop: PictureInPictureDesktop {
  private let desktop: OffscreenDesktop
  private let noted = Mutex<[UInt]>([])

  init(_ desktop: OffscreenDesktop) {
    self.desktop = desktop
  }

  var threads: [UInt] { noted.withLock { $0 } }
  var clock: any MediaClock { desktop.clock }

  func connect() throws(PictureInPictureError) -> any PictureInPictureDisplay {
    noted.withLock { $0.append(UInt(pthread_self())) }
    return try desktop.connect()
  }
}
