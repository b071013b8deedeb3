import Foundation
import Testing

/// The examples that show windows, where there can be none.
@Suite("Examples with windows", .serialized)
struct WindowTests {
  private static let programs = ["CountdownPiP", "ListeningTextPiP", "OneAfterTheOther"]

  @Test("Without a display, one line on standard error says so", arguments: programs)
  func noDisplay(program: String) throws {
    let run = try Run(program, ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
    try run.expectFailure("picture in picture is not possible: ")
  }

  @Test(
    "A window of another program that does not answer ends them with one line",
    .enabled("needs Xvfb") { DisplayServer.isInstalled }, arguments: programs)
  func unanswered(program: String) throws {
    let server = try DisplayServer()
    // As a program that shows picture in picture and is stopped: it has the lock, and does not listen.
    let lock = open(server.folder.appending(path: "overlay-render-pip.lock").path, O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
    let run = try Run(
      program, ["DISPLAY": server.name, "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": server.folder.path])
    try run.expectFailure("another program shows picture in picture and does not stop: ")
  }
}

/// A run of an example, which is built into the folder of the tests.
private struct Run {
  private let program: String
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  init(_ program: String, _ variables: [String: String]) throws {
    self.program = program
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: program)
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
  }

  /// Waits for the end, which is status 69 and one line that begins with the name of the program and a text. A run that
  /// has not ended after 20 s is killed.
  func expectFailure(_ text: String) throws {
    let (identifier, watchdog) = (process.processIdentifier, DispatchSource.makeTimerSource())
    watchdog.setEventHandler { kill(identifier, SIGKILL) }
    watchdog.schedule(deadline: .now() + 20)
    watchdog.activate()
    defer { watchdog.cancel() }
    let error = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 69)
    #expect(error.hasPrefix("\(program): \(text)") && error.split(separator: "\n").count == 1, "\(error)")
    #expect(try output.fileHandleForReading.readToEnd() ?? Data() == Data())
  }
}

/// An X server with a folder for sockets and locks.
private final class DisplayServer {
  private static let program = URL(fileURLWithPath: "/usr/bin/Xvfb")
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program.path) }

  private let process = Process()
  let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString.prefix(8))")
  let name: String

  init() throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let output = Pipe()
    process.executableURL = Self.program
    process.arguments = ["-displayfd", "1", "-noreset", "-nolisten", "tcp"]
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    var number = ""
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8), !byte.isEmpty {
      number += String(decoding: byte, as: UTF8.self)
    }
    name = ":" + number
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
