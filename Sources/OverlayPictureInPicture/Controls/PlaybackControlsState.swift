import OverlayRender

/// The state of the controls of a window, without its effects.
///
/// It is a pure function of its events. Controls appear when the pointer moves over the window, and disappear when it
/// leaves or rests for three seconds. A volume that the user changes is shown as long, with or without the controls.
struct PlaybackControlsState: Sendable {
  enum Event: Sendable {
    /// A window opens.
    case opened(PixelSize, scale: Double)
    case resized(PixelSize, scale: Double)
    case closed
    case pointerMoved(x: Double, y: Double)
    case pointerLeft
    case pressed(x: Double, y: Double)
    case released(x: Double, y: Double)
    /// The wheel was turned by a number of notches, which is negative toward the user.
    case scrolled(Double)
    case keyPressed(PictureInPictureKey)
    /// What is known about the content; `nil` if it does not play.
    case playbackChanged(ContentPlayback?)
    /// The pointer has rested.
    case rested
    /// Whether skips and jumps are not allowed.
    case linearPlaybackSet(Bool)
    /// Whether something can restore the user interface of the program.
    case restoringSet(Bool)
  }

  enum Effect: Sendable, Hashable {
    case show(PlaybackControlsModel?)
    case perform(PlaybackCommand)
    /// Reports `rested` after the resting time, unless another one follows.
    case startResting
    case stopResting
    /// Asks for the playback again after a time, for the progress. It replaces what was to be asked before.
    case follow(after: MediaTime)
    case stopFollowing
  }

  /// By how much a key or a notch of the wheel changes the volume.
  private static let volumeStep = 0.05

  /// The interval of the skips.
  var skipInterval = MediaTime.seconds(10)
  /// Whether the window has a control that restores the user interface of the program.
  var canRestore = true
  /// Whether skips and jumps are not allowed.
  var isLinear = false
  private var size: PixelSize?
  private var scale = 1.0
  private var playback: ContentPlayback?
  private var isVisible = false
  /// Whether the volume is shown because the user has changed it.
  private var showsVolume = false
  private var hovered: PlaybackControl?
  private var pressed: PlaybackControl?
  /// The fraction of the progress bar to which it is dragged.
  private var draggedFraction: Double?
  private var shown: PlaybackControlsModel?

  /// The places of the controls, visible or not; `nil` if there is no window.
  var layout: PlaybackControlsLayout? {
    size.map { PlaybackControlsLayout(size: $0, scale: scale, controls: controls) }
  }

  private var controls: Set<PlaybackControl> {
    var controls: Set<PlaybackControl> = [.close]
    if canRestore { controls.insert(.restore) }
    guard let playback, playback.timeRange.isValid else { return controls }
    controls.insert(.playPause)
    guard playback.timeRange.duration.isNumeric else { return controls }
    controls.insert(.progress)
    if !isLinear, skipInterval.isNumeric { controls.formUnion([.skipBackward, .skipForward]) }
    return controls
  }

  /// Returns whether a visible control is at a point in pixels.
  func hasControl(atX x: Double, y: Double) -> Bool { isVisible && layout?.control(atX: x, y: y) != nil }

  /// Returns the effects of an event.
  mutating func handle(_ event: Event) -> [Effect] {
    var effects: [Effect] = []
    switch event {
    case .opened(let size, let scale):
      (self.size, self.scale) = (size, scale)
      hide(&effects)
    case .resized(let size, let scale): (self.size, self.scale) = (size, scale)
    case .closed:
      size = nil
      hide(&effects)
    case .pointerMoved(let x, let y): move(x, y, &effects)
    case .pointerLeft: if pressed == nil { hide(keepsVolume: true, &effects) } else { hovered = nil }
    case .pressed(let x, let y):
      move(x, y, &effects)
      pressed = hovered
      if pressed == .progress { drag(toX: x) }
    case .released(let x, let y): release(x, y, &effects)
    case .scrolled(let notches): changeVolume(.by(notches * Self.volumeStep), &effects)
    case .keyPressed(let key): press(key, &effects)
    case .playbackChanged(let playback):
      self.playback = playback
      // The progress is asked for again when its second changes.
      if shown?.isFollowing == true, let playback { effects.append(.follow(after: playback.timeToNextSecond)) }
    case .rested: if pressed == nil { hide(&effects) }
    case .linearPlaybackSet(let isLinear): self.isLinear = isLinear
    case .restoringSet(let canRestore): self.canRestore = canRestore
    }
    show(&effects)
    return effects
  }

