import Dispatch
import OverlayRender

extension PictureInPictureSession {
  /// The time that a start waits for content.
  private static let contentLimit = MediaTime.seconds(10)
  /// The time that a delegate has to restore the user interface.
  private static let restoringLimit = MediaTime.seconds(5)

  /// Changes the state, and carries out the effects on the queue, in order.
  ///
  /// - Parameters:
  ///   - display: The display of a start. It is kept until the start has opened its window, or failed.
  ///   - change: Changes what belongs to the event.
  func send(
    _ event: PictureInPictureState.Event, _ display: (any PictureInPictureDisplay)? = nil,
    then change: (inout State) -> Void = { _ in }
  ) {
    // What is not needed is released outside the lock.
    var unneeded: (source: PictureInPictureContentSource?, display: (any PictureInPictureDisplay)?)
    state.send { state in
      unneeded = (state.source, state.display)
      change(&state)
      let wasActive = state.pictureInPicture.isActive
      let effects = state.pictureInPicture.handle(event)
      let isActive = state.pictureInPicture.isActive
      if let display { state.display = display }
      if !state.pictureInPicture.isStarting { state.display = nil }
      // The lock keeps the order of events.
      if isActive != wasActive { observers.send(.activeChanged(isActive)) }
      return effects.map { ($0, state.source) }
    } carryOut: {
      // This retains the session until the effects are carried out.
      self.carryOut($0.effect, $0.source)
    }
    withExtendedLifetime((unneeded, display)) {}
  }

  private func carryOut(_ effect: PictureInPictureState.Effect, _ source: PictureInPictureContentSource?) {
    switch effect {
    case .waitForContent(let wait): if let source { waitForContent(wait, source.content) }
    case .stopWaiting: setWaits([])
    case .requestTurn(let run): requestTurn(run)
    case .endTurn:
      if let turn = state.withLock({ $0.turn.take() }) { turns.end(turn) }
    case .openSurface(let run): if let source { openSurface(run, source) }
    case .closeSurface(let run):
      setWaits([])
      // A delegate that waits for ever would keep itself and the session.
      state.withLock { $0.restoring.take() }?.cancel()
      endPlayback()
      let (presentation, presenting) = state.withLock { ($0.presentation.take(), $0.presenting.take()) }
      guard let presenting else { return send(.surfaceClosed(run: run)) }
      presenting.cancel()
      withExtendedLifetime(presentation) {}
    case .showContent:
      if let source { state.withLock { $0.presentation }?.show(source) }
      followPlayback()
    case .restoreUserInterface(let run): restoreUserInterface(run)
    case .call(let callback): call(callback)
    }
  }

  /// Replaces the waits. The previous ones are released outside the lock.
  private func setWaits(_ waits: [Subscription]) {
    let previous = state.withLock { state in
      defer { state.waits = waits }
      return state.waits
    }
    withExtendedLifetime(previous) {}
  }

  private func waitForContent(_ wait: Int, _ content: any PictureInPictureContent) {
    let check = { @Sendable [weak self, weak content] in
      guard let content else { return }
      if content.isReadyForDisplay {
        self?.send(.contentReady(wait: wait))
      } else if let reason = content.failureReason {
        self?.send(.contentFailed(wait: wait, .contentFailed(reason: reason)))
      }
    }
    let limit = clock.schedule(at: clock.time + Self.contentLimit) { [weak self] in
      self?.send(.contentFailed(wait: wait, .contentNotReady))
    }
    setWaits([content.onReadyForDisplay(check), limit])
    // The content may have become ready before it was observed.
    check()
  }

  private func requestTurn(_ run: Int) {
    let turn = PictureInPictureTurn(
      stop: { [weak self] in self?.send(.stop(.replaced, run: run)) },
      answer: { [weak self] error in
        guard let self else { return }
        if let error { return send(.turnRefused(run: run, error)) }
        send(.turnGranted(run: run, isReady: source?.content.isReadyForDisplay ?? false))
      })
    state.withLock { $0.turn = turn }
    turns.request(turn)
  }

  private func openSurface(_ run: Int, _ source: PictureInPictureContentSource) {
    // The state has the display until the surface is open.
    guard let display = state.withLock({ $0.display }) else {
      return send(.surfaceFailed(run: run, .displayLost(reason: "there is no connection")))
    }
    let presentation = PictureInPicturePresentation(
      source: source, display: display, clock: clock, options: state.withLock { $0.windowOptions },
      controls: makeControls(),
      progress: progress,
      onSurfaceEvent: { [weak self] event in self?.receive(event, run: run) },
      onResize: { [weak self] size in
        guard let self else { return }
        queue.async { self.source?.content.playback?.didTransition(toRenderSize: size) }
      })
    // The task retains the session until the window is closed.
    let task = Task.detached(executorPreference: desktop.executor) { [self] in
      await presentation.run { event in
        switch event {
        case .opened: send(.surfaceOpened(run: run))
        case .failed(let error): send(.surfaceFailed(run: run, error))
        case .closed:
          setSuspended(false)
          send(.surfaceClosed(run: run))
        }
      }
    }
    state.withLock { ($0.presentation, $0.presenting) = (presentation, task) }
  }

  private func receive(_ event: PictureInPictureSurfaceEvent, run: Int) {
    switch event {
    case .closedByUser: send(.stop(.user, run: run))
    case .lost(let error):
      send(.surfaceFailed(run: run, error))
      // An attempt to connect may block, and this is the thread of the windows.
      DispatchQueue.displayCheck.async { [weak self] in _ = try? self?.connect() }
    case .visibilityChanged(let isVisible): setSuspended(!isVisible)
    case .resized, .fullScreenChanged, .pointerMoved, .pointerLeft, .pressed, .released, .scrolled, .keyPressed: break
    }
  }

  private func restoreUserInterface(_ run: Int) {
    guard let delegate, canRestoreUserInterface else { return send(.restored(run: run, false)) }
    let limit = clock.schedule(at: clock.time + Self.restoringLimit) { [weak self] in
      self?.send(.restored(run: run, false))
    }
    setWaits([limit])
    let restoring = Task.detached { [weak self] in
      guard let self else { return }
      let isRestored = await delegate.restoreUserInterface(for: controller)
      send(.restored(run: run, isRestored))
    }
    state.withLock { $0.restoring = restoring }
  }

  private func call(_ callback: PictureInPictureState.Callback) {
    // The delegate may release it in the call.
    let controller = controller
    switch callback {
    case .willStart: delegate?.pictureInPictureWillStart(controller)
    case .didStart:
      startClosing()
      delegate?.pictureInPictureDidStart(controller)
    case .failedToStart(let error):
      observers.send(.failedToStart(error))
      delegate?.pictureInPicture(controller, failedToStartWithError: error)
    case .willStop(let reason):
      state.withLock { $0.closing.take() }?.cancel()
      delegate?.pictureInPicture(controller, willStop: reason)
    case .didStop(let reason): delegate?.pictureInPicture(controller, didStop: reason)
    }
  }

  private func startClosing() {
    let (closingTime, run) = state.withLock { ($0.closingTime, $0.pictureInPicture.run) }
    guard let time = closingTime else { return }
    let closing = clock.schedule(at: clock.time + time) { [weak self] in
      self?.send(.stop(.timeElapsed, run: run))
    }
    state.withLock { $0.closing = closing }
  }
}

extension DispatchQueue {
  /// The serial queue on which controllers look for a display that was lost.
  fileprivate static let displayCheck = DispatchQueue(label: "OverlayRender.PictureInPictureDisplay")
}
