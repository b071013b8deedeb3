import Dispatch
import OverlayRender
import Synchronization

/// The pictures of a movie file at any time, for several threads at once.
///
/// Each call uses a cursor of its own, preferably the one that is nearest before the time. So pictures in order are
/// decoded once, also if several parts of the movie are read at the same time. The number of cursors is limited; more
/// threads wait.
final class MovieCursorPool: Sendable {
  /// The movie.
  let movie: Movie

  fileprivate struct State {
    /// The cursors that no thread uses, the latest one last.
    var unused: [MovieCursor]
    /// The number of all cursors.
    var count = 1
    /// Whether the file could be opened so far. It may be removed while it is shown.
    var canOpen = true
  }

  private let state: Mutex<State>
  /// The number of cursors that can be taken: at least the number of unused ones.
  private let available = DispatchSemaphore(value: maximumCount)

  /// The maximum number of cursors, each of which holds the decoded pictures on which others depend.
  fileprivate static let maximumCount = 4

  /// Opens a file and decodes its first picture.
  ///
  /// - Throws: `MediaError.fileNotOpened`, `movieUnreadable`, `noPictures`, `decoderMissing`, `pictureTooLarge` or
  ///   `librariesMissing` (or `librariesOfOtherVersion`).
  init(path: String) throws(MediaError) {
    let cursor = try MovieCursor(path: path)
    movie = cursor.movie
    state = Mutex(State(unused: [cursor]))
  }

  /// Returns the picture at a time relative to the beginning of the movie: the last one at or before it, or the first
  /// one of the movie.
  func picture(at time: MediaTime) -> MovieCursor.Picture {
    let cursor = takeCursor(for: time)
    defer {
      state.withLock { $0.unused.append(cursor) }
      available.signal()
    }
    return cursor.picture(at: time)
  }

  /// Returns the end of the last picture.
  func end() -> MediaTime { picture(at: Self.afterAnyMovie).end }

  /// The number of cursors, used or not.
  var cursorCount: Int { state.withLock(\.count) }

  /// A time after the end of any movie: 136 years.
  private static let afterAnyMovie = MediaTime.seconds(1 << 32)

  private func takeCursor(for time: MediaTime) -> MovieCursor {
    while true {
      available.wait()
      if let cursor = state.withLock({ $0.takeUnused(for: time) }) { return cursor }
      if let cursor = try? MovieCursor(path: movie.path) { return cursor }
      // The file is gone. One cursor less can be taken from now on.
      state.withLock {
        $0.count -= 1
        $0.canOpen = false
      }
    }
  }
}

extension MovieCursorPool.State {
  /// Takes the best cursor for a time; `nil` if a new one is to be opened, which is then counted.
  mutating func takeUnused(for time: MediaTime) -> MovieCursor? {
    let nearest = unused.indices.filter { unused[$0].isNear(time) }.max { unused[$0].time < unused[$1].time }
    if let nearest { return unused.remove(at: nearest) }
    // A cursor that has left this place would go back and forth between two parts.
    guard
      unused.isEmpty || canOpen && count < MovieCursorPool.maximumCount && unused.contains(where: { $0.hasLeft(time) })
    else { return unused.removeFirst() }
    count += 1
    return nil
  }
}
