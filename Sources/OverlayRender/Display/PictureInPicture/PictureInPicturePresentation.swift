import Synchronization

/// Shows the live pictures of a view on a surface, from its opening to its end.
///
/// The surface opens with the first picture, so it is never empty. When it has another size, the view is drawn in that
/// size. Nothing happens while the view does not change.
struct PictureInPicturePresentation: Sendable {
  /// What happens in the presentation.
  enum Event: Sendable {
    case opened
    case failed(PictureInPictureError)
    case closed
  }

  let view: AnyView
  let preferredSize: PixelSize
  let configuration: RenderConfiguration?
  let desktop: any PictureInPictureDesktop
  let options: PictureInPictureWindowOptions
  let controls: PlaybackControls
  let progress: RecordingProgress
  let onSurfaceEvent: @Sendable (PictureInPictureSurfaceEvent) -> Void
  let onResize: @Sendable (PixelSize) -> Void

  /// Shows the view until the task is canceled or the surface fails.
  func run(_ report: @Sendable (Event) -> Void) async {
    let resizing = LiveResizing()
    let opened = Mutex<(any PictureInPictureSurface)?>(nil)
    let request = PictureInPictureSurfaceRequest(
      preferredSize: preferredSize, options: options,
      onEvent: { event in
        switch event {
        case .resized(let size):
          resizing.request(size)
          controls.send(.resized(size, scale: opened.withLock { $0 }?.scale ?? 1))
          onResize(size)
        case .pointerMoved(let x, let y): controls.send(.pointerMoved(x: x, y: y))
        case .pointerLeft: controls.send(.pointerLeft)
        case .pressed(let x, let y): controls.send(.pressed(x: x, y: y))
        case .released(let x, let y): controls.send(.released(x: x, y: y))
        case .keyPressed(let key): controls.send(.keyPressed(key))
        case .closedByUser, .visibilityChanged, .lost: onSurfaceEvent(event)
        }
      },
      hasControl: { x, y in controls.hasControl(atX: x, y: y) })
    do {
      let surface = try desktop.makeSurface(request)
      opened.withLock { $0 = surface }
      controls.send(.opened(surface.size, scale: surface.scale))
      do {
        try await show(on: surface, resizing, report)
      } catch {
        report(.failed(error))
      }
      await surface.close()
      opened.withLock { $0 = nil }
    } catch {
      report(.failed(error))
    }
    controls.send(.closed)
    report(.closed)
  }

  private func show(
    on surface: any PictureInPictureSurface, _ resizing: LiveResizing, _ report: @Sendable (Event) -> Void
  ) async throws(PictureInPictureError) {
    let content = ZStack {
      view
      controls.view
    }
    var configuration = configuration ?? RenderConfiguration(size: surface.size, frameRate: desktop.refreshRate)
    configuration.size = surface.size
    configuration.alignment = .center
    configuration.pixelFormat = .bgraPremultiplied
    if configuration.frameRate.interval < desktop.refreshRate.interval {
      configuration.frameRate = desktop.refreshRate
    }
    let stream = FrameStream(content, configuration: configuration)
    let frames = stream.live(clock: desktop.clock).resizing(by: resizing).makeAsyncIterator()
    progress.begin()
    guard let first = try await next(frames) else { return }
    try await surface.open(with: first)
    // It was not due at a time: it is late only by the time that a window needs to open.
    progress.countFrame(work: frames.work, lateness: nil)
    report(.opened)
    while let sample = try await next(frames) {
      await surface.present(sample)
      let lateness = frames.schedule.map { $0.now - sample.presentationTime }
      progress.countFrame(work: frames.work, lateness: lateness)
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
