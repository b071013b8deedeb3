import OverlayRender
import Synchronization

/// Shows the live pictures of a source on a surface, from its opening to its end.
///
/// The surface opens with the first picture, so it is never empty. When it has another size, the view is drawn in that
/// size. Nothing happens while the view does not change. Another source is a stream of its own on the same surface.
final class PictureInPicturePresentation: Sendable {
  /// What happens in the presentation.
  enum Event: Sendable {
    case opened
    case failed(PictureInPictureError)
    case closed
  }

  private struct State {
    /// The surface that opens or is open.
    var surface: (any PictureInPictureSurface)?
    var isOpen = false
    /// The requests to the stream of the source that is shown.
    var resizing = LiveResizing()
    /// The source that is shown next.
    var nextSource: PictureInPictureContentSource?
  }

  private let display: any PictureInPictureDisplay
  private let clock: any MediaClock
  private let options: PictureInPictureWindowOptions
  private let controls: PlaybackControls
  private let progress: RecordingProgress
  private let onSurfaceEvent: @Sendable (PictureInPictureSurfaceEvent) -> Void
  private let onResize: @Sendable (PixelSize) -> Void
  /// Whether the surface fills a screen. Then nothing shines through beside or behind the content.
  private let isFullScreen = LiveData(false)
  private let state = Mutex(State())

  init(
    source: PictureInPictureContentSource, display: any PictureInPictureDisplay, clock: any MediaClock,
    options: PictureInPictureWindowOptions, controls: PlaybackControls, progress: RecordingProgress,
    onSurfaceEvent: @escaping @Sendable (PictureInPictureSurfaceEvent) -> Void,
    onResize: @escaping @Sendable (PixelSize) -> Void
  ) {
    self.display = display
    self.clock = clock
    self.options = options
    self.controls = controls
    self.progress = progress
    self.onSurfaceEvent = onSurfaceEvent
    self.onResize = onResize
    state.withLock { $0.nextSource = source }
  }

  /// Shows another source, as soon as the surface is open. The last one wins.
  func show(_ source: PictureInPictureContentSource) {
    state.withLock { state in
      state.nextSource = source
      if state.isOpen { state.resizing.end() }
    }
  }

  /// Shows sources until the task is canceled or the surface fails.
  func run(_ report: @Sendable (Event) -> Void) async {
    guard let source = state.withLock({ $0.nextSource.take() }) else { return report(.closed) }
    let surface = display.makeSurface(
      PictureInPictureSurfaceRequest(
        preferredSize: source.windowSize, minimumSize: source.minimumSize, options: options,
        onEvent: { [weak self] in self?.receive($0) },
        hasControl: { [controls] x, y in controls.hasControl(atX: x, y: y) }))
    state.withLock { $0.surface = surface }
    controls.send(.opened(surface.size, scale: surface.scale))
    do {
      try await show(source, on: surface, report)
    } catch {
      report(.failed(error))
    }
    await surface.close()
    state.withLock { $0.surface = nil }
    controls.send(.closed)
    report(.closed)
  }

  private func receive(_ event: PictureInPictureSurfaceEvent) {
    switch event {
    case .resized(let size):
      let (resizing, scale) = state.withLock { ($0.resizing, $0.surface?.scale ?? 1) }
      resizing.request(size)
      controls.send(.resized(size, scale: scale))
      onResize(size)
    case .fullScreenChanged(let isFullScreen): self.isFullScreen.update(isFullScreen)
    case .pointerMoved(let x, let y): controls.send(.pointerMoved(x: x, y: y))
    case .pointerLeft: controls.send(.pointerLeft)
    case .pressed(let x, let y): controls.send(.pressed(x: x, y: y))
    case .released(let x, let y): controls.send(.released(x: x, y: y))
    case .scrolled(let notches): controls.send(.scrolled(notches))
    case .keyPressed(let key): controls.send(.keyPressed(key))
    case .closedByUser, .visibilityChanged, .lost: onSurfaceEvent(event)
    }
  }

  /// Shows a source, and those that follow it.
  private func show(
    _ first: PictureInPictureContentSource, on surface: any PictureInPictureSurface,
    _ report: @Sendable (Event) -> Void
  ) async throws(PictureInPictureError) {
    var source = first
    /// The work for earlier sources.
    var work = RenderWork()
    progress.beginPart()
    while true {
      let frames = beginStream(of: source, on: surface)
      // The first picture of a stream was not due at a time: a window needs time to open.
      var isFirst = true
      while let sample = try await next(frames) {
        if state.withLock({ $0.isOpen }) {
          await surface.present(sample)
        } else {
          try await surface.open(with: sample)
        }
        let lateness = isFirst ? nil : frames.schedule.map { $0.now - sample.presentationTime }
        progress.countFrame(work: work + frames.work, lateness: lateness)
        if isFirst, becomesOpen() { report(.opened) }
        isFirst = false
      }
      guard !Task.isCancelled, let next = state.withLock({ $0.nextSource.take() }) else { return }
      work = work + frames.work
      source = next
      await surface.setContentSize(source.windowSize, minimum: source.minimumSize)
    }
  }

  /// Returns the frames of a source in the size of the surface.
  private func beginStream(
    of source: PictureInPictureContentSource, on surface: any PictureInPictureSurface
  ) -> LiveFrames.Iterator {
    let resizing = LiveResizing()
    state.withLock { state in
      state.resizing = resizing
      if state.isOpen, state.nextSource != nil { resizing.end() }
    }
    // A size that the surface takes from now on is requested.
    let size = surface.size
    let rate = source.content.hasOwnPictureTimes ? display.refreshRate.doubled : display.refreshRate
    var configuration = source.configuration ?? RenderConfiguration(size: size, frameRate: rate)
    configuration.size = size
    configuration.alignment = .center
    configuration.pixelFormat = .bgraPremultiplied
    if configuration.frameRate.interval < rate.interval { configuration.frameRate = rate }
    let content = ZStack {
      LiveView(isFullScreen) { if $0.value { Rectangle().foregroundStyle(.black) } }
      source.content.view
      controls.view
    }
    onResize(size)
    return FrameStream(content, configuration: configuration).live(clock: clock).resizing(by: resizing)
      .following(source.timeline).makeAsyncIterator()
  }

  /// Notes that the surface is open. Returns whether it was not before. A source that was to follow is shown now.
  private func becomesOpen() -> Bool {
    state.withLock { state in
      defer { state.isOpen = true }
      if !state.isOpen, state.nextSource != nil { state.resizing.end() }
      return !state.isOpen
    }
  }

  private func next(_ frames: LiveFrames.Iterator) async throws(PictureInPictureError) -> SampleBuffer? {
    do {
      return try await frames.next()
    } catch let error as RenderError {
      throw .drawing(error)
    } catch {
      // A stream of frames has no other errors.
      return nil
    }
  }
}

extension FrameRate {
  /// Twice this rate, or this rate if that is too fast.
  fileprivate var doubled: FrameRate {
    (try? FrameRate(interval: interval.multiplied(by: 1, dividedBy: 2))) ?? self
  }
}

extension PictureInPictureContentSource {
  /// The size in points at which the window opens.
  fileprivate var windowSize: PixelSize { preferredSize ?? content.preferredSize }

  /// The smallest size in points in which the text that the view shows at first can be read.
  fileprivate var minimumSize: PixelSize {
    let (size, configuration) = (windowSize, configuration ?? RenderConfiguration(size: windowSize))
    // Without fonts, drawing reports the error.
    let legible = try? FrameStream.smallestLegibleSize(of: content.view, in: size, configuration: configuration)
    return legible ?? PixelSize(1, 1)
  }
}
