import Foundation
import Glibc

/// A server that a test starts and ends, such as a display or sound server.
///
/// The server ends with the object, together with the processes that it has started.
package final class TestServer {
  private let process = Process()
  private let output = Pipe()

  /// The folder for the server's sockets and files, which only the server's user can read. It ends with the object.
  package let folder: URL

  private var errorFile: URL { folder.appending(path: "standard-error") }

  /// What the server has written to its standard error.
  package var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  /// Starts a server in a folder of its own.
  ///
  /// - Parameters:
  ///   - tool: The server.
  ///   - environment: The variables that differ from the environment of the test. `XDG_RUNTIME_DIR` is the folder.
  ///   - isUnprivileged: Whether the server runs as the user `nobody` if the test runs as root.
  ///   - arguments: The arguments, given the folder.
  package init(
    _ tool: TestTool, environment: [String: String] = [:], isUnprivileged: Bool = false,
    arguments: (_ folder: URL) -> [String]
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    var command: [String] = []
    if isUnprivileged, geteuid() == 0, let user = getpwnam("nobody") {
      chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid)
      command += ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    }
    command += [tool.path] + arguments(folder)
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
  }

  deinit {
    kill()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The process.
  package var processIdentifier: pid_t { process.processIdentifier }

  /// Whether the server runs.
  package var isRunning: Bool { process.isRunning }

  /// Ends the server and its children at once (SIGKILL), as a crash does. `Process` gives each one a group of its own.
  package func kill() {
    _ = Glibc.kill(-process.processIdentifier, SIGKILL)
  }

  /// Returns the next line that the server writes to its standard output; `nil` at the end.
  package func readLine() -> String? {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
      line += byte
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
