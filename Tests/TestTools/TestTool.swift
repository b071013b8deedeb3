import Foundation
import Testing

/// A system program that some tests run.
///
/// If it is missing, these tests are skipped, and the skips are counted. With `CI=true` they fail instead, so that
/// continuous integration runs all tests.
package struct TestTool: Sendable {
  /// The file in `/usr/bin`.
  package let name: String
  /// The Debian package that contains it.
  package let package: String

  package static let bash = TestTool(name: "bash", package: "bash")
  package static let busDaemon = TestTool(name: "dbus-daemon", package: "dbus")
  package static let busMonitor = TestTool(name: "dbus-monitor", package: "dbus")
  package static let busSend = TestTool(name: "dbus-send", package: "dbus")
  package static let chromium = TestTool(name: "chromium", package: "chromium")
  package static let ffmpeg = TestTool(name: "ffmpeg", package: "ffmpeg")
  package static let ffprobe = TestTool(name: "ffprobe", package: "ffmpeg")
  package static let fish = TestTool(name: "fish", package: "fish")
  package static let grim = TestTool(name: "grim", package: "grim")
  package static let mpv = TestTool(name: "mpv", package: "mpv")
  package static let openbox = TestTool(name: "openbox", package: "openbox")
  package static let openssl = TestTool(name: "openssl", package: "openssl")
  package static let pacat = TestTool(name: "pacat", package: "pulseaudio-utils")
  package static let pactl = TestTool(name: "pactl", package: "pulseaudio-utils")
  package static let pangoView = TestTool(name: "pango-view", package: "pango1.0-tools")
  package static let parec = TestTool(name: "parec", package: "pulseaudio-utils")
  package static let picom = TestTool(name: "picom", package: "picom")
  package static let playerctl = TestTool(name: "playerctl", package: "playerctl")
  package static let prlimit = TestTool(name: "prlimit", package: "util-linux")
  package static let pulseaudio = TestTool(name: "pulseaudio", package: "pulseaudio")
  package static let python = TestTool(name: "python3", package: "python3")
  package static let script = TestTool(name: "script", package: "bsdutils")
  package static let setpriv = TestTool(name: "setpriv", package: "util-linux")
  package static let sway = TestTool(name: "sway", package: "sway")
  package static let swaymsg = TestTool(name: "swaymsg", package: "sway")
  package static let unshare = TestTool(name: "unshare", package: "util-linux")
  package static let weston = TestTool(name: "weston", package: "weston")
  package static let wtype = TestTool(name: "wtype", package: "wtype")
  package static let xdotool = TestTool(name: "xdotool", package: "xdotool")
  package static let xprop = TestTool(name: "xprop", package: "x11-utils")
  package static let xrandr = TestTool(name: "xrandr", package: "x11-xserver-utils")
  package static let xvfb = TestTool(name: "Xvfb", package: "xvfb")
  package static let zsh = TestTool(name: "zsh", package: "zsh")

  package var path: String { "/usr/bin/" + name }

  /// Whether a test that needs a missing tool fails instead of being skipped.
  package static let areRequired = ProcessInfo.processInfo.environment["CI"] == "true"

  /// Returns whether the tool is installed.
  ///
  /// - Throws: ``MissingTool`` if tools are required.
  package func isInstalled() throws -> Bool {
    try TestTool.check(FileManager.default.isExecutableFile(atPath: path), name, from: package)
  }

  /// Cancels the running test, or its current case, if the tool is missing.
  package func require() throws {
    guard try !isInstalled() else { return }
    // Swift Testing reports skipped tests, but not canceled ones. This line has the same format.
    print("➜ Test \"\(Test.current?.displayName ?? "")\" skipped: \"needs \(name)\"")
    try Test.cancel("needs \(name)")
  }

  /// Runs the tool and returns its standard output.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - environment: The variables that differ from the environment of the test.
  /// - Throws: ``FailedTool`` if the exit status is not 0.
  package func output(_ arguments: [String], environment: [String: String] = [:]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let watchdog = process.watchdog(seconds: 300)
    defer { watchdog.cancel() }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw FailedTool(name: name, status: process.terminationStatus, arguments: arguments)
    }
    return data
  }

  fileprivate static func check(_ isInstalled: Bool, _ name: String, from package: String) throws -> Bool {
    if areRequired && !isInstalled { throw MissingTool(name: name, package: package) }
    return isInstalled
  }
}

extension Process {
  /// Kills the running process if it takes longer than some seconds, until the result is canceled. Otherwise a test
  /// that waits for it would never end, and nobody would know which one it was.
  package func watchdog(seconds: Int) -> any DispatchSourceTimer {
    let (identifier, timer) = (processIdentifier, DispatchSource.makeTimerSource())
    timer.setEventHandler { kill(identifier, SIGKILL) }
    timer.schedule(deadline: .now() + .seconds(seconds))
    timer.activate()
    return timer
  }
}

/// An error for a test whose program is missing.
package struct MissingTool: Error, CustomStringConvertible {
  let name: String
  let package: String

  package var description: String { "\(name) is missing: apt-get install \(package)" }
}

/// An error for a program of a test that failed. Its messages are on standard error.
package struct FailedTool: Error, CustomStringConvertible {
  let name: String
  let status: Int32
  let arguments: [String]

  package var description: String { "\(name) \(arguments.joined(separator: " ")): status \(status)" }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only if a tool is installed.
  package static func requires(_ tool: TestTool) -> Self {
    .enabled("needs \(tool.name)") { try tool.isInstalled() }
  }

  /// Runs a test only if something in a Debian package is installed.
  package static func requires(
    _ name: String, from package: String, where isInstalled: @escaping @Sendable () -> Bool
  ) -> Self {
    .enabled("needs \(name)") { try TestTool.check(isInstalled(), name, from: package) }
  }

  /// Skips a test of memory or speed in a run with a sanitizer, which needs several times as much of both.
  package static var unsanitized: Self {
    let isSanitized = ProcessInfo.processInfo.environment["OVERLAY_RENDER_SANITIZED"] == "1"
    return .disabled(if: isSanitized, "limits memory or time")
  }
}
