import Glibc

/// Functions for paths of directories.
package enum Folders {
  /// Returns the directory that contains `path`; "." for a name without a directory.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the absolute path, which stays valid if the working directory changes. Links and dots are not resolved.
  package static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let working = getcwd(nil, 0) else { return path }
    defer { free(working) }
    return String(cString: working) + "/" + path
  }
}
