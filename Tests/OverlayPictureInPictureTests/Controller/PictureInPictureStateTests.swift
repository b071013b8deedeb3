import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender

/// The state of a controller, without its effects.
@Suite("PictureInPictureState")
struct PictureInPictureStateTests {
  @Test("A stop that belongs to an earlier start has no effect")
  func earlierStop() {
    var state = PictureInPictureState()
    for event: PictureInPictureState.Event in [
      .start(nil), .contentReady(wait: 1), .turnGranted(run: 1), .surfaceOpened(run: 1), .stop(.program),
      .restored(run: 1, true), .surfaceClosed(run: 1), .start(nil), .contentReady(wait: 2),
    ] {
      _ = state.handle(event)
    }
    #expect(state.handle(.stop(.replaced, run: 1)) == [])
    #expect(state.handle(.stop(.replaced, run: 2)).contains(.call(.failedToStart(.stoppedBeforeStart))))
  }

  @Test("A start that waits for the end of another one, and is stopped, fails after the last call of that one")
  func stoppedBeforeItFollows() {
    var machine = CheckedState()
    for event: PictureInPictureState.Event in [
      .start(nil), .contentReady(wait: 1), .turnGranted(run: 1), .surfaceOpened(run: 1), .stop(.program), .start(nil),
      .stop(.program), .start(.inUse), .start(nil), .restored(run: 1, false), .surfaceClosed(run: 1),
    ] {
      machine.send(event)
    }
    #expect(
      machine.callbacks == [
        .willStart, .didStart, .willStop(.program), .didStop(.program), .failedToStart(.stoppedBeforeStart),
        .failedToStart(.inUse),
      ])
    #expect(machine.state.phase == .waitingForContent)
  }

  @Test("A start that follows a stop while the surface opens opens it again")
  func startAfterPendingStop() {
    var machine = CheckedState()
    for event: PictureInPictureState.Event in [
      .start(nil), .contentReady(wait: 1), .turnGranted(run: 1), .stop(.program), .start(nil), .surfaceOpened(run: 1),
      .restored(run: 1, true), .surfaceClosed(run: 1), .contentReady(wait: 2), .turnGranted(run: 2),
      .surfaceOpened(run: 2),
    ] {
      machine.send(event)
    }
    #expect(
      machine.callbacks == [.willStart, .didStart, .willStop(.program), .didStop(.program), .willStart, .didStart])
    #expect(machine.state.phase == .active)
  }

  @Test("Content that is not ready stops an open window with its reason, but not one that closes for a restore")
  func contentNotReady() {
    let reason = PictureInPictureError.contentFailed(reason: "damaged")
    var machine = CheckedState()
    for event: PictureInPictureState.Event in [
      .start(nil), .contentReady(wait: 1), .turnGranted(run: 1), .surfaceOpened(run: 1), .restore,
      .contentReplaced(reason), .restored(run: 1, true), .surfaceClosed(run: 1), .start(nil), .contentReady(wait: 2),
      .turnGranted(run: 2), .surfaceOpened(run: 2), .contentReplaced(reason), .surfaceClosed(run: 2),
    ] {
      machine.send(event)
    }
    let restored = PictureInPictureStopReason.restore(isRestored: true)
    #expect(
      machine.callbacks == [
        .willStart, .didStart, .willStop(restored), .didStop(restored), .willStart, .didStart,
        .willStop(.system(reason)), .didStop(.system(reason)),
      ])
  }

  /// The events until the surface is open.
  private static let opening: [PictureInPictureState.Event] = [
    .start(nil), .contentReady(wait: 1), .turnGranted(run: 1), .surfaceOpened(run: 1),
  ]

  @Test("Before a stop by the program, the user interface is restored; not without content, nor for another reason")
  func restoreBeforeStop() {
    func effects(_ event: PictureInPictureState.Event) -> [PictureInPictureState.Effect] {
      var state = PictureInPictureState()
      for event in Self.opening { _ = state.handle(event) }
      return state.handle(event)
    }
    func end(_ reason: PictureInPictureStopReason) -> [PictureInPictureState.Effect] {
      [.call(.willStop(reason)), .closeSurface(run: 1)]
    }
    #expect(effects(.stop(.program)) == [.restoreUserInterface(run: 1)])
    #expect(effects(.contentRemoved) == end(.program))
    for reason in [PictureInPictureStopReason.user, .timeElapsed, .replaced, .system(.inUse)] {
      #expect(effects(.stop(reason)) == end(reason))
    }
  }

  @Test("Content that is removed ends a start or an open window, and a start fails until there is other content")
  func contentRemoved() {
    for count in 1...3 {
      var machine = CheckedState()
      for event in Self.opening.prefix(count) { machine.send(event) }
      machine.send(.contentRemoved)
      if count == 3 {
        for event: PictureInPictureState.Event in [.surfaceOpened(run: 1), .surfaceClosed(run: 1)] {
          machine.send(event)
        }
      }
      let opened: [PictureInPictureState.Callback] = [.willStart, .didStart, .willStop(.program), .didStop(.program)]
      #expect(machine.callbacks == (count == 3 ? opened : [.failedToStart(.stoppedBeforeStart)]))
      machine.send(.start(nil))
      #expect(machine.callbacks.last == .failedToStart(.noContent) && machine.state.phase == .inactive)
      machine.send(.contentReplaced(nil))
      machine.send(.start(nil))
      #expect(machine.state.phase == .waitingForContent)
    }
  }

  @Test("Content that is removed during a restore does not end it, and the next start fails after the last call")
  func contentRemovedDuringRestore() {
    var machine = CheckedState()
    for event in Self.opening { machine.send(event) }
    for event: PictureInPictureState.Event in [
      .stop(.program), .contentRemoved, .start(nil), .restored(run: 1, true), .surfaceClosed(run: 1),
    ] {
      machine.send(event)
    }
    #expect(
      machine.callbacks == [
        .willStart, .didStart, .willStop(.program), .didStop(.program), .failedToStart(.noContent),
      ])
  }

  @Test("Content that is removed while the surface opens is not restored, even if other content follows")
  func contentRemovedWhileOpening() {
    var machine = CheckedState()
    for event in Self.opening.dropLast() { machine.send(event) }
    for event: PictureInPictureState.Event in [
      .contentRemoved, .contentReplaced(nil), .surfaceOpened(run: 1), .surfaceClosed(run: 1),
    ] {
      machine.send(event)
    }
    #expect(machine.callbacks == [.willStart, .didStart, .willStop(.program), .didStop(.program)])
  }

  @Test("Content that is no longer ready when the turn is granted is waited for again")
  func contentLost() {
    var state = PictureInPictureState()
    for event in [PictureInPictureState.Event.start(nil), .contentReady(wait: 1)] { _ = state.handle(event) }
    #expect(state.handle(.turnGranted(run: 1, isReady: false)) == [.endTurn(run: 1), .waitForContent(wait: 2)])
    // The answer to the first wait is old.
    #expect(state.handle(.contentReady(wait: 1)).isEmpty)
    #expect(state.handle(.contentReady(wait: 2)) == [.stopWaiting, .requestTurn(run: 2)])
    #expect(state.handle(.contentReplaced(.contentNotReady)) == [.endTurn(run: 2), .waitForContent(wait: 3)])
    // The turn was granted in the meantime, and is over. The next request must not take it for its own.
    #expect(state.handle(.contentReady(wait: 3)) == [.stopWaiting, .requestTurn(run: 3)])
    #expect(state.handle(.turnGranted(run: 2)) == [])
    #expect(state.handle(.turnRefused(run: 2, .inUse)) == [])
    #expect(state.handle(.stop(.replaced, run: 2)) == [])
    #expect(state.handle(.turnGranted(run: 3)) == [.call(.willStart), .openSurface(run: 3)])
  }

  @Test("In every order of four events from every phase, each accepted start gets exactly one answer")
  func allOrders() {
    let beginnings: [[PictureInPictureState.Event]] = [
      [], [.start(nil)], [.start(nil), .contentReady(wait: 1)],
      [.start(nil), .contentReady(wait: 1), .turnGranted(run: 1)],
      [.start(nil), .contentReady(wait: 1), .turnGranted(run: 1), .surfaceFailed(run: 1, .inUse)],
      [.start(nil), .contentReady(wait: 1), .turnGranted(run: 1), .surfaceOpened(run: 1)],
      [.start(nil), .contentReady(wait: 1), .turnGranted(run: 1), .surfaceOpened(run: 1), .restore],
      [.start(nil), .contentReady(wait: 1), .turnGranted(run: 1), .surfaceOpened(run: 1), .stop(.user)],
      Self.opening + [.stop(.program)], Self.opening + [.contentRemoved],
    ]
    for beginning in beginnings {
      var machine = CheckedState()
      for event in beginning { machine.send(event) }
      check(machine, depth: 4)
    }
  }

  private func check(_ machine: CheckedState, depth: Int) {
    var ended = machine
    ended.end()
    if !ended.isCorrect { Issue.record("\(ended.callbacks)") }
    guard depth > 0, ended.isCorrect else { return }
    for event in machine.events {
      var next = machine
      next.send(event)
      check(next, depth: depth - 1)
    }
  }

  @Test("In random orders of many events, each accepted start gets exactly one answer")
  func randomOrders() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      var machine = CheckedState()
      for _ in 0..<100 { machine.send(generator.pick(machine.events)) }
      machine.end()
      #expect(machine.isCorrect, "\(machine.callbacks)")
    }
  }
}

