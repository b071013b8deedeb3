import Glibc

extension Folders {
  /// The path from the root, whatever working folder the process has later; links and dots stay as they are.
  static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let working = getcwd(nil, 0) else { return path }
    defer { free(working) }
    return String(cString: working) + "/" + path
  }
}
