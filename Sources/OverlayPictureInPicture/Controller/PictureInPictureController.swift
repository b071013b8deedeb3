import Dispatch
import OverlayRender

/// Shows content in a small window above everything else; the counterpart of `AVPictureInPictureController`.
///
///     let source = PictureInPictureContentSource(ClockText(), preferredSize: PixelSize(480, 270))
///     let controller = try PictureInPictureController(source)
///     controller.start()
///
/// `start()` and `stop()` are requests. The delegate and the observers of ``events`` learn what happens. A start first
/// stops another picture in picture of the program, and waits up to ten seconds until its content has a picture: no
/// empty window is ever shown.
///
/// A controller that is released stops, without a restore, and its delegate gets `willStop` and `didStop`. As the
/// controller does not exist any more, these calls pass another object with the same ``id``, which has no content.
///
/// Controllers are safe to use from any thread.
public final class PictureInPictureController: Sendable {
  let session: PictureInPictureSession
  var desktop: any PictureInPictureDesktop { session.desktop }
  var queue: DispatchQueue { session.queue }
  /// The pictures that were shown.
  package var progress: RecordingProgress { session.progress }

  /// Whether the desktop can show picture in picture. Without a display, or a library for windows, it is false.
  public static var isSupported: Bool { obstacle == nil }
  /// Why the desktop cannot show picture in picture; `nil` if it can.
  package static var obstacle: PictureInPictureError? { PictureInPictureDesktops.current.obstacle }

  /// Creates a controller for content.
  ///
  /// - Parameters:
  ///   - source: What the window shows.
  ///   - delegate: Receives the events. The controller does not retain it.
  ///   - queue: A serial queue on which the delegate is called; by default, a queue of this library.
  /// - Throws: `PictureInPictureError.notSupported` if the desktop cannot show picture in picture.
  public convenience init(
    _ source: PictureInPictureContentSource, delegate: (any PictureInPictureControllerDelegate)? = nil,
    queue: DispatchQueue? = nil
  ) throws(PictureInPictureError) {
    try self.init(
      source, delegate: delegate, queue: queue, desktop: PictureInPictureDesktops.current, turns: .shared)
  }

  init(
    _ source: PictureInPictureContentSource, delegate: (any PictureInPictureControllerDelegate)? = nil,
    queue: DispatchQueue? = nil, desktop: any PictureInPictureDesktop, turns: PictureInPictureTurns
  ) throws(PictureInPictureError) {
    if let obstacle = desktop.obstacle { throw obstacle }
    session = PictureInPictureSession(source, delegate: delegate, queue: queue, desktop: desktop, turns: turns)
    session.state.withLock { $0.controller = self }
  }

  /// Creates another controller of a session whose own one was released.
  init(_ session: PictureInPictureSession) {
    self.session = session
  }

  deinit { session.controllerWasReleased() }

  /// Receives the events.
  public var delegate: (any PictureInPictureControllerDelegate)? {
    get { session.delegate }
    set { session.delegate = newValue }
  }

  /// Whether a start can succeed now, as far as the desktop is concerned. Whether the content is ready does not matter,
  /// nor whether another picture in picture is open, in this program or in another one of the user: a start takes over
  /// from it, and opens its window when that one has stopped completely.
  public var isPossible: Bool { (try? session.connect()) != nil }

  /// Whether the window is open.
  public var isActive: Bool { session.state.withLock { $0.pictureInPicture.isActive } }

  /// Whether the desktop hides the open window, for example because it is minimized. Wayland compositors do not report
  /// it.
  public var isSuspended: Bool { session.state.withLock { $0.isSuspended } }

  /// The time after which an open window closes by itself; `nil` for never. A change applies to the next window that
  /// opens.
  public var closesAfter: MediaTime? {
    get { session.state.withLock { $0.closingTime } }
    set { session.state.withLock { $0.closingTime = newValue } }
  }

  /// Where the window opens, and how it behaves. A change applies to the next window that opens; a change of
  /// ``PictureInPictureWindowOptions/canRestoreUserInterface`` applies at once.
  public var windowOptions: PictureInPictureWindowOptions {
    get { session.state.withLock { $0.windowOptions } }
    set {
      session.state.withLock { $0.windowOptions = newValue }
      invalidatePlaybackState()
    }
  }

  /// Whether the content is played from its start to its end only: the window then has no controls to skip or to jump.
  public var requiresLinearPlayback: Bool {
    get { session.state.withLock { $0.requiresLinearPlayback } }
    set {
      let controls = session.state.withLock { state in
        state.requiresLinearPlayback = newValue
        return state.controls
      }
      controls?.send(.linearPlaybackSet(newValue))
      invalidatePlaybackState()
    }
  }

  /// Whether ``inlineContentDidDisappear()`` opens the window. The default is `false`.
  public var canStartAutomaticallyFromInline: Bool {
    get { session.state.withLock { $0.canStartAutomatically } }
    set { session.state.withLock { $0.canStartAutomatically = newValue } }
  }

  /// Opens the window if that is allowed and the content plays.
  ///
  /// Call this when the program no longer shows the content itself, for example because its own window is minimized.
  public func inlineContentDidDisappear() {
    if canStartAutomaticallyFromInline, playback?.isPaused != true { start() }
  }

  /// The pictures that were shown so far, and how late they were.
  public var statistics: RecordingStatistics { progress.statistics }

  /// What the window shows; `nil` for nothing.
  ///
  /// An open window takes the aspect ratio and the configuration of another source, and shows its view from the
  /// beginning. A source that has no picture yet stops an active picture in picture, with the reason
  /// ``PictureInPictureStopReason/system(_:)``. `nil` stops it too, or the start that waits, without a restore and with
  /// the reason ``PictureInPictureStopReason/program``; a start then fails with ``PictureInPictureError/noContent``. A
  /// restore that has begun is awaited.
  public var contentSource: PictureInPictureContentSource? {
    get { session.source }
    set { session.setSource(newValue) }
  }

  /// Opens the window. It has no effect if the window is open or opens.
  public func start() { session.start() }

  /// Closes the window. It has no effect if the window is closed or closes.
  ///
  /// As in AVKit, the delegate first restores the user interface of the program. Set ``contentSource`` to `nil` to
  /// close the window without it.
  public func stop() { session.send(.stop(.program)) }

  /// Asks the playback delegate again what the controls show.
  public func invalidatePlaybackState() { session.invalidatePlaybackState() }
}

extension PictureInPictureController: Identifiable {
  /// The identity of the picture in picture. The last calls of the delegate pass the same identity as the released
  /// controller.
  public var id: ObjectIdentifier { ObjectIdentifier(session) }
}

extension PictureInPictureController {
  /// What is known about the content; `nil` if it does not play.
  package var playback: ContentPlayback? { session.playback }

  /// Whether the delegate can show the user interface of the program.
  package var canRestoreUserInterface: Bool { session.canRestoreUserInterface }

  /// Calls `action` on the controller's queue each time the playback of an open window may have changed, and with `nil`
  /// while none is open.
  package func observePlayback(_ action: @escaping @Sendable (ContentPlayback?) -> Void) -> Subscription {
    session.playbackObservers.add(on: queue, action)
  }

  /// Carries out what the user requests.
  package func perform(_ command: PlaybackCommand) { session.perform(command) }
}