/// A state whose callbacks are checked.
private struct CheckedState {
  private(set) var state = PictureInPictureState()
  private(set) var callbacks: [PictureInPictureState.Callback] = []
  /// The number of accepted starts that have no answer yet.
  private var unanswered = 0
  private var isInOrder = true
  /// Whether the content was removed since the surface began to open. Other content does not matter any more.
  private var isContentRemoved = false
  private var hasRestored = false
  /// The callback that the next one follows.
  private var last = PictureInPictureState.Callback.didStop(.program)

  /// The events of the program, and every answer of the rest of the system to a run.
  var events: [PictureInPictureState.Event] {
    let (run, wait) = (state.run, state.wait)
    return [
      .start(nil), .start(.inUse), .stop(.program), .stop(.replaced, run: run), .restore,
      .contentReplaced(nil), .contentRemoved,
      .contentReplaced(.contentNotReady), .contentReady(wait: wait), .contentFailed(wait: wait, .contentNotReady),
      .turnGranted(run: run),
      .turnGranted(run: run, isReady: false),
      .turnRefused(run: run, .inUse), .surfaceOpened(run: run), .surfaceFailed(run: run, .inUse),
      .restored(run: run, true), .surfaceClosed(run: run),
    ]
  }

  /// Whether the callbacks came in their order, and every start has its answer.
  var isCorrect: Bool { isInOrder && unanswered == 0 && state.phase == .inactive }

