import OverlayMedia
import OverlayRender

/// The proof that all ways show the same pictures.
struct ComparisonProof {
  /// The number of sampled seconds.
  static let sampleCount = 6
  /// The greatest difference of a color that is laid over a decoded movie, in code values.
  static let tolerance = 2

  let overlay: ComparedOverlay
  let movieRate: FrameRate
  /// The path of the blank movie.
  let clip: String

  /// Compares the pictures of the ways at the sampled seconds.
  ///
  /// - Throws: `Failure` if they differ.
  func check() throws {
    let stream = try Renderer(overlay.view, configuration: overlay.configuration(movieRate))
    let naive = try Renderer(overlay.view, configuration: overlay.configuration(movieRate))
    let blank = try Renderer(
      overlay.view(over: Video(file: clip, atEnd: .loop)), configuration: overlay.configuration(movieRate))
    for second in 0..<Self.sampleCount {
      let time = MediaTime.seconds(Int64(second))
      let expected = try stream.render(at: time)
      if try difference(expected, naive.redraw(at: time)) > 0 { throw failure(.naive, time) }
      if try difference(expected, blank.render(at: time)) > Self.tolerance { throw failure(.blankVideo, time) }
    }
  }

  private func failure(_ way: ComparedWay, _ time: MediaTime) -> Failure {
    Failure(
      .inputOutput, "\(way.title) and view to video show different pictures at \(time), so they are not compared")
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
