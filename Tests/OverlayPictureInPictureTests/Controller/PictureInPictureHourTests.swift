import Synchronization
import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender

/// An hour of virtual time in which everything happens at random.
@Suite("An hour of picture in picture", .timeLimit(.minutes(10)))
struct PictureInPictureHourTests {
  @Test(
    "Starts, stops, sizes, sources and failures at random leave no buffer and no timer", .unsanitized,
    arguments: [1, 2] as [UInt64])
  func hour(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let clock = CountingClock(wallTime: WallTime(nanosecondsSince1970: 1_000_000_000_000))
    let desktop = OffscreenDesktop(clock: clock)
    let calls = Calls()
    let layer = SampleBufferDisplayLayer(clock: clock)
    try layer.enqueue(
      SampleBuffer(pixelBuffer: .picture(64, 36) { _, _ in [1, 2, 3, 255] }, presentationTime: .zero))
    let sources = [
      PictureInPictureContentSource(
        ClockText(format: "HH:mm:ss").font(size: 12), preferredSize: PixelSize(64, 36)),
      PictureInPictureContentSource(Text("still").font(size: 12), preferredSize: PixelSize(36, 64)),
      PictureInPictureContentSource(layer, playbackDelegate: Playback()),
      PictureInPictureContentSource(SampleBufferDisplayLayer(clock: clock), playbackDelegate: Playback()),
    ]
    let timersBefore = clock.pendingCount
    var controllers: [PictureInPictureController] = []
    let turns = PictureInPictureTurns()
    for source in sources.prefix(2) {
      controllers.append(
        try PictureInPictureController(source, delegate: calls, queue: nil, desktop: desktop, turns: turns))
    }
    for _ in 0..<3600 {
      let controller = controllers[Int.random(in: 0..<2, using: &generator)]
      switch Int.random(in: 0..<16, using: &generator) {
      case 0, 1, 2: controller.start()
      case 3: controller.stop()
      case 4: controller.contentSource = sources[Int.random(in: 0..<4, using: &generator)]
      case 5:
        let width = Int.random(in: 1...200, using: &generator)
        desktop.act(.resized(PixelSize(width, max(width * 9 / 16, 1))))
      case 6: desktop.act(.lost(.displayLost(reason: "gone")))
      case 7:
        if Bool.random(using: &generator) { desktop.act(.closedByUser) } else { controller.perform(.restore) }
      case 8:
        desktop.openingError = Int.random(in: 0..<4, using: &generator) == 0 ? .displayLost(reason: "refused") : nil
      case 9: desktop.act(.pointerMoved(x: Double.random(in: 0..<64, using: &generator), y: 18))
      case 10:
        desktop.act(
          [.pointerLeft, .keyPressed(.space), .keyPressed(.escape)].randomElement(using: &generator) ?? .pointerLeft)
      case 11: layer.flush()
      case 12: layer.fail(DisplayLayerFailure("random"))
      case 13: controller.contentSource = nil
      case 14:
        let released = Int.random(in: 0..<2, using: &generator)
        controllers[released] = try PictureInPictureController(
          sources[released], delegate: calls, queue: nil, desktop: desktop, turns: turns)
      default: break
      }
      // A turn takes milliseconds while other tests run, so only some seconds have many.
      let turnLimit = Int.random(in: 0..<10, using: &generator) == 0 ? 40 : 2
      for _ in 0..<Int.random(in: 0..<turnLimit, using: &generator) { await Task.yield() }
      clock.advance(by: .seconds(1))
    }
    desktop.openingError = nil
    for controller in controllers { controller.stop() }
    #expect(
      await eventually {
        clock.advance(by: .milliseconds(100))
        return controllers.allSatisfy { !$0.isActive } && desktop.picture == nil && calls.isBalanced
      })
    controllers = []
    #expect(await eventually { clock.pendingCount <= timersBefore })
    layer.flushAndRemoveImage()
    #expect(await eventually { desktop.liveBufferCount == 0 })
    // How many starts there are depends on how busy the machine is.
    #expect(calls.startCount > 0)
  }
}

/// Checks the order of callbacks, whatever happens.
private final class Calls: PictureInPictureControllerDelegate {
  private enum Phase { case stopped, starting, started, stopping }

  private let phases = Mutex<[ObjectIdentifier: Phase]>([:])
  private let starts = Mutex(0)

  var isBalanced: Bool { phases.withLock { $0.values.allSatisfy { $0 == .stopped } } }
  var startCount: Int { starts.withLock { $0 } }

  private func move(_ controller: PictureInPictureController, from old: Phase..., to new: Phase) {
    let phase = phases.withLock { phases in
      defer { phases[controller.id] = new }
      return phases[controller.id] ?? .stopped
    }
    #expect(old.contains { $0 == phase }, "\(phase) to \(new)")
    let open = phases.withLock { $0.values.count { $0 != .stopped } }
    #expect(open <= 1, "two windows")
  }

  func pictureInPictureWillStart(_ controller: PictureInPictureController) {
    move(controller, from: .stopped, to: .starting)
  }

  func pictureInPictureDidStart(_ controller: PictureInPictureController) {
    move(controller, from: .starting, to: .started)
    starts.withLock { $0 += 1 }
  }

  func pictureInPicture(_ controller: PictureInPictureController, failedToStartWithError error: PictureInPictureError) {
    move(controller, from: .stopped, .starting, to: .stopped)
  }

  func restoreUserInterface(for controller: PictureInPictureController) async -> Bool { Bool.random() }

  func pictureInPicture(_ controller: PictureInPictureController, willStop reason: PictureInPictureStopReason) {
    move(controller, from: .started, to: .stopping)
  }

  func pictureInPicture(_ controller: PictureInPictureController, didStop reason: PictureInPictureStopReason) {
    move(controller, from: .stopping, to: .stopped)
  }
}

/// Content that is always live.
private final class Playback: SampleBufferPlaybackDelegate {
  let timeRangeForPlayback = MediaTimeRange(start: .zero, duration: .positiveInfinity)
  let isPlaybackPaused = false
  func setPlaying(_ isPlaying: Bool) {}
  func skip(by interval: MediaTime) async {}
  func didTransition(toRenderSize size: PixelSize) {}
}
