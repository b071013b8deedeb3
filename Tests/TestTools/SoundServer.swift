import Foundation
import Testing

/// A PulseAudio server whose device discards the sound, which can be recorded.
package final class SoundServer {
  private let server: TestServer
  private let socket: String

  /// Starts a server.
  ///
  /// - Parameter previous: A server that was killed, whose address the new one gets.
  package init(insteadOf previous: SoundServer? = nil) throws {
    if let previous { try? FileManager.default.removeItem(atPath: previous.socket) }
    var socket = previous?.socket ?? ""
    // The server closes all descriptors, even the one by which Foundation sees the end of a process. A shell keeps it.
    server = try TestServer(.bash, isUnprivileged: true) { folder in
      if socket.isEmpty { socket = folder.appending(path: "native").path }
      return [
        "-c", "\"$@\" & wait", "bash", TestTool.pulseaudio.path, "-n", "--daemonize=no", "--exit-idle-time=-1",
        "--use-pid-file=no",
        "-L", "module-null-sink sink_name=null format=float32le rate=48000",
        "-L", "module-role-cork trigger_roles=phone cork_roles=video,music",
        "-L", "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
      ]
    }
    self.socket = socket
    try #require(waitUntil { FileManager.default.fileExists(atPath: socket) })
  }

  /// The address for clients.
  package var address: String { "unix:" + socket }

  /// Ends the server as a crash does.
  package func kill() {
    server.kill()
    _ = waitUntil { !server.isRunning }
  }

  /// Stops or continues the process of the server.
  package func send(_ signal: Int32) { _ = Glibc.kill(-server.processIdentifier, signal) }

  /// Runs a command of pactl. Returns its output.
  @discardableResult package func control(_ arguments: String...) throws -> String {
    String(decoding: try TestTool.pactl.output(["-s", address] + arguments), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
  }

  /// Adds a device beside the first one, which is `null`. Returns the number of its module; the first device has 0.
  package func addDevice(_ name: String) throws -> String {
    try control("load-module", "module-null-sink", "sink_name=\(name)", "format=float32le", "rate=48000")
  }

  /// Removes the device of a module.
  package func removeDevice(ofModule number: String) throws { try control("unload-module", number) }

  /// Plays silence with a role until the returned process is released.
  package func play(role: String) throws -> TestServer {
    try TestServer(.pacat) { _ in ["-s", address, "--raw", "--property=media.role=\(role)", "/dev/zero"] }
  }
}