  mutating func send(_ event: PictureInPictureState.Event) {
    if case .start = event, acceptsStart { unanswered += 1 }
    if case .contentRemoved = event { isContentRemoved = true }
    for effect in state.handle(event) {
      if case .restoreUserInterface = effect {
        isInOrder = isInOrder && last == .didStart && !hasRestored && !isContentRemoved
        hasRestored = true
      }
      if case .call(let callback) = effect { note(callback) }
    }
  }

  /// A start is accepted unless one is on its way, or the surface is open and stays open.
  private var acceptsStart: Bool {
    switch state.phase {
    case .inactive: true
    case .stopping, .failing: !state.hasPendingStart
    case .starting: state.pendingStop != nil && !state.hasPendingStart
    case .restoring(let byUser): !byUser && !state.hasPendingStart
    case .waitingForContent, .waitingForTurn, .active: false
    }
  }

  private mutating func note(_ callback: PictureInPictureState.Callback) {
    callbacks.append(callback)
    switch (last, callback) {
    case (.didStop, .willStart), (.failedToStart, .willStart): isContentRemoved = false
    case (.willStart, .didStart), (.willStart, .failedToStart), (.didStop, .failedToStart),
      (.failedToStart, .failedToStart):
      unanswered -= 1
    case (.didStart, .willStop(let reason)):
      // Content is restored before it is closed.
      if reason == .program { isInOrder = isInOrder && (hasRestored || isContentRemoved) }
      if case .restore = reason { isInOrder = isInOrder && hasRestored }
      hasRestored = false
    case (.willStop(let reason), .didStop(let end)): isInOrder = isInOrder && reason == end
    default: isInOrder = false
    }
    last = callback
  }

  /// Ends everything, as the rest of the system does.
  mutating func end() {
    for _ in 0..<20 {
      let run = state.run
      switch state.phase {
      case .inactive: return
      case .waitingForContent: send(.contentFailed(wait: state.wait, .contentNotReady))
      case .waitingForTurn: send(.turnRefused(run: run, .inUse))
      case .starting: send(.surfaceOpened(run: run))
      case .active: send(.stop(.program))
      case .restoring: send(.restored(run: run, false))
      case .failing, .stopping: send(.surfaceClosed(run: run))
      }
    }
  }
}
