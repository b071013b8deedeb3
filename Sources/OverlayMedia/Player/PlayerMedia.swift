import OverlayRender

/// Where a player gets pictures, sound and threads from. Tests replace them.
struct PlayerMedia: Sendable {
  var openPictures: @Sendable (_ path: String, any MediaClock) throws(MediaError) -> any PictureSource
  var openSound: @Sendable (_ path: String, _ track: Int?, AudioFormat) throws(MediaError) -> any SoundSource
  var startWorker: StartWorker

  /// Files, decoded on threads of their own.
  static let files = PlayerMedia(
    openPictures: { (path, clock) throws(MediaError) in
      do throws(MediaError) { return try FilePictureSource(path: path, clock: clock) } catch {
        guard case .noPictures(_, hasSound: true) = error else { throw error }
        return try CoverPictureSource(path: path, clock: clock)
      }
    },
    openSound: { (path, track, format) throws(MediaError) in
      try FileSoundSource(path: path, track: track, format: format)
    },
    startWorker: DecodingThread.start)
}

/// What a player knows about an open movie.
struct MovieProperties: Sendable {
  /// The duration that the file announces, or indefinite.
  let duration: MediaTime
  let hasSound: Bool
  /// Whether the movie has pictures, and not only sound and perhaps a cover.
  var hasPictures = true
  /// The description; `nil` for a source that is not a file.
  var movie: Movie?
}

/// The pictures of an open movie, which are used by one thread at a time.
protocol PictureSource: AnyObject {
  var properties: MovieProperties { get }
  /// The time of the current picture.
  var time: MediaTime { get }
  /// The end of the current picture.
  var end: MediaTime { get }
  /// What was damaged in the pictures that were read; `nil` for nothing.
  var damage: MovieDamage? { get }
  /// Goes to the next picture. Returns `false` after the last one, which stays the current one.
  func next() throws(MediaError) -> Bool
  /// Goes to the picture at a time, or to one within the tolerances. Returns `false` if the movie ends before; then the
  /// last picture is the current one.
  func seek(to target: SeekTarget) throws(MediaError) -> Bool
  /// Returns the current picture, which stays after the next one.
  func picture() throws(MediaError) -> DecodedPicture
}

/// A picture as it was decoded, which is converted when it is shown soon.
struct DecodedPicture: Sendable {
  /// The number of bytes.
  let byteCount: Int
  /// Returns the pixels in formats.
  let pixelBuffers: @Sendable (Set<VideoOutput.Format>) throws(MediaError) -> [VideoOutput.Format: PixelBuffer]
}

/// Decoded sound of an item.
struct SoundBlock: Sendable, Hashable {
  /// The number of the first sample of each channel, counted from the beginning of the item.
  var start: Int64
  /// The samples, of all channels in turn.
  var samples: [Float]

  /// Returns the number of samples of each channel.
  func frameCount(channelCount: Int) -> Int64 { Int64(samples.count / channelCount) }

  /// Removes what is not in a range; the block may be empty then.
  mutating func clamp(from lower: Int64, to upper: Int64?, channelCount: Int) {
    let count = frameCount(channelCount: channelCount)
    let end = min(start + count, upper ?? .max)
    let first = min(max(start, lower), max(end, start))
    samples = Array(samples[(Int(first - start) * channelCount)..<(Int(max(end, first) - start) * channelCount)])
    start = first
  }
}

/// The sound of an open movie, which is used by one thread at a time.
protocol SoundSource: AnyObject {
  /// Returns the next block, which follows the previous one without a gap, or `nil` at the end.
  func next() throws(MediaError) -> SoundBlock?
  /// Goes to the sound at a time, or somewhat before.
  func seek(to time: MediaTime) throws(MediaError)
}
