import Testing

@testable import OverlayRender

@Suite("Controls of picture in picture", .timeLimit(.minutes(10)))
struct PlaybackControlsTests {
  private typealias State = PlaybackControlsState

  private static let playback = ContentPlayback(
    timeRange: MediaTimeRange(start: .zero, duration: .seconds(100)), isPaused: false, time: .seconds(25))

  private func state(_ playback: ContentPlayback? = playback, size: PixelSize = PixelSize(480, 270)) -> State {
    var state = State()
    _ = state.handle(.playbackChanged(playback))
    _ = state.handle(.opened(size, scale: 1))
    return state
  }

  private func center(of control: PlaybackControl, in state: State) throws -> (x: Double, y: Double) {
    let frame = try #require(state.layout?.frame(of: control))
    return (Double(frame.x) + Double(frame.width) / 2, Double(frame.y) + Double(frame.height) / 2)
  }

  /// Presses and releases a control. Returns what it does.
  private func click(_ control: PlaybackControl, in state: inout State) throws -> [PlaybackCommand] {
    let (x, y) = try center(of: control, in: state)
    let effects = state.handle(.pressed(x: x, y: y)) + state.handle(.released(x: x, y: y))
    return effects.compactMap { if case .perform(let action) = $0 { action } else { nil } }
  }

  @Test("Controls appear when the pointer moves, and disappear when it leaves or rests")
  func visibility() throws {
    var state = state()
    let (x, y) = try center(of: .close, in: state)
    #expect(!state.hasControl(atX: x, y: y))
    #expect(state.handle(.pointerMoved(x: 100, y: 100)).contains(.startResting))
    #expect(state.hasControl(atX: x, y: y))
    #expect(state.handle(.rested).contains(.show(nil)))
    #expect(!state.hasControl(atX: x, y: y))
    _ = state.handle(.pointerMoved(x: 100, y: 100))
    #expect(state.handle(.pointerLeft) == [.stopResting, .show(nil), .stopFollowing])
  }

  @Test("Controls that rested while a button was pressed disappear later")
  func restAfterPress() throws {
    var state = state()
    let (x, y) = try center(of: .skipForward, in: state)
    _ = state.handle(.pressed(x: x, y: y))
    #expect(!state.handle(.rested).contains(.show(nil)))
    #expect(state.handle(.released(x: x, y: y)).contains(.startResting))
    #expect(state.handle(.rested).contains(.show(nil)))
  }

  @Test("Each control does what it shows, when it is released where it was pressed")
  func actions() throws {
    var state = state()
    #expect(try click(.close, in: &state) == [.close])
    #expect(try click(.restore, in: &state) == [.restore])
    #expect(try click(.playPause, in: &state) == [.setPlaying(false)])
    #expect(try click(.skipBackward, in: &state) == [.skip(.seconds(-10))])
    #expect(try click(.skipForward, in: &state) == [.skip(.seconds(10))])
    #expect(try click(.progress, in: &state) == [.seek(.seconds(50))])
    let (x, y) = try center(of: .close, in: state)
    _ = state.handle(.pressed(x: x, y: y))
    let effects = state.handle(.released(x: x, y: y + 100))
    #expect(!effects.contains { if case .perform = $0 { true } else { false } })
  }

  @Test("Controls skip by the interval that they show")
  func skipInterval() throws {
    var state = state()
    state.skipInterval = .seconds(15)
    #expect(try click(.skipBackward, in: &state) == [.skip(.seconds(-15))])
    #expect(try click(.skipForward, in: &state) == [.skip(.seconds(15))])
    let shown = state.handle(.pointerMoved(x: 5, y: 5)).compactMap { effect in
      if case .show(let model) = effect { model?.skipInterval } else { nil }
    }
    #expect(shown == [.seconds(15)])
    state.skipInterval = .milliseconds(500)
    #expect(try click(.skipForward, in: &state) == [.skip(.milliseconds(500))])
  }

