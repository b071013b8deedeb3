import Glibc

/// The folders of the user for what programs keep (XDG Base Directory Specification, which ignores relative paths).
package enum UserFolder {
  /// The folder for state, `$XDG_STATE_HOME` or `~/.local/state`; `nil` if the environment names none.
  package static var state: String? { path("XDG_STATE_HOME", inHome: ".local/state") }
  /// The folder for what can be made again, `$XDG_CACHE_HOME` or `~/.cache`; `nil` if the environment names none.
  package static var cache: String? { path("XDG_CACHE_HOME", inHome: ".cache") }

  /// Creates a folder and those that contain it, for the user alone.
  ///
  /// - Returns: Why one of them cannot be created; `nil` if all exist.
  @discardableResult
  package static func create(_ folder: String) -> SystemError? {
    let ends = folder.indices.dropFirst().filter { folder[$0] == "/" } + [folder.endIndex]
    for end in ends where mkdir(String(folder[..<end]), 0o700) != 0 && errno != EEXIST {
      return SystemError(rawValue: errno)
    }
    return nil
  }

  private static func path(_ name: String, inHome folder: String) -> String? {
    if let path = variable(name), path.hasPrefix("/") { return path + "/overlay-render" }
    return variable("HOME").map { "\($0)/\(folder)/overlay-render" }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
