import Synchronization

@testable import OverlayPictureInPicture
@testable import OverlayRender
import TestTools
import Testing

extension PictureInPictureControllerTests {
  /// Returns whether the desktop shows a picture.
  func shows(_ expected: PixelBuffer?) throws -> Bool {
    let (shown, expected) = (try #require(desktop.picture), try #require(expected))
    return SampleBuffer(pixelBuffer: shown, presentationTime: .zero)
      .hasSamePicture(as: SampleBuffer(pixelBuffer: expected, presentationTime: .zero))
  }

  /// Moves the clock by a frame, for a change that waits for the next one.
  func advanceFrame() -> Bool {
    clock.advance(by: .milliseconds(1))
    return false
  }
}

/// The calls of delegates, in order.
final class CallLog: Sendable {
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
final class CallRecorder: PictureInPictureControllerDelegate {
  private let name: String
  private let log: CallLog
  /// The answer to a restore; `nil` for an answer that comes with `answer()`.
  private let restoring: Bool?
  private let answers = AsyncStream.makeStream(of: Void.self)
  private let noted = Mutex<Set<ObjectIdentifier>>([])

  /// The identities of the controllers that were passed.
  var ids: Set<ObjectIdentifier> { noted.withLock { $0 } }

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
    noted.withLock { _ = $0.insert(controller.id) }
    log.add(name + "willStop \(reason)")
  }

  func pictureInPicture(_ controller: PictureInPictureController, didStop reason: PictureInPictureStopReason) {
    noted.withLock { _ = $0.insert(controller.id) }
    log.add(name + "didStop \(reason)")
  }
}

/// Content that never has a picture, and fails.
final class FailingContent: PictureInPictureContent {
  private let hasFailed = LiveData(false)
  let preferredSize = PixelSize(64, 36)
  let view = AnyView(Rectangle())
  let isReadyForDisplay = false
  var failureReason: String? { hasFailed.current.value ? "the file is damaged" : nil }

  func fail() { hasFailed.update(true) }

  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription { hasFailed.onUpdate(action) }
}

/// Records what the user requests of the content, which lasts 100 seconds.
final class RecordedPlayback: SampleBufferPlaybackDelegate {
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
final class RenderSizes: SampleBufferPlaybackDelegate {
  let sizes = LiveData<[PixelSize]>([])
  let timeRangeForPlayback = MediaTimeRange(start: .zero, duration: .positiveInfinity)
  let isPlaybackPaused = false

  func setPlaying(_ isPlaying: Bool) {}
  func skip(by interval: MediaTime) async {}
  func didTransition(toRenderSize size: PixelSize) { sizes.update(sizes.current.value + [size]) }
}
