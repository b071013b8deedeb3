import Glibc

/// Folders on the way to an output file.
enum Folders {
  /// The folder that holds `path`, "." for a bare name.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the folder `path` and those above it that are missing; gives those it made, outermost first.
  static func make(_ path: String) throws(SinkError) -> [String] {
    do {
      try SystemCalls.makeFolder(path)
      return [path]
    } catch let error where error.rawValue == EEXIST {
      let kind = (try? SystemCalls.status(of: path))?.kind
      guard kind == .folder else { throw .notAFolder(path: path) }
      return []
    } catch let error where error.rawValue == ENOENT && parent(of: path) != path {
      let above = try make(parent(of: path))
      return try above + make(path)
    } catch {
      throw SinkError(creating: path, error)
    }
  }
}
