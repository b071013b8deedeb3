import OverlayMedia
import OverlayRender

/// The proof that the ways that show the overlay show the same pictures.
struct ComparisonProof {
  /// The sampled times: the first seconds, and those around the end of the blank movie, after which it starts again.
  static let times: [MediaTime] =
    (0..<6).map { .seconds($0) } + [-1, 0, 1].map { BlankClip.duration + MediaTime(value: $0, timescale: 2) }
    + [BlankClip.duration + .seconds(1)]
  /// The greatest difference of a color that is laid over a decoded movie, in code values.
  static let tolerance = 2

  let overlay: ComparedOverlay
  let movieRate: FrameRate
  /// The path of the blank movie.
  let clip: String
  /// Whether the movie is read as fast as possible instead of played.
  let isOffline: Bool
  /// The longest wait for a picture of the player, which arrives in real time.
  var patience = MediaTime.seconds(5)

  /// Compares the pictures of the ways at the sampled times.
  ///
  /// - Returns: The greatest difference of the blank video, in code values. The other ways show the same bytes.
  /// - Throws: `Failure` if they differ.
  func check() async throws -> Int {
    let configuration = overlay.configuration(movieRate)
    let stream = try Renderer(overlay.view, configuration: configuration)
    // The movie is read or played as in a measurement, but in the time of the samples.
    let clock = ManualClock()
    let player = isOffline ? nil : try await ComparisonRun.player(of: clip, clock: clock)
    let movie = try player.map { Video($0) } ?? ComparisonRun.endlessMovie(clip)
    // Where the movie shows nothing, the pictures differ.
    var white = configuration
    white.background = .white
    let blank = try Renderer(overlay.view(over: movie), configuration: white)
    var greatest = 0
    for time in Self.times {
      clock.advance(to: time)
      let expected = try stream.render(at: time)
      // Each picture is made from nothing, so that an error of a cache shows.
      let naive = try Renderer(alone: overlay.view, configuration: configuration)
      if try difference(expected, naive.redraw(at: time)) > 0 { throw failure(.naive, time) }
      let deadline = HostClock.shared.time + patience
      var difference = try difference(expected, blank.redraw(at: time))
      while difference > Self.tolerance {
        guard HostClock.shared.time < deadline else { throw failure(.blankVideo, time) }
        try await Task.sleep(for: .milliseconds(5))
        difference = try self.difference(expected, blank.redraw(at: time))
      }
      greatest = max(greatest, difference)
    }
    withExtendedLifetime(player) {}
    return greatest
  }

  private func failure(_ way: ComparedWay, _ time: MediaTime) -> Failure {
    Failure(
      .inputOutput,
      "\(way.title) and view to video show different pictures at \(time), so they are not compared: report this error")
  }

  /// Returns the greatest difference of two pictures, in code values.
  private func difference(_ one: SampleBuffer, _ other: SampleBuffer) -> Int {
    guard let one = one.pixelBuffer, let other = other.pixelBuffer, one.byteCount == other.byteCount else { return 255 }
    return one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        zip(one, other).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      }
    }
  }
}
