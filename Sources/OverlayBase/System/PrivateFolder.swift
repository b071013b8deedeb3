import Glibc

/// A folder for locks and sockets, in which no other user can replace or add files.
package enum PrivateFolder {
  /// Returns the folder for files of the user's running programs: `XDG_RUNTIME_DIR` of the XDG Base Directory
  /// Specification, or else a folder of the user in the temporary folder, which is created.
  ///
  /// It returns `nil` if both belong to another user, or if other users can change them.
  package static func runtime() -> String? {
    runtime(environment("XDG_RUNTIME_DIR"), temporaryFolder: environment("TMPDIR"))
  }

  package static func runtime(_ runtimeFolder: String?, temporaryFolder: String?) -> String? {
    if let runtimeFolder, runtimeFolder.hasPrefix("/"), isPrivate(runtimeFolder, followingLink: true) {
      return runtimeFolder
    }
    let folder = (temporaryFolder.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp") + "/overlay-render-\(geteuid())"
    // It may exist already. Anyone can create a folder or a link of this name, so it is checked afterward.
    mkdir(folder, 0o700)
    return isPrivate(folder, followingLink: false) ? folder : nil
  }

  private static func isPrivate(_ path: String, followingLink: Bool) -> Bool {
    guard let status = try? SystemCalls.status(of: path, followingLink: followingLink) else { return false }
    return status.kind == .folder && status.owner == geteuid() && status.permissions & 0o022 == 0
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
