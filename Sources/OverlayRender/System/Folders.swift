import Glibc

/// Works with the paths of folders.
enum Folders {
  /// The folder that holds `path`, "." for a bare name.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path from the root, whatever working folder the process has later; links and dots stay as they are.
  static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let working = getcwd(nil, 0) else { return path }
    defer { free(working) }
    return String(cString: working) + "/" + path
  }
}
