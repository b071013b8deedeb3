extension PictureInPictureController {
  /// Shows in the controls what the playback delegate says. Call it on the queue.
  func updatePlayback() {
    let (controls, content) = state.withLock { ($0.controls, $0.source.content) }
    guard let controls else { return }
    let playback = content.playback.map {
      PlaybackControlsState.Playback(
        timeRange: $0.timeRangeForPlayback, isPaused: $0.isPlaybackPaused, time: content.currentTime)
    }
    controls.send(.playbackChanged(playback))
  }

  /// Makes the controls of a window that opens.
  func makeControls() -> PlaybackControls {
    let controls = PlaybackControls(
      clock: clock, options: windowOptions, isLinear: requiresLinearPlayback,
      perform: { [weak self] action in self?.queue.async { [weak self] in self?.perform(action) } },
      follow: { [weak self] in self?.invalidatePlaybackState() })
    state.withLock { $0.controls = controls }
    followPlayback()
    return controls
  }

  /// Shows in the controls what the content says, now and whenever it changes.
  func followPlayback() {
    let changes = contentSource.content.onPlaybackChange { [weak self] in self?.invalidatePlaybackState() }
    let previous = state.withLock { state in
      defer { state.playbackChanges = changes }
      return state.playbackChanges
    }
    withExtendedLifetime(previous) {}
    invalidatePlaybackState()
  }

  private func perform(_ action: PlaybackControlsState.Action) {
    let playback = contentSource.content.playback
    switch action {
    case .close: send(.stop(.user))
    case .restore: send(.restore)
    case .setPlaying(let isPlaying):
      playback?.setPlaying(isPlaying)
      updatePlayback()
    case .skip(let interval):
      guard let playback else { return }
      Task.detached { [weak self] in
        await playback.skip(by: interval)
        self?.invalidatePlaybackState()
      }
    }
  }
}
