/// Writes the frames of a movie into an output.
protocol MovieWriter: AnyObject {
  /// Adds a frame, and what belongs to its time.
  func add(_ frame: PacedFrame) throws

  /// Adds what is still held, and the end of the file.
  ///
  /// - Parameter end: The frame after the last one.
  func finish(at end: Int64) throws
}

/// Writes a movie into a container of FFmpeg.
final class ContainerWriter: MovieWriter {
  private let muxer: Muxer
  private let pictures: PictureTrack
  private let others: OtherTracks

  /// Creates a writer of tracks whose header is written.
  init(muxer: Muxer, pictures: PictureTrack, others: OtherTracks) {
    self.muxer = muxer
    self.pictures = pictures
    self.others = others
  }

  func add(_ frame: PacedFrame) throws {
    try pictures.add(frame)
    try others.write(until: frame.frame + frame.duration)
  }

  func finish(at end: Int64) throws {
    try pictures.finish()
    try others.finish(at: end)
    try muxer.finish()
  }
}
