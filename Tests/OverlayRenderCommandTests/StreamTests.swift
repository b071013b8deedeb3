import Foundation
import OverlayRender
import TestTools
import Testing

@Suite("Streams to servers from the command", .requires(.ffmpeg))
struct StreamTests {
  /// A port of loopback on which nothing listens: only the system uses it.
  private static let url = "rtmp://user:word12@127.0.0.1:1/live/secret-key?token=abcdef"
  private static let secrets = ["secret-key", "word12", "abcdef"]

  @Test("Without a server, the command says why, without secrets, and how to try again")
  func refused() throws {
    let outcome = try overlayRender(
      smallClock + ["--duration", "5s", "--verbose", "-o", Self.url], in: ScratchFolder())
    #expect(outcome.status == 74)
    let message = try #require(outcome.messages.last)
    #expect(message.hasPrefix("overlay-render: rtmp://127.0.0.1:1/live/…: the stream failed ("), "\(message)")
    #expect(message.hasSuffix("): check the URL and the server, or add --reconnect"))
    for secret in Self.secrets { #expect(!outcome.error.contains(secret), "\(outcome.error)") }
  }

  @Test("With --reconnect, the run goes on without a server, and the statistics count what was lost")
  func reconnecting() throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(
      smallClock + ["--duration", "2s", "--reconnect", "--stats", "stats.json", "-o", Self.url], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains { $0.hasSuffix(": trying again in 1 s") }, "\(outcome.error)")
    let statistics = try JSONDecoder().decode(Statistics.self, from: folder.data("stats.json"))
    #expect(statistics.frames == 0)
    #expect(statistics.lost > 0)
    for secret in Self.secrets { #expect(!outcome.error.contains(secret), "\(outcome.error)") }
  }

  @Test("The list of processes contains no secrets")
  func processes() throws {
    let command = try RunningCommand(
      smallClock + ["--live", "--reconnect", "-o", Self.url, "--stats=unused.json"], in: ScratchFolder())
    let file = "/proc/\(command.process.processIdentifier)/cmdline"
    func arguments() throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    }
    #expect(try waitUntil { try arguments().contains("rtmp://127.0.0.1:1/live/…") })
    let shown = try arguments()
    for secret in Self.secrets { #expect(!shown.contains(secret), "\(shown)") }
    #expect(shown.contains("--stats=unused.json"))
    command.process.terminate()
    _ = try command.finish()
  }

  @Test("Ticks and the sound of a file are sent, and a movie is not drawn over yet")
  func sound() throws {
    let folder = try ScratchFolder()
    let clock = smallClock + ["--duration", "2s", "--quiet"]
    let source = ["-v", "error", "-f", "lavfi", "-i"]
    _ = try TestTool.ffmpeg.output(source + ["sine=d=2", folder.url.appending(path: "a.wav").path])
    _ = try TestTool.ffmpeg.output(source + ["testsrc2=d=1:s=64x36", folder.url.appending(path: "a.mp4").path])
    for (name, option) in [("tick", ["--tick"]), ("file", ["--audio", "a.wav"])] {
      let outcome = try overlayRender(clock + option + ["-o", "\(name).m3u8"], in: folder)
      #expect(outcome.status == 0, "\(outcome.error)")
      let sound = try TestTool.ffmpeg.output([
        "-v", "error", "-i", folder.url.appending(path: "\(name).m3u8").path, "-vn", "-f", "u8", "-",
      ])
      // Silence is 128.
      #expect(sound.contains { abs(Int($0) - 128) > 3 }, "\(name)")
    }
    let outcome = try overlayRender(["clock", "--over", "a.mp4", "-o", "over.m3u8"], in: folder)
    #expect(outcome.status == 69)
    #expect(
      outcome.messages == [
        "overlay-render: --over: over.m3u8 cannot be a live stream in this version: write a movie, and send that"
      ])
    #expect(try folder.names.allSatisfy { !$0.hasPrefix("over") })
  }

  @Test("--reconnect is for streams")
  func reconnectingFile() throws {
    let outcome = try overlayRender(
      smallClock + ["--duration", "1s", "--reconnect", "-o", "x.y4m"], in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(
      outcome.messages == [
        "overlay-render: --reconnect is for URLs and playlists: leave it out, or write to rtmp, srt or another one"
      ])
  }

  private struct Statistics: Decodable {
    let frames: Int
    let lost: Int
  }
}
