import OverlayMedia
import OverlayPictureInPicture
import OverlayRender
import OverlayWindow

/// A player whose pictures or time a floating window shows, with its sound and its media controls.
struct PlayerRun {
  let movie: Movie
  /// Plays and pauses the player.
  let interruptible: InterruptiblePlayer
  private let player: MoviePlayer
  private let item: MoviePlayerItem
  private let renderer: PulseAudioRenderer?
  private let loops: Bool
  private let hasMediaControls: Bool
  private let notes: RunNotes

  /// - Parameters:
  ///   - start: The time at which the movie begins; `nil` for its beginning.
  ///   - audioTrack: The number of the audio track; `nil` for the one that players choose by default.
  ///   - isMuted: Whether the movie plays without sound.
  ///   - loops: Whether it plays again from the beginning at the end.
  ///   - hasMediaControls: Whether it is shown in the media controls of the desktop, and its name in mixers.
  init(
    _ movie: Movie, from start: MediaTime? = nil, audioTrack: Int? = nil, isMuted: Bool = false, loops: Bool,
    hasMediaControls: Bool = true, notes: RunNotes
  ) {
    self.movie = movie
    (self.loops, self.hasMediaControls, self.notes) = (loops, hasMediaControls, notes)
    item = MoviePlayerItem(path: movie.path, audioTrack: audioTrack)
    renderer =
      isMuted || movie.audioTracks.isEmpty
      ? nil : Self.audioRenderer(title: hasMediaControls ? movie.path.fileName : nil, notes)
    player = MoviePlayer(item, audioRenderer: renderer)
    if loops { player.actionAtItemEnd = .loop }
    if let start { player.seek(to: start, toleranceBefore: .zero, toleranceAfter: .zero) { _ in } }
    interruptible = InterruptiblePlayer(player)
  }

  /// The number of different pictures of the movie that were shown so far.
  var pictureCount: Int { item.copiedPictureCount }

  /// Shows a window, and plays when it has opened. Returns when it is closed, or at the end of the movie.
  ///
  /// - Parameter title: The title in the media controls of a movie that has none.
  func show(
    _ window: PictureInPictureRun, title: String, _ reports: RunReports, _ messages: Messages
  ) async throws {
    var window = window
    let interruptible = interruptible
    window.onFirstStart = { interruptible.setPlaying(true) }
    window.prepare = { controller, end in prepare(controller, title: title, end: end) }
    do {
      try await window.run(reports, notes: notes, messages: messages)
    } catch {
      // The error of the movie says more than the error of the window.
      throw player.error ?? error
    }
    if let damage = item.damage { messages.note("\(movie.path): \(damage)") }
    if let error = player.error { throw error }
  }

  private func prepare(
    _ controller: PictureInPictureController, title: String, end: @escaping @Sendable () -> Void
  ) -> [any Sendable] {
    let (player, item, interval) = (player, item, movie.nominalFrameRate.interval)
    let events = item.observe { event in
      switch event {
      // A single picture stays until the window is closed.
      case .didPlayToEnd where player.actionAtItemEnd != .loop && item.duration > interval: end()
      case .statusChanged(.failed): end()
      default: break
      }
    }
    // It may have failed before it was observed.
    if item.error != nil { end() }
    var prepared: [any Sendable] = [events]
    if let renderer { prepared.append(follow(renderer)) }
    guard hasMediaControls else { return prepared }
    let ownTitle = movie.title.flatMap { $0.isBlank ? nil : $0 }
    var information = NowPlayingInformation(identifier: movie.path, title: ownTitle ?? title)
    information.isRepeating = loops
    let artwork = movie.artwork.flatMap { ArtworkFile($0) }
    information.artwork = artwork?.path
    let nowPlaying = NowPlayingSession(controller, information) { command, information in
      guard case .setRepeating(let isRepeating) = command else { return }
      player.actionAtItemEnd = isRepeating ? .loop : .pause
      information.isRepeating = isRepeating
    }
    prepared.append(nowPlaying)
    if let artwork { prepared.append(artwork) }
    return prepared
  }

  /// The renderer of the sound; `nil` if there can be none.
  private static func audioRenderer(title: String?, _ notes: RunNotes) -> PulseAudioRenderer? {
    do throws(PulseAudioError) {
      return if let title { try PulseAudioRenderer(title: title) } else { try PulseAudioRenderer() }
    } catch {
      notes.add("the movie plays without sound: \(error.message)")
      return nil
    }
  }

  /// Pauses the player while its sound is interrupted and when its device is gone, and notes when there is no sound
  /// server.
  private func follow(_ renderer: PulseAudioRenderer) -> Subscription {
    let (player, notes) = (interruptible, notes)
    let noteLoss = { @Sendable [weak renderer] in
      guard let error = renderer?.connectionError else { return }
      notes.add("the movie plays without sound for now: \(error.message)")
    }
    let events = renderer.observe { event in
      switch event {
      case .interruptionBegan: player.beginInterruption()
      // Whether the sound has played does not matter: it does not while the player seeks.
      case .interruptionEnded: player.endInterruption()
      case .routeChanged(.oldDeviceUnavailable, _): player.loseDevice()
      case .mediaServicesWereLost: noteLoss()
      // A device that is new, or that the user has chosen, interrupts nothing.
      case .routeChanged, .mediaServicesWereReset: break
      }
    }
    // The server may have been missed before this was observed.
    noteLoss()
    return events
  }
}