  @Test("Keys act like the controls, also while these are hidden")
  func keys() {
    var state = state()
    #expect(state.handle(.keyPressed(.space)) == [.perform(.setPlaying(false))])
    #expect(state.handle(.keyPressed(.leftArrow)) == [.perform(.skip(.seconds(-10)))])
    #expect(state.handle(.keyPressed(.rightArrow)) == [.perform(.skip(.seconds(10)))])
    #expect(state.handle(.keyPressed(.escape)) == [.perform(.close)])
    _ = state.handle(.closed)
    #expect(state.handle(.keyPressed(.escape)).isEmpty)
  }

  @Test("Only what the content allows is there")
  func availability() {
    let live = ContentPlayback(
      timeRange: MediaTimeRange(start: .zero, duration: .positiveInfinity), isPaused: false, time: .zero)
    let nothing = ContentPlayback(timeRange: .invalid, isPaused: true, time: .zero)
    var linear = state()
    _ = linear.handle(.linearPlaybackSet(true))
    #expect(state(nil).layout?.controls == [.close, .restore])
    #expect(state(nothing).layout?.controls == [.close, .restore])
    #expect(state(live).layout?.controls == [.close, .restore, .playPause])
    #expect(linear.layout?.controls == [.close, .restore, .playPause, .progress])
    #expect(linear.handle(.keyPressed(.rightArrow)).isEmpty)
    #expect(state().layout?.controls == Set(PlaybackControl.allCases))
    var endless = state()
    endless.skipInterval = .positiveInfinity
    #expect(endless.layout?.controls == [.close, .restore, .playPause, .progress])
  }

  @Test("Presses that follow each other at once play and pause in turn")
  func toggling() throws {
    var state = state()
    let commands = (0..<3).flatMap { _ in state.handle(.keyPressed(.space)) }.compactMap { effect -> PlaybackCommand? in
      if case .perform(let command) = effect { command } else { nil }
    }
    #expect(commands == [.setPlaying(false), .setPlaying(true), .setPlaying(false)])
  }

  @Test("A progress bar that is dragged shows the time, and its end is a second before that of the content")
  func dragging() throws {
    var state = state()
    let bar = try #require(state.layout?.frame(of: .progress))
    let (left, right, y) = (Double(bar.minX), Double(bar.maxX), Double(bar.minY) + 5)
    func shown(_ effects: [State.Effect]) -> PlaybackControlsModel? {
      for case .show(let model) in effects.reversed() { return model }
      return nil
    }
    let hovered = try #require(shown(state.handle(.pointerMoved(x: left, y: y))))
    #expect(hovered.draggedOffset == nil)
    #expect(shown(state.handle(.pressed(x: left, y: y)))?.draggedOffset == .zero)
    #expect(shown(state.handle(.pointerMoved(x: (left + right) / 2, y: y)))?.draggedOffset == .seconds(50))
    let effects = state.handle(.released(x: right + 100, y: y))
    #expect(effects.contains(.perform(.seek(.seconds(99)))))
    let released = try #require(shown(effects))
    #expect(released.draggedOffset == nil)
  }

  @Test("The progress is asked for again only while it is visible and plays")
  func following() {
    var state = state()
    #expect(state.handle(.pointerMoved(x: 5, y: 5)).contains(.startFollowing))
    var paused = Self.playback
    paused.isPaused = true
    #expect(state.handle(.playbackChanged(paused)).contains(.stopFollowing))
    #expect(state.handle(.playbackChanged(Self.playback)).contains(.startFollowing))
    #expect(state.handle(.rested).contains(.stopFollowing))
    #expect(state.handle(.playbackChanged(paused)).isEmpty)
  }

  @Test("Controls are within the window and apart, in any size", arguments: [1.0, 1.5, 2.0])
  func places(scale: Double) throws {
    for size in [
      PixelSize(1920, 1080), PixelSize(480, 270), PixelSize(160, 90), PixelSize(85, 48), PixelSize(300, 900),
    ] {
      let layout = PlaybackControlsLayout(size: size, scale: scale, controls: Set(PlaybackControl.allCases))
      let frames = try PlaybackControl.allCases.map { try #require(layout.frame(of: $0)) }
      for (index, frame) in frames.enumerated() {
        #expect(PixelRect(size).contains(frame))
        #expect(!frames[..<index].contains { $0.intersects(frame) }, "\(size) \(frame)")
      }
    }
  }
}
