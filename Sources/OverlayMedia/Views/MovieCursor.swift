import OverlayRender

/// A position in the pictures of a movie file, which moves forward picture by picture and jumps otherwise.
// `@unchecked`: `MovieCursorPool` gives a cursor to one thread at a time.
final class MovieCursor: @unchecked Sendable {
  /// A picture and the times between which it is shown.
  struct Picture: Sendable {
    /// The picture as it is shown, but with the shape of the stored pixels.
    let pixels: PixelBuffer
    /// The time of the picture; -infinity for the first one.
    var start: MediaTime
    /// The time of the next picture, or the end of the last one.
    var end: MediaTime
    /// Whether it is the last picture, which stays.
    var isLast: Bool

    func isShown(at time: MediaTime) -> Bool { start <= time && (time < end || isLast) }
  }

  private let reader: PictureReader
  private let converter: TurningFrameConverter
  private var current: Picture
  /// The time at which the cursor was before its latest jump.
  private var departure = MediaTime.positiveInfinity

  /// The longest time that is read picture by picture. A jump reads from the keyframe before, which is as far away.
  private static let longestStep = MediaTime.seconds(2)

  /// Opens a file and goes to its first picture.
  ///
  /// - Throws: `MediaError.fileNotOpened`, `movieUnreadable`, `noPictures`, `decoderMissing`, `pictureTooLarge` or
  ///   `librariesMissing` (or `librariesOfOtherVersion`).
  init(path: String) throws(MediaError) {
    reader = try PictureReader(path: path)
    do {
      let pictures = reader.movie.pictures
      converter = try TurningFrameConverter(
        of: pictures.codedSize, in: .bgraPremultiplied, turnedTo: pictures.orientation, clock: HostClock.shared)
      // This throws if there is no picture.
      _ = try reader.next()
      current = try Picture(
        pixels: converter.picture(of: reader.frame), start: .negativeInfinity, end: reader.end, isLast: reader.isLast)
    } catch let error as MediaError {
      throw error
    } catch {
      throw .movieUnreadable(path: path, reason: "\(error)")
    }
  }

  /// The movie.
  var movie: Movie { reader.movie }

  /// The time of the current picture.
  var time: MediaTime { current.start }

  /// Whether the picture at a time is the current one, or can be reached by reading on.
  func isNear(_ time: MediaTime) -> Bool {
    current.isShown(at: time) || Self.isNear(time, from: current.start, to: current.end)
  }

  /// Whether a time could be reached by reading on if the cursor had not jumped.
  func hasLeft(_ time: MediaTime) -> Bool { Self.isNear(time, from: departure, to: departure) }

  private static func isNear(_ time: MediaTime, from start: MediaTime, to end: MediaTime) -> Bool {
    start <= time && time <= end + longestStep
  }

  /// Goes to the picture at a time: the last one at or before it, or the first one of the movie.
  ///
  /// If the file cannot be read further, the current picture stays.
  func picture(at time: MediaTime) -> Picture {
    if current.isShown(at: time) { return current }
    do {
      if isNear(time) {
        while reader.end <= time, try reader.next() {}
      } else {
        departure = current.start
        _ = try reader.seek(to: max(time, .zero))
      }
      guard reader.time.isNumeric else { throw FFmpegStatus.endOfFile }
      let start = reader.time <= time ? reader.time : .negativeInfinity
      current = try Picture(
        pixels: converter.picture(of: reader.frame), start: start, end: reader.end, isLast: reader.isLast)
    } catch {
      current.start = min(current.start, time)
      current.end = .positiveInfinity
      current.isLast = true
    }
    return current
  }
}
