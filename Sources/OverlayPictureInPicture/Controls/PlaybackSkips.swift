import OverlayRender

/// The skips and steps that the user has requested, which are carried out one after another.
///
/// Those that are requested during another one are joined to one, so that a slider that is dragged, or a key that is
/// held down, leads to where it stands and not through all positions before.
struct PlaybackSkips: Sendable {
  enum Skip: Sendable, Hashable {
    /// An interval from the current time.
    case by(MediaTime)
    /// A time of the content.
    case to(MediaTime)
    /// A number of pictures from the current one.
    case step(Int)

    /// Returns this skip and the one that follows it as one; `nil` if they are two.
    func joined(with next: Skip) -> Skip? {
      switch (self, next) {
      case (.by, .to), (.to, .to): next
      case (.by(let first), .by(let second)): .by(first + second)
      case (.to(let time), .by(let interval)): .to(time + interval)
      case (.step(let first), .step(let second)): .step(first + second)
      // A step also pauses.
      case (.step, .by), (.step, .to), (.by, .step), (.to, .step): nil
      }
    }
  }

  /// The content that is skipped in; `nil` for none.
  private var content: ObjectIdentifier?
  /// What follows, in order.
  private var next: [Skip] = []

  /// Requests a skip. Returns the one that begins now; `nil` if another one must end before.
  mutating func request(_ skip: Skip, in content: AnyObject) -> Skip? {
    guard self.content == ObjectIdentifier(content) else {
      // A skip in other content does not matter any more.
      (self.content, next) = (ObjectIdentifier(content), [])
      return skip
    }
    var skip = skip
    while let last = next.last, let joined = last.joined(with: skip) {
      next.removeLast()
      skip = joined
    }
    next.append(skip)
    return nil
  }

  /// Ends a skip. Returns the one that follows.
  mutating func finish(in content: AnyObject) -> Skip? {
    guard self.content == ObjectIdentifier(content) else { return nil }
    guard !next.isEmpty else {
      self.content = nil
      return nil
    }
    return next.removeFirst()
  }
}