  private mutating func move(_ x: Double, _ y: Double, _ effects: inout [Effect]) {
    guard let layout else { return }
    isVisible = true
    hovered = layout.control(atX: x, y: y)
    if pressed == .progress { drag(toX: x) }
    effects.append(.startResting)
  }

  private mutating func drag(toX x: Double) {
    if !isLinear { draggedFraction = layout?.fraction(atX: x) }
  }

  private mutating func release(_ x: Double, _ y: Double, _ effects: inout [Effect]) {
    guard let layout, let control = pressed else { return }
    pressed = nil
    // They may have rested, or the pointer may have left, while the button was pressed.
    effects.append(.startResting)
    if control == .progress {
      drag(toX: x)
      if let fraction = draggedFraction.take() { jump(to: fraction, &effects) }
    } else if layout.control(atX: x, y: y) == control {
      perform(control, &effects)
    }
  }

  private mutating func press(_ key: PictureInPictureKey, _ effects: inout [Effect]) {
    switch key {
    case .space: press(.playPause, &effects)
    case .leftArrow: press(.skipBackward, &effects)
    case .rightArrow: press(.skipForward, &effects)
    case .escape: press(.close, &effects)
    case .upArrow: changeVolume(.by(Self.volumeStep), &effects)
    case .downArrow: changeVolume(.by(-Self.volumeStep), &effects)
    case .m: changeVolume(.toggleMute, &effects)
    case .period: step(1, &effects)
    case .comma: step(-1, &effects)
    case .v: if size != nil, playback?.showsCaptions != nil { effects.append(.perform(.toggleCaptions)) }
    }
  }

  private mutating func press(_ control: PlaybackControl, _ effects: inout [Effect]) {
    if size != nil, controls.contains(control) { perform(control, &effects) }
  }

  private mutating func step(_ count: Int, _ effects: inout [Effect]) {
    guard size != nil, !isLinear, let playback, playback.canStep, playback.timeRange.isValid else { return }
    effects.append(.perform(.step(count)))
    // The space bar may be pressed before the content answers.
    self.playback?.isPaused = true
  }

  private mutating func changeVolume(_ change: VolumeChange, _ effects: inout [Effect]) {
    guard size != nil, let volume = playback?.volume else { return }
    playback?.volume = volume.changed(change)
    showsVolume = true
    effects += [.perform(.changeVolume(change)), .startResting]
  }

  private mutating func perform(_ control: PlaybackControl, _ effects: inout [Effect]) {
    switch control {
    case .close: effects.append(.perform(.close))
    case .restore: effects.append(.perform(.restore))
    case .playPause:
      guard let playback else { return }
      effects.append(.perform(.setPlaying(playback.isPaused)))
      // Another press may come before the content answers.
      self.playback?.isPaused.toggle()
    case .skipBackward: effects.append(.perform(.skip(.zero - skipInterval)))
    case .skipForward: effects.append(.perform(.skip(skipInterval)))
    case .progress: break
    }
  }

  private func jump(to fraction: Double, _ effects: inout [Effect]) {
    // The time of the playback is the time of its latest change, so nothing is skipped from there.
    guard let playback, let offset = playback.offset(at: fraction) else { return }
    effects.append(.perform(.seek(playback.timeRange.start + offset)))
  }

  private mutating func hide(keepsVolume: Bool = false, _ effects: inout [Effect]) {
    let wasResting = isVisible || showsVolume
    (isVisible, showsVolume) = (false, showsVolume && keepsVolume)
    if wasResting, !showsVolume { effects.append(.stopResting) }
    (hovered, pressed, draggedFraction) = (nil, nil, nil)
  }

