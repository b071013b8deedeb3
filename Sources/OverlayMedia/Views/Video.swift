import OverlayRender

/// A movie that plays with presentation time, without sound. By default it has its natural size.
///
///     try Video(file: "clip.mp4", atEnd: .loop).scaling(.fit).frame(width: 320, height: 180)
///
/// The view is a function of time, as all views: a picture is shown at the first frame at or after its time, and the
/// view is drawn only then, whatever the frame rate of the stream is. Alpha, the orientation and the shape of the
/// pixels are those of the file.
///
/// Opening a movie takes time, so make the view once. Copies of it share the open file. If the file can no longer be
/// read, the last picture stays.
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

  private let pictures: MoviePictures
  private let offset: MediaTime
  private let atEnd: AtEnd
  /// The end of the movie if it is repeated, and otherwise +infinity.
  private let end: MediaTime
  private let since: MediaTime?

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
    pictures = try MoviePictures(path: path)
    self.offset = offset.isNumeric ? max(offset, .zero) : .zero
    self.atEnd = atEnd
    self.since = since
    end = atEnd == .loop ? pictures.end() : .positiveInfinity
  }

  /// The movie.
  public var movie: Movie { pictures.movie }

  /// The size of the pictures in pixels, as the file says that they are shown.
  public var naturalSize: PixelSize { movie.naturalSize }

  /// The picture at the time of the frame.
  public var body: some View {
    // Only the start of the stream is read here, which does not change.
    TimelineView(nextChange: { _ in nil }) { time in
      PixelSourceView(
        VideoPlayback(
          pictures: pictures, start: since ?? time.streamStart, offset: offset, end: end, hidesAtEnd: atEnd == .hide))
    }
  }
}

/// The pictures of a movie by presentation time.
struct VideoPlayback: PixelSource {
  let pictures: MoviePictures
  /// The presentation time at which the movie starts to play.
  let start: MediaTime
  /// The time in the movie at which it starts to play.
  let offset: MediaTime
  /// The time in the movie from which it returns to the offset; +infinity for never.
  let end: MediaTime
  /// Whether nothing is shown after the last picture.
  let hidesAtEnd: Bool

  var naturalSize: PixelSize { pictures.movie.naturalSize }

  func pixels(at time: MediaTime) -> PixelBuffer? { shown(at: time).pixels }

  func nextChange(after time: MediaTime) -> MediaTime { shown(at: time).next }

  private func shown(at time: MediaTime) -> (pixels: PixelBuffer?, next: MediaTime) {
    guard time.isNumeric, start.isNumeric else { return (nil, .positiveInfinity) }
    guard time >= start else { return (nil, start) }
    let repetition = repetition(at: time)
    let picture = pictures.picture(at: time - repetition.start + offset)
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
