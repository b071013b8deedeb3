import TestTools
import Testing

@testable import OverlayPictureInPicture
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

  @Test("A progress bar that is dragged shows the time, and its end is a second before the end of the content")
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
    #expect(state.handle(.pointerMoved(x: 5, y: 5)).contains(.follow(after: .zero)))
    var paused = Self.playback
    paused.isPaused = true
    #expect(state.handle(.playbackChanged(paused)).contains(.stopFollowing))
    #expect(state.handle(.playbackChanged(Self.playback)).contains(.follow(after: .zero)))
    // The digits change when the content does, however late the answers are. A time that stands still just before the
    // next second is not asked for all the time.
    for (time, next) in [(25_000, 1005), (25_300, 705), (26_890, 115), (26_990, 100)] as [(Int64, Int64)] {
      var playing = Self.playback
      playing.time = .milliseconds(time)
      #expect(state.handle(.playbackChanged(playing)).contains(.follow(after: .milliseconds(next))))
    }
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
      let others = [layout.volumeFrame] + [4, 7, 9].compactMap { layout.timesFrame(characterCount: $0) }
      for frame in others {
        #expect(PixelRect(size).contains(frame) && !frames.contains { $0.intersects(frame) }, "\(size) \(frame)")
      }
    }
  }

  @Test("Times are above the progress bar where there is room, and are never too small to read")
  func times() throws {
    func frame(_ width: Int, _ height: Int, _ count: Int) -> PixelRect? {
      PlaybackControlsLayout(size: PixelSize(width, height), scale: 1, controls: Set(PlaybackControl.allCases))
        .timesFrame(characterCount: count)
    }
    for (width, height) in [(640, 360), (320, 180), (160, 90)] {
      #expect(try #require(frame(width, height, 4)).height >= 14)
    }
    #expect(frame(160, 90, 9) == nil && frame(85, 48, 4) == nil)
    let live = PlaybackControlsLayout(size: PixelSize(640, 360), scale: 1, controls: [.playPause])
    #expect(live.timesFrame(characterCount: 4) == nil)
  }

  @Test("The elapsed time has as many digits as the total time")
  func timeTexts() {
    func texts(_ elapsed: Int64, _ total: Int64) -> [String] {
      let total = MediaTime.milliseconds(total)
      return [PlaybackTimeText.text(of: .milliseconds(elapsed), asLongAs: total), PlaybackTimeText.text(of: total)]
    }
    #expect(texts(999, 59_999) == ["0:00", "0:59"])
    #expect(texts(65_000, 754_000) == ["01:05", "12:34"])
    #expect(texts(65_000, 3_723_000) == ["0:01:05", "1:02:03"])
    #expect(texts(36_000_000, 360_000_000) == ["010:00:00", "100:00:00"])
    #expect(texts(.max / 1000, .max / 1000) == ["999:59:59", "999:59:59"])
  }

  @Test("The elapsed and the total time are shown for content with an end")
  func shownTimes() throws {
    func shown(_ playback: ContentPlayback) -> PlaybackControlsModel? {
      var state = state(playback)
      for case .show(let model) in state.handle(.pointerMoved(x: 5, y: 5)) { return model }
      return nil
    }
    var playback = Self.playback
    playback.timeRange = MediaTimeRange(start: .seconds(5), duration: .seconds(60))
    var model = try #require(shown(playback))
    #expect(model.elapsed == .seconds(20) && model.duration == .seconds(60))
    playback.time = .seconds(999)
    model = try #require(shown(playback))
    #expect(model.elapsed == .seconds(60))
    playback.timeRange = MediaTimeRange(start: .zero, duration: .positiveInfinity)
    model = try #require(shown(playback))
    #expect(model.elapsed == nil && model.duration == nil)
  }

  /// Returns the commands of events.
  private func commands(_ events: [State.Event], in state: inout State) -> [PlaybackCommand] {
    events.flatMap { state.handle($0) }.compactMap { if case .perform(let command) = $0 { command } else { nil } }
  }

  @Test("Keys and the wheel change the volume of content that has one, which is shown until they rest")
  func volume() throws {
    var playback = Self.playback
    playback.volume = PlaybackVolume(level: 0.5)
    var state = state(playback)
    func shown(_ effects: [State.Effect]) -> PlaybackControlsModel? {
      for case .show(let model) in effects.reversed() { return model }
      return nil
    }
    let model = try #require(shown(state.handle(.keyPressed(.upArrow))))
    #expect(model.volume == PlaybackVolume(level: 0.55) && model.layout.controls == [] && model.progress == nil)
    #expect(!state.hasControl(atX: 20, y: 20))
    #expect(shown(state.handle(.keyPressed(.m)))?.volume == PlaybackVolume(level: 0.55, isMuted: true))
    // The pointer may leave the window at once.
    _ = state.handle(.pointerMoved(x: 100, y: 100))
    let left = state.handle(.pointerLeft)
    #expect(shown(left)?.layout.controls == [] && !left.contains(.stopResting))
    #expect(state.handle(.rested) == [.stopResting, .show(nil)])
    #expect(
      commands([.keyPressed(.downArrow), .scrolled(0.25), .keyPressed(.m)], in: &state)
        == [.changeVolume(.by(-0.05)), .changeVolume(.by(0.0125)), .changeVolume(.toggleMute)])
    // Controls show that the sound is muted, also later.
    playback.volume?.isMuted = true
    _ = state.handle(.playbackChanged(playback))
    _ = state.handle(.rested)
    #expect(shown(state.handle(.pointerMoved(x: 5, y: 5)))?.volume?.isMuted == true)
    var silent = self.state()
    #expect(commands([.keyPressed(.upArrow), .keyPressed(.m), .scrolled(1)], in: &silent) == [])
    _ = state.handle(.closed)
    #expect(commands([.keyPressed(.upArrow), .scrolled(1)], in: &state) == [])
  }

  @Test("A volume that is raised is heard, a level of 0 mutes, and steps there and back lead to the same level")
  func volumeChanges() {
    let half = PlaybackVolume(level: 0.5)
    let muted = PlaybackVolume(level: 0.5, isMuted: true)
    #expect(half.changed(.toggleMute) == muted && muted.changed(.toggleMute) == half && muted.audibleLevel == 0)
    #expect(muted.changed(.by(0.05)) == PlaybackVolume(level: 0.55))
    #expect(muted.changed(.by(-0.05)) == PlaybackVolume(level: 0.45, isMuted: true))
    #expect(half.changed(.to(0)) == muted && muted.changed(.to(0.25)) == PlaybackVolume(level: 0.25))
    #expect(half.changed(.by(9)).level == 1 && half.changed(.by(-9)).level == 0 && half.changed(.by(.nan)).level == 1)
    var volume = PlaybackVolume()
    for _ in 0..<3 { volume = volume.changed(.by(-0.05)) }
    #expect(volume.level == 0.85)
    for _ in 0..<20 { volume = volume.changed(.by(-0.05)) }
    #expect(volume.level == 0)
    for _ in 0..<20 { volume = volume.changed(.by(0.05)) }
    #expect(volume == PlaybackVolume())
  }

  @Test("Pictures are stepped through, and captions toggled, only where the content has them")
  func stepsAndCaptions() {
    let keys: [State.Event] = [.keyPressed(.period), .keyPressed(.comma), .keyPressed(.v), .keyPressed(.space)]
    var plain = state()
    #expect(commands(keys, in: &plain) == [.setPlaying(false)])
    var playback = Self.playback
    (playback.canStep, playback.showsCaptions) = (true, false)
    var state = state(playback)
    // A step pauses, so the space bar plays on.
    #expect(commands(keys, in: &state) == [.step(1), .step(-1), .toggleCaptions, .setPlaying(true)])
    _ = state.handle(.linearPlaybackSet(true))
    #expect(commands(Array(keys.prefix(2)), in: &state) == [])
    _ = state.handle(.closed)
    #expect(commands(keys, in: &state) == [])
  }

  @Test("Whatever happens, a hidden window rests and follows nothing", arguments: 0..<20 as Range<UInt64>)
  func randomEvents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var state = state()
    var (isResting, isFollowing, shown) = (false, false, nil as PlaybackControlsModel?)
    for _ in 0..<3000 {
      let (x, y) = (Double.random(in: -9..<490, using: &random), Double.random(in: -9..<280, using: &random))
      var playback = Self.playback
      playback.isPaused = Bool.random(using: &random)
      playback.canStep = Bool.random(using: &random)
      playback.volume = [nil, PlaybackVolume(level: x / 480, isMuted: y < 90)].randomElement(using: &random) ?? nil
      let keys: [PictureInPictureKey] = [.space, .leftArrow, .upArrow, .downArrow, .m, .v, .period, .comma]
      let events: [State.Event] = [
        .opened(PixelSize(480, 270), scale: 1), .closed, .pointerMoved(x: x, y: y), .pointerLeft,
        .pressed(x: x, y: y), .released(x: x, y: y), .scrolled(x / 100), .rested,
        .keyPressed(keys.randomElement(using: &random) ?? .m),
        .playbackChanged([nil, playback].randomElement(using: &random) ?? nil),
        .linearPlaybackSet(Bool.random(using: &random)),
      ]
      let event = try #require(events.randomElement(using: &random))
      for effect in state.handle(event) {
        switch effect {
        case .show(let model): shown = model
        case .startResting: isResting = true
        case .stopResting: isResting = false
        case .follow: isFollowing = true
        case .stopFollowing: isFollowing = false
        case .perform: break
        }
      }
      // What is shown disappears, and only a progress bar that moves asks for the playback.
      if shown != nil { try #require(isResting) }
      try #require(isFollowing == (shown?.progress != nil && shown?.isPaused == false))
    }
  }
}
