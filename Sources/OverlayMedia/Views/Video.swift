import OverlayRender

/// A movie: a file that plays with presentation time, without sound, or what a player shows. By default it has its
/// natural size.
///
///     try Video(file: "clip.mp4", atEnd: .loop).scaling(.fit).frame(width: 320, height: 180)
///
/// The view of a file is a function of time, as all views: a picture is shown at the first frame at or after its time,
/// and the view is drawn only then, whatever the frame rate of the stream is. Alpha, the orientation and the shape of
/// the pixels come from the file.
///
/// In recordings whose times start anew, as in MPEG-TS files that were joined, the picture can depend on what was shown
/// before. See ``MoviePlayer/seek(to:toleranceBefore:toleranceAfter:)``.
///
/// Opening a movie takes time, so make the view once. Copies of it share the open file. If the file can no longer be
/// read, the last picture stays.
///
/// The view of a player shows the picture of the player's time. It is for live streams with the clock of the player:
///
///     let player = MoviePlayer(path: "clip.mp4")
///     try await FrameStream(Video(player).scaling(.fit), size: PixelSize(640, 360)).live().write(to: "-")
public struct Video: View {
  /// What is shown after the last picture.
  public enum AtEnd: Sendable, Hashable, CaseIterable {
    /// The last picture.
    case hold
    /// Nothing. The view keeps its space.
    case hide
    /// The movie again, without a pause.
    case loop
  }

  private enum Source: Sendable {
    /// A file, and the presentation time at which it starts to play; `nil` for the start of the stream.
    case file(VideoPlayback, since: MediaTime?)
    case player(PlayerPixelSource)
  }

  private let source: Source

  /// Opens a movie file and decodes its first picture.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file.
  ///   - offset: The time in the movie at which it starts to play. A loop returns to it.
  ///   - atEnd: What is shown after the last picture.
  ///   - since: The presentation time at which the movie starts to play; `nil` for the start of the stream. Before it,
  ///     the view shows nothing, but has its space.
  /// - Throws: ``MediaError`` if the file is not a movie or cannot be decoded.
  public init(
    file path: String, from offset: MediaTime = .zero, atEnd: AtEnd = .hold, since: MediaTime? = nil
  ) throws(MediaError) {
    let cursors = try MovieCursorPool(path: path)
    let playback = VideoPlayback(
      cursors: cursors, start: since ?? .zero, offset: offset.isNumeric ? max(offset, .zero) : .zero,
      end: atEnd == .loop ? cursors.end() : .positiveInfinity, hidesAtEnd: atEnd == .hide)
    source = .file(playback, since: since)
  }

  /// Shows what a player shows, also when it gets another item.
  ///
  /// The view gets its pictures as an output of the current item. It keeps the player alive.
  public init(_ player: MoviePlayer) {
    source = .player(PlayerPixelSource(player))
  }

  /// The movie; `nil` if the movie of the player is not open.
  public var movie: Movie? {
    switch source {
    case .file(let playback, _): playback.cursors.movie
    case .player(let source): source.movie
    }
  }

  /// The size of the pictures in pixels, as the file says that they are shown; one pixel if the movie of the player is
  /// not open, or is sound without a cover.
  public var naturalSize: PixelSize {
    switch source {
    case .file(let playback, _): playback.naturalSize
    case .player(let source): source.naturalSize
    }
  }

  /// The picture at the time of the frame.
  @ViewBuilder public var body: some View {
    switch source {
    case .file(let playback, let since):
      // Only the start of the stream is read here, which does not change.
      TimelineView(nextChange: { _ in nil }) { time in
        PixelSourceView(playback.starting(at: since ?? time.streamStart))
      }
    case .player(let source):
      LiveView(source.changes) { _ in
        ContentTimeView(ContentTime.ofClock) { PixelSourceView(source) }
      }
    }
  }
}

/// The pictures of a movie by presentation time.
struct VideoPlayback: PixelSource {
  let cursors: MovieCursorPool
  /// The presentation time at which the movie starts to play.
  var start: MediaTime
  /// The time in the movie at which it starts to play.
  let offset: MediaTime
  /// The time in the movie from which it returns to the offset; +infinity for never.
  let end: MediaTime
  /// Whether nothing is shown after the last picture.
  let hidesAtEnd: Bool

  var naturalSize: PixelSize { cursors.movie.naturalSize }

  /// Returns the same with another start.
  func starting(at start: MediaTime) -> VideoPlayback {
    var copy = self
    copy.start = start
    return copy
  }

  func pixels(at time: MediaTime) -> PixelBuffer? { shown(at: time).pixels }

  func nextChange(after time: MediaTime) -> MediaTime { shown(at: time).next }

  private func shown(at time: MediaTime) -> (pixels: PixelBuffer?, next: MediaTime) {
    guard time.isNumeric, start.isNumeric else { return (nil, .positiveInfinity) }
    guard time >= start else { return (nil, start) }
    let repetition = repetition(at: time)
    let picture = cursors.picture(at: time - repetition.start + offset)
    guard picture.isLast else {
      return (picture.pixels, min(presentation(of: picture.end, in: repetition.start), repetition.end))
    }
    guard hidesAtEnd else { return (picture.pixels, repetition.end) }
    let hiding = presentation(of: picture.end, in: repetition.start)
    return time < hiding ? (picture.pixels, hiding) : (nil, .positiveInfinity)
  }

  /// Returns the presentation times at which a repetition of the movie starts and ends.
  private func repetition(at time: MediaTime) -> (start: MediaTime, end: MediaTime) {
    let duration = end - offset
    guard duration.isNumeric, duration > .zero else { return (start, .positiveInfinity) }
    let count = (time - start).wholeIntervals(of: duration)
    let beginning = start + duration.multiplied(by: count, dividedBy: 1)
    return (beginning, presentation(of: end, in: beginning))
  }

  /// Returns the presentation time of a time in the movie. If it cannot be exact, it is early, and never late.
  private func presentation(of time: MediaTime, in start: MediaTime) -> MediaTime {
    let sum = start + (time - offset)
    return sum.hasBeenRounded ? sum - MediaTime(value: 1, timescale: sum.timescale) : sum
  }
}
