import OverlayRender

/// The state of a picture-in-picture controller, without its effects.
///
/// It is a pure function of its events. Each event returns effects, which the controller carries out in order. Events
/// of work that was overtaken carry an old number, and have no effect.
struct PictureInPictureState: Sendable {
  enum Phase: Sendable, Hashable {
    case inactive
    /// A start waits for its content.
    case waitingForContent
    /// A start waits until another picture in picture has stopped.
    case waitingForTurn
    /// The surface opens.
    case starting
    /// The surface, which did not open, closes.
    case failing(PictureInPictureError)
    case active
    /// The delegate restores the user interface, because the user asked for it, or because the program stops.
    case restoring(byUser: Bool)
    case stopping(PictureInPictureStopReason)
  }

  enum Event: Sendable {
    /// A start, and why it is not possible; `nil` if it is.
    case start(PictureInPictureError?)
    /// A stop, of one start only if a number is given.
    case stop(PictureInPictureStopReason, run: Int? = nil)
    /// The user asks for the user interface of the program.
    case restore
    case contentReady(wait: Int)
    /// The content has no picture in time, or never will.
    case contentFailed(wait: Int, PictureInPictureError)
    /// The turn is granted, and whether the content can still be shown at once.
    case turnGranted(run: Int, isReady: Bool = true)
    case turnRefused(run: Int, PictureInPictureError)
    case surfaceOpened(run: Int)
    case surfaceFailed(run: Int, PictureInPictureError)
    case restored(run: Int, Bool)
    case surfaceClosed(run: Int)
    /// Another content, and why it cannot be shown at once; `nil` if it can.
    case contentReplaced(PictureInPictureError?)
    /// The program has removed the content, or released the controller.
    case contentRemoved
  }

  enum Effect: Sendable, Hashable {
    case waitForContent(wait: Int)
    case stopWaiting
    case requestTurn(run: Int)
    case endTurn(run: Int)
    case openSurface(run: Int)
    case closeSurface(run: Int)
    case showContent
    case restoreUserInterface(run: Int)
    case call(Callback)
  }

  /// A call of the delegate.
  enum Callback: Sendable, Hashable {
    case willStart, didStart
    case failedToStart(PictureInPictureError)
    case willStop(PictureInPictureStopReason)
    case didStop(PictureInPictureStopReason)
  }

  private(set) var phase = Phase.inactive
  /// The number of the latest start, or of its latest beginning if it had to wait for content again.
  private(set) var run = 0
  /// The number of the latest wait for content.
  private(set) var wait = 0
  private var hasContent = true
  /// A stop that follows when the surface has opened.
  private(set) var pendingStop: PictureInPictureStopReason?
  /// Whether the content was removed after the surface began to open. Then nothing is restored when it stops.
  private var isContentRemoved = false
  /// Whether a start follows when picture in picture has stopped.
  private(set) var hasPendingStart = false
  /// The answers to other starts that were to follow. They come after the last call of this one.
  private var pendingFailures: [PictureInPictureError] = []

  /// Whether the surface is open.
  var isActive: Bool {
    switch phase {
    case .active, .restoring, .stopping: true
    case .inactive, .waitingForContent, .waitingForTurn, .starting, .failing: false
    }
  }

  /// Whether a start has not opened its surface yet.
  var isStarting: Bool {
    switch phase {
    case .waitingForContent, .waitingForTurn, .starting: true
    case .inactive, .failing, .active, .restoring, .stopping: hasPendingStart
    }
  }

