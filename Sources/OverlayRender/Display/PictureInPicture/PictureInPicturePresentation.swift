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
  let desktop: any PictureInPictureDesktop
  let options: PictureInPictureWindowOptions
  let onSurfaceEvent: @Sendable (PictureInPictureSurfaceEvent) -> Void
  let onResize: @Sendable (PixelSize) -> Void

  /// Shows the view until the task is canceled or the surface fails.
  func run(_ report: @Sendable (Event) -> Void) async {
    let resizing = LiveResizing()
    do {
      let request = PictureInPictureSurfaceRequest(
        preferredSize: preferredSize, options: options,
        onEvent: { event in
          if case .resized(let size) = event {
            resizing.request(size)
            onResize(size)
          } else {
            onSurfaceEvent(event)
          }
        })
      let surface = try desktop.makeSurface(request)
      do {
        try await show(on: surface, resizing, report)
      } catch {
        report(.failed(error))
      }
      await surface.close()
    } catch {
      report(.failed(error))
    }
    report(.closed)
  }

  private func show(
    on surface: any PictureInPictureSurface, _ resizing: LiveResizing, _ report: @Sendable (Event) -> Void
  ) async throws(PictureInPictureError) {
    let stream = FrameStream(view, size: surface.size, frameRate: desktop.refreshRate)
    let frames = stream.live(clock: desktop.clock).resizing(by: resizing).makeAsyncIterator()
    guard let first = try await next(frames) else { return }
    try await surface.open(with: first)
    report(.opened)
    while let sample = try await next(frames) { await surface.present(sample) }
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
