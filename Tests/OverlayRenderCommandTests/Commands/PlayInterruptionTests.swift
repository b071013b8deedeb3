import Foundation
import TestTools
import Testing

/// A movie of the command during calls, to which module-role-cork of PulseAudio gives the device, and when its device
/// goes away.
@Suite(
  "Interruptions of play", .ownThreads, .serialized, .requires(.xvfb), .requires(.ffmpeg), .requires(.pulseaudio),
  .requires(.pacat),
  .requires(.pactl), .requires(.busDaemon), .requires(.playerctl))
struct PlayInterruptionTests {
  private let display: TestServer
  private let bus: TestServer
  private let sound: SoundServer
  private let variables: [String: String]
  private let run: RunningCommand

  /// Plays a movie of a minute.
  init() throws {
    display = try TestServer(.xvfb) { _ in ["-displayfd", "1", "-noreset", "-nolisten", "tcp"] }
    bus = try TestServer(.busDaemon) { folder in
      ["--session", "--nofork", "--print-address=1", "--address=unix:path=\(folder.path)/bus"]
    }
    sound = try SoundServer()
    let folder = display.folder.path
    variables = [
      "DISPLAY": ":\(try #require(display.readLine()))", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": folder,
      "XDG_STATE_HOME": folder, "DBUS_SESSION_BUS_ADDRESS": try #require(bus.readLine()), "PULSE_SERVER": sound.address,
    ]
    let movie = try ScratchFolder()
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=60", "-f", "lavfi", "-i",
      "sine=sample_rate=48000:duration=60", "-c:v", "mpeg4", "-c:a", "pcm_s16le",
      movie.url.appending(path: "talk.mov").path,
    ])
    run = try RunningCommand(["play", "talk.mov"], in: movie, variables: variables)
    try #require(waitUntil { isPlaying })
  }

  @discardableResult private func playerctl(_ arguments: String...) -> String {
    let output = try? TestTool.playerctl.output(arguments, environment: variables)
    return output.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) } ?? ""
  }

  private var position: Double { Double(playerctl("position")) ?? -1 }

  /// Whether the movie is shown as playing, and moves.
  private var isPlaying: Bool {
    let start = position
    return playerctl("status") == "Playing" && waitUntil(within: 0.5) { position > start }
  }

  /// Whether the movie is shown as paused, and stands still.
  private var isPaused: Bool {
    let start = position
    return playerctl("status") == "Paused" && !waitUntil(within: 0.5) { position != start }
  }

  /// Runs an action during a call.
  private func call(_ action: () throws -> Void) throws {
    let phone = try sound.play(role: "phone")
    try #require(waitUntil { playerctl("status") == "Paused" })
    try action()
    #expect(isPaused)
    withExtendedLifetime(phone) {}
  }

  @Test("A movie plays on after a call, also if the user asks for it or has skipped during the call")
  func resumes() throws {
    try call {}
    #expect(waitUntil { isPlaying })
    try call { playerctl("play") }
    #expect(waitUntil { isPlaying })
    try call {
      playerctl("position", "30")
      #expect(waitUntil { position == 30 })
    }
    #expect(waitUntil { isPlaying } && position > 30)
    try stop()
  }

  @Test("A movie that the user pauses during a call stays paused")
  func staysPaused() throws {
    try call { playerctl("pause") }
    #expect(!waitUntil(within: 2) { !isPaused })
    playerctl("play")
    #expect(waitUntil { isPlaying })
    try call {
      playerctl("play")
      playerctl("pause")
    }
    #expect(!waitUntil(within: 2) { !isPaused })
    playerctl("play")
    #expect(waitUntil { isPlaying })
    try stop()
  }

  @Test("A movie pauses when its device goes away, also during a call, until the user plays on")
  func deviceLoss() throws {
    let second = try sound.addDevice("second")
    #expect(isPlaying)
    try sound.removeDevice(ofModule: "0")
    #expect(waitUntil { isPaused })
    playerctl("play")
    #expect(waitUntil { isPlaying })
    try call {
      _ = try sound.addDevice("third")
      try sound.removeDevice(ofModule: second)
    }
    #expect(!waitUntil(within: 2) { !isPaused })
    playerctl("play")
    #expect(waitUntil { isPlaying })
    try stop()
  }

  private func stop() throws {
    run.send(SIGTERM)
    let outcome = try run.finish()
    #expect(outcome.status == 0 && outcome.error.isEmpty)
  }
}
