import Dispatch
import Synchronization
import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender

/// Stops by the program, content that is removed, and controllers that are released.
extension PictureInPictureControllerTests {
  @Test("A stop by the program restores the user interface before willStop", arguments: [true, false])
  func stopRestores(answer: Bool) async throws {
    let (controller, recorder) = try controller(restoring: answer, canRestore: true)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    controller.stop()
    #expect(await log.ends(with: "didStop program"))
    #expect(log.calls.suffix(3) == ["restore", "willStop program", "didStop program"])
    withExtendedLifetime(recorder) {}
  }

  @Test("Without content, the window closes without a restore, and a start fails until there is content again")
  func noContent() async throws {
    let (controller, recorder) = try controller(restoring: true, canRestore: true)
    controller.start()
    #expect(await log.ends(with: "didStart"))
    controller.contentSource = nil
    #expect(controller.contentSource == nil)
    #expect(await log.ends(with: "didStop program"))
    #expect(log.calls == ["willStart", "didStart", "willStop program", "didStop program"])
    controller.start()
    #expect(await log.ends(with: "failed: \(PictureInPictureError.noContent)"))
    controller.contentSource = Self.labelSource
    controller.start()
    #expect(await log.ends(with: "didStart"))
    withExtendedLifetime(recorder) {}
  }

  @Test("The window of a released controller closes without a restore, and delegate and observers learn of it")
  func release() async throws {
    let recorder = CallRecorder("", log, restoring: true)
    let events = LiveData<[PictureInPictureController.Event]>([])
    weak var session: PictureInPictureSession?
    var observations: [Subscription] = []
    // An observer on a queue that is busy learns of it too.
    let busyQueue = DispatchQueue(label: "busy")
    let lateEvents = LiveData<[PictureInPictureController.Event]>([])
    busyQueue.suspend()
    do {
      let controller = try PictureInPictureController(
        Self.labelSource, delegate: recorder, desktop: desktop, turns: turns)
      session = controller.session
      observations = [
        controller.observe { events.update(events.current.value + [$0]) },
        controller.observe(on: busyQueue) { lateEvents.update(lateEvents.current.value + [$0]) },
      ]
      controller.start()
      #expect(await log.ends(with: "didStart"))
      withExtendedLifetime(controller) {}
    }
    #expect(await log.ends(with: "didStop program"))
    #expect(log.calls == ["willStart", "didStart", "willStop program", "didStop program"])
    #expect(await events.becomes { $0 == [.activeChanged(true), .activeChanged(false)] })
    #expect(await eventually { session == nil })
    busyQueue.resume()
    #expect(await lateEvents.becomes { $0 == [.activeChanged(true), .activeChanged(false)] })
    // The turn is free again.
    let (next, nextRecorder) = try controller("next ")
    next.start()
    #expect(await log.ends(with: "next didStart"))
    let opened = OffscreenDesktop.Action.opened(PixelSize(64, 36))
    #expect(desktop.actions == [opened, .closed, opened])
    withExtendedLifetime((recorder, nextRecorder, observations)) {}
  }

  @Test("The events of a released controller end when its window is closed")
  func eventsOfReleasedController() async throws {
    let recorder = CallRecorder("", log, restoring: true)
    var controller: PictureInPictureController? = try PictureInPictureController(
      Self.labelSource, delegate: recorder, desktop: desktop, turns: turns)
    let events = try #require(controller?.events)
    controller?.start()
    #expect(await log.ends(with: "didStart"))
    controller = nil
    var received: [PictureInPictureController.Event] = []
    for await event in events { received.append(event) }
    #expect(received == [.activeChanged(true), .activeChanged(false)])
  }

  @Test("A start that waits for its content fails when its controller is released")
  func releaseBeforeStart() async throws {
    let (other, otherRecorder) = try controller("other ")
    let recorder = CallRecorder("", log, restoring: nil)
    do {
      let controller = try PictureInPictureController(
        PictureInPictureContentSource(FailingContent()), delegate: recorder, desktop: desktop, turns: turns)
      controller.start()
    }
    #expect(await log.contains("failed: \(PictureInPictureError.stoppedBeforeStart)"))
    other.start()
    #expect(await log.ends(with: "other didStart"))
    withExtendedLifetime((recorder, otherRecorder)) {}
  }

