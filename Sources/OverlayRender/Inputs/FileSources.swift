import Synchronization

/// The sources of files that are in use: one for each path.
final class FileSources<Source: AnyObject & Sendable>: Sendable {
  /// What all who ask for one path share. A source keeps its own, so that it is there as long as the source is.
  private final class Entry: Sendable {
    private struct Weak {
      weak var source: Source?
    }

    private let found = Mutex(Weak())

    /// Returns the source, or makes it, while others who ask for the same path wait.
    func source(makingWith make: () -> Source) -> Source {
      found.withLock { found in
        if let source = found.source { return source }
        let source = make()
        found.source = source
        return source
      }
    }
  }

  private struct Weak {
    weak var entry: Entry?
  }

  /// Makes a source that keeps `entry`, which others of its path are to find, as long as it lives.
  typealias MakeSource = @Sendable (_ path: String, _ entry: any AnyObject & Sendable) -> Source

  private let entries = Mutex<[String: Weak]>([:])
  private let makeSource: MakeSource

  /// Makes an empty set of sources.
  ///
  /// - Parameter makeSource: Makes the source of an absolute path, and reads the file: that may take long.
  init(makeSource: @escaping MakeSource) {
    self.makeSource = makeSource
  }

  /// Returns the source of an absolute path. Its file is read once, by whoever asks first; who asks for another path does
  /// not wait for that.
  func source(path: String) -> Source {
    let entry = entries.withLock { entries in
      if let entry = entries[path]?.entry { return entry }
      entries = entries.filter { $0.value.entry != nil }
      let entry = Entry()
      entries[path] = Weak(entry: entry)
      return entry
    }
    return entry.source { makeSource(path, entry) }
  }
}