  private mutating func show(_ effects: inout [Effect]) {
    let model = isVisible ? model : volumeModel
    guard model != shown else { return }
    let (wasFollowing, isFollowing) = (shown?.isFollowing ?? false, model?.isFollowing ?? false)
    shown = model
    effects.append(.show(model))
    // What is known of the playback may be old.
    if wasFollowing != isFollowing { effects.append(isFollowing ? .follow(after: .zero) : .stopFollowing) }
  }

  /// The controls, with the volume while it is changed or muted.
  private var model: PlaybackControlsModel? {
    layout.map {
      PlaybackControlsModel(
        layout: $0, hovered: hovered, pressed: pressed, isPaused: playback?.isPaused ?? false,
        progress: draggedFraction ?? playback?.progress, elapsed: playback?.elapsed, duration: playback?.duration,
        draggedOffset: draggedFraction.flatMap { playback?.offset(at: $0) }, skipInterval: skipInterval,
        volume: playback?.volume.flatMap { showsVolume || $0.isMuted ? $0 : nil })
    }
  }

  /// The volume alone; `nil` if it is not shown.
  private var volumeModel: PlaybackControlsModel? {
    guard showsVolume, let volume = playback?.volume, var layout else { return nil }
    layout.controls = []
    return PlaybackControlsModel(layout: layout, isPaused: false, skipInterval: skipInterval, volume: volume)
  }
}

extension ContentPlayback {
  /// The part of the time range before the current time, 0...1.
  fileprivate var progress: Double? {
    guard timeRange.isValid, timeRange.duration.isNumeric, timeRange.duration > .zero, time.isNumeric else {
      return nil
    }
    return min(max((time - timeRange.start).seconds / timeRange.duration.seconds, 0), 1)
  }

  /// The duration of content that has an end.
  fileprivate var duration: MediaTime? {
    timeRange.isValid && timeRange.duration.isNumeric ? timeRange.duration : nil
  }

  /// The time since the start of content that has an end. The clock of live content starts anywhere.
  fileprivate var elapsed: MediaTime? {
    guard let duration, time.isNumeric else { return nil }
    return min(max(time - timeRange.start, .zero), duration)
  }

  /// The time until the next whole second since the start, at rate 1.
  fileprivate var timeToNextSecond: MediaTime {
    guard let elapsed else { return .seconds(1) }
    let rest = elapsed.seconds.rounded(.down) + 1 - elapsed.seconds
    // A timer that is early by less than 5 ms still finds the next second. A time that stands still just before it is
    // not asked for again and again.
    return MediaTime(seconds: max(rest + 0.005, 0.1), preferredTimescale: 1_000_000)
  }

  /// The time since the start at a part of the time range, 0...1. It is at least a second before the end, so that a
  /// progress bar that is dragged to its end shows the end and does not pass it.
  fileprivate func offset(at fraction: Double) -> MediaTime? {
    guard timeRange.isValid, timeRange.duration.isNumeric else { return nil }
    let offset = MediaTime(seconds: fraction * timeRange.duration.seconds, preferredTimescale: 90_000)
    return min(offset, max(timeRange.duration - .seconds(1), .zero))
  }
}

/// What the view of the controls shows.
struct PlaybackControlsModel: Sendable, Hashable {
  var layout: PlaybackControlsLayout
  var hovered: PlaybackControl?
  var pressed: PlaybackControl?
  var isPaused: Bool
  /// The part that has been played, 0...1; `nil` if there is no progress bar.
  var progress: Double?
  /// The time since the start; `nil` if it is not known, or if there is no progress bar.
  var elapsed: MediaTime?
  /// The time from the start to the end; `nil` if there is no progress bar.
  var duration: MediaTime?
  /// The time since the start to which the progress bar is dragged; `nil` if it is not dragged.
  var draggedOffset: MediaTime?
  var skipInterval: MediaTime
  /// The volume; `nil` if it is not shown.
  var volume: PlaybackVolume?

  /// Whether the progress changes with the time.
  fileprivate var isFollowing: Bool { progress != nil && !isPaused }
}
