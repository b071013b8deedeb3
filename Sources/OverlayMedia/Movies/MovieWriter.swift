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
  private let lastDurationOption: String?

  /// Creates a writer of tracks whose header is written.
  ///
  /// - Parameter lastDurationOption: The option of the muxer for the duration of the last picture, if it has one.
  init(muxer: Muxer, pictures: PictureTrack, others: OtherTracks, lastDurationOption: String?) {
    self.muxer = muxer
    self.pictures = pictures
    self.others = others
    self.lastDurationOption = lastDurationOption
  }

  func add(_ frame: PacedFrame) throws {
    try pictures.add(frame)
    try others.write(until: frame.frame + frame.duration)
  }

  func finish(at end: Int64) throws {
    try pictures.finish()
    if let lastDurationOption { try muxer.set(lastDurationOption, to: pictures.lastDuration, of: pictures.timeBase) }
    try others.finish(at: end)
    try muxer.finish()
  }
}
