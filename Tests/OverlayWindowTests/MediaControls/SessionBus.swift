import Foundation
import TestTools
import Testing

/// A session bus, and its clients.
final class SessionBus {
  private let server: TestServer
  let address: String

  init(at path: String? = nil) throws {
    server = try TestServer(.busDaemon) { folder in
      ["--session", "--nofork", "--print-address=1", "--address=unix:path=\(path ?? folder.path + "/bus")"]
    }
    // The identifier that follows the path is another one after each start.
    address = String(try #require(server.readLine()).prefix { $0 != "," })
  }

  /// Runs playerctl and returns its output; `nil` if it fails.
  @discardableResult
  func playerctl(_ arguments: String...) -> String? {
    output(.playerctl, arguments)
  }

  /// Calls a method and returns the reply; `nil` if it is an error.
  func call(_ name: String, _ method: String, _ arguments: String...) -> String? {
    output(.busSend, ["--print-reply", "--dest=\(name)", "/org/mpris/MediaPlayer2", method] + arguments)
  }

  private func output(_ tool: TestTool, _ arguments: [String]) -> String? {
    guard let output = try? tool.output(arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": address]) else {
      return nil
    }
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
