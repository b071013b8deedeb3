import OverlayRender

extension PictureInPictureSession {
  /// What is known about the content; `nil` if it does not play.
  var playback: ContentPlayback? {
    guard let content = source?.content else { return nil }
    return content.playback.map {
      ContentPlayback(
        timeRange: $0.timeRangeForPlayback, isPaused: $0.isPlaybackPaused, time: content.currentTime,
        volume: $0.volume, canStep: $0.canStep, showsCaptions: $0.showsCaptions)
    }
  }

  /// Carries out what the user requests.
  func perform(_ command: PlaybackCommand) {
    queue.async { [weak self] in self?.carryOut(command) }
  }

  /// Asks the playback delegate again what the controls show.
  func invalidatePlaybackState() {
    queue.async { [weak self] in self?.updatePlayback() }
  }

  /// Shows in the controls what the playback delegate says, and reports it. Call it on the queue.
  private func updatePlayback() {
    guard let controls = state.withLock({ $0.controls }) else { return playbackObservers.send(nil) }
    let playback = playback
    controls.send(.playbackChanged(playback))
    controls.send(.restoringSet(canRestoreUserInterface))
    playbackObservers.send(playback)
  }

  /// Makes the controls of a window that opens.
  func makeControls() -> PlaybackControls {
    let (options, isLinear) = state.withLock { ($0.windowOptions, $0.requiresLinearPlayback) }
    let controls = PlaybackControls(
      clock: clock, options: options, canRestore: canRestoreUserInterface, isLinear: isLinear,
      perform: { [weak self] command in self?.perform(command) },
      follow: { [weak self] in self?.invalidatePlaybackState() })
    state.withLock { $0.controls = controls }
    followPlayback()
    return controls
  }

  /// Ends what belongs to a window that closes.
  func endPlayback() {
    let ended = state.withLock { ($0.controls.take(), $0.playbackChanges.take()) }
    guard ended.0 != nil else { return }
    playbackObservers.send(nil)
  }

  /// Shows in the controls of the window what the content says, now and whenever it changes.
  func followPlayback() {
    guard state.withLock({ $0.controls != nil }) else { return }
    let changes = source?.content.onPlaybackChange { [weak self] in self?.invalidatePlaybackState() }
    let previous = state.withLock { state in
      defer { state.playbackChanges = changes }
      return state.playbackChanges
    }
    withExtendedLifetime(previous) {}
    invalidatePlaybackState()
  }

  private func carryOut(_ command: PlaybackCommand) {
    let playback = source?.content.playback
    switch command {
    case .close: send(.stop(.user))
    case .restore: if canRestoreUserInterface { send(.restore) }
    case .setPlaying(let isPlaying):
      playback?.setPlaying(isPlaying)
      updatePlayback()
    case .skip(let interval): if interval.isNumeric { skip(.by(interval)) }
    case .seek(let time): if time.isNumeric { skip(.to(time)) }
    case .step(let count): if playback?.canStep == true { skip(.step(count)) }
    case .changeVolume(let change):
      guard let playback, let volume = playback.volume else { return }
      playback.setVolume(volume.changed(change))
      updatePlayback()
    case .toggleCaptions:
      guard let playback, let showsCaptions = playback.showsCaptions else { return }
      playback.setShowsCaptions(!showsCaptions)
      updatePlayback()
    }
  }

  private func skip(_ skip: PlaybackSkips.Skip) {
    guard let content = source?.content, content.playback != nil, !state.withLock({ $0.requiresLinearPlayback }) else {
      return
    }
    if let skip = state.withLock({ $0.skips.request(skip, in: content) }) { begin(skip, in: content) }
  }

  private func begin(_ skip: PlaybackSkips.Skip, in content: any PictureInPictureContent) {
    guard let playback = content.playback else { return }
    let time = content.currentTime
    Task.detached { [weak self] in
      switch skip {
      case .by(let interval): await playback.skip(by: interval)
      case .to(let target): await playback.skip(by: target - time)
      case .step(let count): await playback.step(byCount: count)
      }
      self?.finishSkip(in: content)
    }
  }

  private func finishSkip(in content: any PictureInPictureContent) {
    queue.async { [weak self] in
      guard let self else { return }
      if let next = state.withLock({ $0.skips.finish(in: content) }) { begin(next, in: content) }
      updatePlayback()
    }
  }
}