  /// Returns the effects of an event.
  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .start(let obstacle): start(obstacle)
    case .stop(let reason, let run): run ?? self.run == self.run ? stop(reason) : []
    case .restore: restore(byUser: true)
    case .contentReady(let wait): isWaiting(wait) ? takeTurn() : []
    case .contentFailed(let wait, let error): isWaiting(wait) ? [.stopWaiting] + fail(error) : []
    case .turnGranted(let run, let isReady):
      isCurrent(run, .waitingForTurn) ? (isReady ? open() : waitAgain()) : []
    case .turnRefused(let run, let error): isCurrent(run, .waitingForTurn) ? fail(error) : []
    case .surfaceOpened(let run): isCurrent(run, .starting) ? finishStart() : []
    case .surfaceFailed(let run, let error): surfaceFailed(run, error)
    case .restored(let run, let isRestored): restored(run, isRestored)
    case .surfaceClosed(let run): surfaceClosed(run)
    case .contentReplaced(let error): replaceContent(error)
    case .contentRemoved: removeContent()
    }
  }

  private func isCurrent(_ run: Int, _ phase: Phase) -> Bool { run == self.run && phase == self.phase }

  private func isWaiting(_ wait: Int) -> Bool { wait == self.wait && phase == .waitingForContent }

  private mutating func start(_ obstacle: PictureInPictureError?) -> [Effect] {
    let obstacle = obstacle ?? (hasContent ? nil : .noContent)
    switch phase {
    case .stopping, .failing, .restoring(byUser: false),
      .starting where pendingStop != nil:
      if hasPendingStart { return [] }
      if let obstacle { pendingFailures.append(obstacle) } else { hasPendingStart = true }
      return []
    case .waitingForContent, .waitingForTurn, .starting, .active, .restoring: return []
    case .inactive: break
    }
    if let obstacle { return [.call(.failedToStart(obstacle))] }
    run += 1
    return waitForContent()
  }

  private mutating func waitForContent() -> [Effect] {
    wait += 1
    phase = .waitingForContent
    return [.waitForContent(wait: wait)]
  }

  /// Waits for content that is no longer ready, and lets others have the turn.
  private mutating func waitAgain() -> [Effect] {
    let end = Effect.endTurn(run: run)
    // The turn may just be granted, or refused. That answer must not be taken for the one to the next request.
    run += 1
    return [end] + waitForContent()
  }

  /// Another picture in picture stops only for content that is ready.
  private mutating func takeTurn() -> [Effect] {
    phase = .waitingForTurn
    return [.stopWaiting, .requestTurn(run: run)]
  }

  private mutating func open() -> [Effect] {
    phase = .starting
    isContentRemoved = false
    return [.call(.willStart), .openSurface(run: run)]
  }

  private mutating func finishStart() -> [Effect] {
    phase = .active
    return [.call(.didStart)] + (pendingStop.take().map { stopActive($0) } ?? [])
  }

  private mutating func fail(_ error: PictureInPictureError) -> [Effect] {
    phase = .inactive
    pendingStop = nil
    return [.call(.failedToStart(error))]
  }

  private mutating func stop(_ reason: PictureInPictureStopReason) -> [Effect] {
    switch phase {
    case .waitingForContent: return [.stopWaiting] + fail(.stoppedBeforeStart)
    case .waitingForTurn: return fail(.stoppedBeforeStart) + [.endTurn(run: run)]
    case .starting:
      pendingStop = pendingStop ?? reason
      dropPendingStart()
      return []
    case .active: return stopActive(reason)
    case .restoring:
      dropPendingStart()
      // The delegate's answer does not matter once the display is lost, and others do not wait for it.
      return reason.isBySystem || reason == .replaced ? beginStop(reason) : []
    case .stopping, .failing:
      dropPendingStart()
      return []
    case .inactive: return []
    }
  }

  private mutating func dropPendingStart() {
    if hasPendingStart { pendingFailures.append(.stoppedBeforeStart) }
    hasPendingStart = false
  }

  /// Stops the open window. Before a stop by the program, the delegate restores the user interface.
  private mutating func stopActive(_ reason: PictureInPictureStopReason) -> [Effect] {
    reason == .program && !isContentRemoved ? restore(byUser: false) : beginStop(reason)
  }

  private mutating func restore(byUser: Bool) -> [Effect] {
    guard phase == .active else { return [] }
    phase = .restoring(byUser: byUser)
    return [.restoreUserInterface(run: run)]
  }

  private mutating func restored(_ run: Int, _ isRestored: Bool) -> [Effect] {
    guard run == self.run, case .restoring(let byUser) = phase else { return [] }
    return beginStop(byUser ? .restore(isRestored: isRestored) : .program)
  }

  private mutating func beginStop(_ reason: PictureInPictureStopReason) -> [Effect] {
    phase = .stopping(reason)
    return [.call(.willStop(reason)), .closeSurface(run: run)]
  }

  private mutating func surfaceFailed(_ run: Int, _ error: PictureInPictureError) -> [Effect] {
    guard run == self.run else { return [] }
    switch phase {
    case .starting:
      phase = .failing(error)
      return [.closeSurface(run: run)]
    case .active, .restoring: return beginStop(.system(error))
    case .inactive, .waitingForContent, .waitingForTurn, .failing, .stopping: return []
    }
  }

  private mutating func surfaceClosed(_ run: Int) -> [Effect] {
    guard run == self.run else { return [] }
    var effects: [Effect]
    switch phase {
    case .stopping(let reason):
      phase = .inactive
      effects = [.call(.didStop(reason))]
    case .failing(let error): effects = fail(error)
    case .inactive, .waitingForContent, .waitingForTurn, .starting, .active, .restoring: return []
    }
    effects += pendingFailures.map { .call(.failedToStart($0)) }
    pendingFailures = []
    // Another picture in picture may start in the turn: it comes after the last call of the delegate.
    effects.append(.endTurn(run: run))
    guard hasPendingStart else { return effects }
    hasPendingStart = false
    return effects + start(nil)
  }

  private mutating func removeContent() -> [Effect] {
    (hasContent, isContentRemoved) = (false, true)
    return stop(.program)
  }

  private mutating func replaceContent(_ error: PictureInPictureError?) -> [Effect] {
    hasContent = true
    switch phase {
    case .waitingForContent: return [.stopWaiting] + waitForContent()
    case .waitingForTurn: return error == nil ? [] : waitAgain()
    case .starting, .active: return error.map { stop(.system($0)) } ?? [.showContent]
    // The window closes when the delegate has answered.
    case .restoring: return error == nil ? [.showContent] : []
    case .inactive, .failing, .stopping: return []
    }
  }
}
