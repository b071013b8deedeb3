/// The skips that the user has requested, which are carried out one after another.
///
/// Those that are requested during another one are joined to one skip, so that a slider that is dragged, or a key that
/// is held down, leads to where it stands and not through all positions before.
struct PlaybackSkips: Sendable {
  enum Skip: Sendable, Hashable {
    /// An interval from the current time.
    case by(MediaTime)
    /// A time of the content.
    case to(MediaTime)

    var time: MediaTime {
      switch self {
      case .by(let interval): interval
      case .to(let time): time
      }
    }

    /// Returns the interval from a time.
    func interval(from current: MediaTime) -> MediaTime {
      switch self {
      case .by(let interval): interval
      case .to(let time): time - current
      }
    }

    /// Returns this skip followed by another one.
    func followed(by next: Skip) -> Skip {
      guard case .by(let interval) = next else { return next }
      return switch self {
      case .by(let first): .by(first + interval)
      case .to(let time): .to(time + interval)
      }
    }
  }

  /// The content that is skipped in; `nil` for none.
  private var content: ObjectIdentifier?
  /// What follows.
  private var next: Skip?

  /// Requests a skip. Returns the one that begins now; `nil` if another one must end before.
  mutating func request(_ skip: Skip, in content: AnyObject) -> Skip? {
    guard self.content == ObjectIdentifier(content) else {
      // A skip in other content does not matter any more.
      (self.content, next) = (ObjectIdentifier(content), nil)
      return skip
    }
    next = next?.followed(by: skip) ?? skip
    return nil
  }

  /// Ends a skip. Returns the one that follows.
  mutating func finish(in content: AnyObject) -> Skip? {
    guard self.content == ObjectIdentifier(content) else { return nil }
    guard let skip = next.take() else {
      self.content = nil
      return nil
    }
    return skip
  }
}