  @Test("A controller that is stopped and released is restored before it closes")
  func releaseAfterStop() async throws {
    let recorder = CallRecorder("", log, restoring: nil)
    let id: ObjectIdentifier
    do {
      let controller = try PictureInPictureController(
        Self.labelSource, delegate: recorder, desktop: desktop, turns: turns)
      id = controller.id
      controller.start()
      #expect(await log.ends(with: "didStart"))
      controller.stop()
    }
    #expect(await log.ends(with: "restore"))
    recorder.answer()
    #expect(await log.ends(with: "didStop program"))
    #expect(recorder.ids == [id])
  }

  @Test(
    "A delegate that releases its controller in a call hangs nothing, and gets all calls",
    arguments: ["willStart", "didStart", "restore", "willStop", "didStop", "failed"])
  func releaseInCall(_ call: String) async throws {
    let owner = ControllerOwner(log, releasingIn: call)
    if call == "failed" { desktop.openingError = .displayLost(reason: "refused") }
    weak var session: PictureInPictureSession?
    do {
      let controller = try PictureInPictureController(Self.labelSource, delegate: owner, desktop: desktop, turns: turns)
      session = controller.session
      owner.own(controller)
      controller.start()
    }
    if ["restore", "willStop", "didStop"].contains(call) {
      #expect(await log.ends(with: "didStart"))
      owner.stop()
    }
    #expect(await log.ends(with: call == "failed" ? "failed" : "didStop"))
    let restores = ["restore", "willStop", "didStop"].contains(call)
    #expect(
      log.calls
        == (call == "failed"
          ? ["willStart", "failed"]
          : ["willStart", "didStart"] + (restores ? ["restore"] : []) + ["willStop", "didStop"]))
    #expect(await eventually { session == nil })
    withExtendedLifetime(owner) {}
  }

  @Test("The control that restores is there only with a delegate that can, from when it is set")
  func restoreControl() async throws {
    let controller = try PictureInPictureController(
      PictureInPictureContentSource(Self.label, preferredSize: PixelSize(480, 270)), desktop: desktop, turns: turns)
    controller.start()
    #expect(await eventually { controller.isActive })
    desktop.act(.pointerMoved(x: 5, y: 5))
    let layout = PlaybackControlsLayout(size: PixelSize(480, 270), scale: 1, controls: [.close, .restore])
    let frame = try #require(layout.frame(of: .restore))
    func hasControl() -> Bool {
      controller.queue.sync {}
      return desktop.hasControl(x: Double(frame.x + frame.width / 2), y: Double(frame.y + frame.height / 2))
    }
    #expect(!hasControl())
    let recorder = CallRecorder("", log, restoring: true)
    controller.delegate = recorder
    #expect(hasControl())
    controller.windowOptions.canRestoreUserInterface = false
    #expect(!hasControl())
    // A desktop can request it without the control.
    controller.perform(.restore)
    controller.queue.sync {}
    #expect(controller.isActive && log.calls.isEmpty)
    controller.windowOptions.canRestoreUserInterface = true
    controller.perform(.restore)
    #expect(await log.ends(with: "didStop restore(isRestored: true)"))
    withExtendedLifetime(recorder) {}
  }
}

/// A delegate that owns its controller, and releases it in a call.
private final class ControllerOwner: PictureInPictureControllerDelegate {
  private let log: CallLog
  private let releasingCall: String
  private let controller = Mutex<PictureInPictureController?>(nil)

  init(_ log: CallLog, releasingIn call: String) {
    self.log = log
    releasingCall = call
  }

  func own(_ controller: PictureInPictureController) { self.controller.withLock { $0 = controller } }
  func stop() { controller.withLock { $0 }?.stop() }

  private func note(_ call: String) {
    log.add(call)
    guard call == releasingCall else { return }
    let released = controller.withLock { $0.take() }
    withExtendedLifetime(released) {}
  }

  func pictureInPictureWillStart(_ controller: PictureInPictureController) { note("willStart") }
  func pictureInPictureDidStart(_ controller: PictureInPictureController) { note("didStart") }
  func pictureInPicture(_ controller: PictureInPictureController, failedToStartWithError error: PictureInPictureError) {
    note("failed")
  }

  func restoreUserInterface(for controller: PictureInPictureController) async -> Bool {
    note("restore")
    return true
  }

  func pictureInPicture(_ controller: PictureInPictureController, willStop reason: PictureInPictureStopReason) {
    note("willStop")
  }

  func pictureInPicture(_ controller: PictureInPictureController, didStop reason: PictureInPictureStopReason) {
    note("didStop")
  }
}
