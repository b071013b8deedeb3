import Foundation
import OverlayRender
import TestTools
import Testing

@Suite("Streams to servers from the command", .ownThreads, .requires(.ffmpeg))
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

  @Test("A URL in the wrong place is shown without its secrets")
  func misplacedURLs() throws {
    for arguments in [
      ["-o", "a.mp4", Self.url], ["-o", "a.mp4", "--audio", Self.url], ["-o", Self.url, "--size", Self.url],
      ["-o", "rtmp://user:word12/x@127.0.0.1:1/live/secret-key?token=abcdef"],
    ] {
      let outcome = try overlayRender(smallClock + ["--duration", "1s"] + arguments, in: ScratchFolder())
      #expect(outcome.status != 0)
      #expect(outcome.error.contains("rtmp://127.0.0.1:1/live/…"), "\(outcome.error)")
      for secret in Self.secrets { #expect(!outcome.error.contains(secret), "\(outcome.error)") }
    }
  }

  @Test("With --reconnect, the run goes on without a server, and the statistics count what was lost")
  func reconnecting() throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(
      smallClock + ["--duration", "2s", "--reconnect", "--stats", "stats.json", "-o", Self.url], in: folder)
    #expect(outcome.status == 74)
    #expect(outcome.messages.contains { $0.hasSuffix(": trying again in 1 s") }, "\(outcome.error)")
    let message = try #require(outcome.messages.last)
    #expect(message.hasPrefix("overlay-render: rtmp://127.0.0.1:1/live/…: nothing was sent ("), "\(message)")
    #expect(message.hasSuffix("): check the URL and the server"), "\(message)")
    let statistics = try JSONDecoder().decode(Statistics.self, from: folder.data("stats.json"))
    #expect(statistics.frames == 0)
    #expect(statistics.lost == 60)
    for secret in Self.secrets { #expect(!outcome.error.contains(secret), "\(outcome.error)") }
  }

  @Test("The end of a run ends a connection that is being made, before the libraries end with the process")
  func endWhileConnecting() throws {
    // SRT waits for an answer. Otherwise its threads would write messages, and crash.
    let url = "srt://127.0.0.1:1?connect_timeout=30000"
    for _ in 0..<3 {
      let outcome = try overlayRender(
        smallClock + ["--duration", "100ms", "--reconnect", "--quiet", "-o", url], in: ScratchFolder())
      #expect(outcome.status == 74)
      #expect(
        outcome.messages == [
          "overlay-render: srt://127.0.0.1:1?…: nothing was sent (no answer in time): check the URL and the server"
        ])
    }
  }

  @Test("A URL that cannot be one is refused", arguments: ["udp://127.0.0.1:99999", "srt://127.0.0.1"])
  func badURL(url: String) throws {
    let outputs = try overlayRender(smallClock + ["--duration", "1s", "-o", url], in: ScratchFolder())
    let feeds = try overlayRender(["clock", "--over", url, "-o", "a.mp4"], in: ScratchFolder())
    for outcome in [outputs, feeds] {
      #expect(outcome.status == 64)
      #expect(outcome.messages.last?.hasPrefix("overlay-render: \(url): it") == true, "\(outcome.error)")
      #expect(outcome.messages.last?.hasSuffix(": correct the URL") == true, "\(outcome.error)")
    }
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

  @Test("A URL is read from the first line of a file, which others cannot read")
  func secretFile() throws {
    let folder = try ScratchFolder()
    try folder.write("  \(Self.url)\nsecond line\n", to: "key")
    let file = folder.url.appending(path: "key").path
    func run(_ argument: String) throws -> Outcome {
      try overlayRender(smallClock + ["--duration", "1s", "--quiet", "-o", argument], in: folder)
    }
    for (mode, isRefused) in [(0o600, false), (0o440, false), (0o604, true), (0o602, true), (0o620, true)] {
      chmod(file, mode_t(mode))
      let outcome = try run("@key")
      #expect(outcome.status == (isRefused ? 66 : 74), "\(outcome.error)")
      #expect(
        outcome.error.contains(
          isRefused
            ? (mode == 0o620 ? "its group can change" : "everybody can")
            : "rtmp://127.0.0.1:1/live/…: the stream failed"))
      for secret in Self.secrets { #expect(!outcome.error.contains(secret), "\(outcome.error)") }
    }
    try folder.write("a.mp4\n", to: "name")
    chmod(folder.url.appending(path: "name").path, 0o600)
    #expect(try run("@name").status == 65)
    #expect(try run("@missing").status == 66 && run("@").status == 64 && run("@.").status == 66)
    // A byte order mark is skipped. What is not text is not a URL.
    for (bytes, status) in [([0xEF, 0xBB, 0xBF], 74), ([0xFF], 65), ([0], 65)] as [([UInt8], Int32)] {
      try (Data(bytes) + Data(Self.url.utf8)).write(to: folder.url.appending(path: "name"))
      #expect(try run("@name").status == status, "\(bytes)")
    }
    if geteuid() == 0 {
      chown(folder.url.appending(path: "name").path, 65_534, 65_534)
      #expect(try run("@name").error.contains("belongs to another user"))
    }
    // A path with a folder names a file.
    #expect(try overlayRender(smallClock + ["--duration", "1s", "--as", "y4m", "-o", "./@x"], in: folder).status == 0)
    #expect(try folder.data("@x").count > 0)
  }

  @Test("--insecure is for rtmps")
  func insecureWithoutTLS() throws {
    let outcome = try overlayRender(
      smallClock + ["--duration", "1s", "--insecure", "-o", Self.url], in: ScratchFolder())
    #expect(outcome.status == 64 && outcome.error.contains("--insecure is for rtmps"))
  }

  @Test("Ticks, the sound of a file and the sound of a movie with an overlay are sent")
  func sound() throws {
    let folder = try ScratchFolder()
    let clock = smallClock + ["--duration", "2s", "--quiet"]
    let source = ["-v", "error", "-f", "lavfi", "-i"]
    _ = try TestTool.ffmpeg.output(source + ["sine=d=2", folder.url.appending(path: "a.wav").path])
    _ = try TestTool.ffmpeg.output(
      source + ["testsrc2=d=2:s=64x36"] + source.dropFirst(2) + ["sine=d=2", folder.url.appending(path: "a.mp4").path])
    let over = ["clock", "--over", "a.mp4", "--quiet"]
    for (name, options) in [("tick", clock + ["--tick"]), ("file", clock + ["--audio", "a.wav"]), ("over", over)] {
      let outcome = try overlayRender(options + ["-o", "\(name).m3u8"], in: folder)
      #expect(outcome.status == 0, "\(outcome.error)")
      let sound = try TestTool.ffmpeg.output([
        "-v", "error", "-i", folder.url.appending(path: "\(name).m3u8").path, "-vn", "-f", "u8", "-",
      ])
      // Silence is 128.
      #expect(sound.contains { abs(Int($0) - 128) > 3 }, "\(name)")
    }
    let pictures = try TestTool.ffprobe.output([
      "-v", "error", "-count_packets", "-select_streams", "v", "-show_entries", "stream=nb_read_packets", "-of",
      "csv=p=0", folder.url.appending(path: "over.m3u8").path,
    ])
    #expect(String(decoding: pictures, as: UTF8.self).hasPrefix("50"))
  }

  @Test("The sound of a movie stays with its pictures, also where they begin after it, and in a part of it")
  func synchronization() throws {
    let folder = try ScratchFolder()
    func path(_ name: String) -> String { folder.url.appending(path: name).path }
    // Black until the third second of the pictures, which begin a second after the sound; then white, with a tone.
    let pictures = "color=black:d=2:s=64x36[a];color=white:d=2:s=64x36[b],[a][b]concat"
    let tone = "aevalsrc=sin(440*2*PI*t)*gte(t\\,3):d=5"
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-itsoffset", "1", "-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i", tone]
        + ["-c:v", "libx264", path("a.mkv")])
    for (part, moment) in [([], 2.0), (["--from-time", "2s"], 1.0)] {
      let outcome = try overlayRender(
        ["clock", "--over", "a.mkv", "--quiet", "--overwrite", "-o", "a.m3u8"] + part, in: folder)
      #expect(outcome.status == 0, "\(outcome.error)")
      let sound = try TestTool.ffmpeg.output([
        "-v", "error", "-i", path("a.m3u8"), "-vn", "-ac", "1", "-ar", "1000", "-f", "u8", "-",
      ])
      let begin = try #require(sound.firstIndex { abs(Int($0) - 128) > 20 })
      #expect(abs(Double(begin) / 1000 - moment) < 0.05, "\(part)")
      let pictures = try TestTool.ffmpeg.output([
        "-v", "error", "-i", path("a.m3u8"), "-an", "-vf", "scale=1:1", "-pix_fmt", "gray", "-f", "rawvideo", "-",
      ])
      let white = try #require(pictures.firstIndex { $0 > 128 })
      #expect(abs(Double(white) / 25 - moment) < 0.05, "\(part)")
    }
  }

  @Test("A live feed is drawn on, and the run ends with it, also with several outputs")
  func feed() throws {
    let folder = try ScratchFolder()
    func path(_ name: String) -> String { folder.url.appending(path: name).path }
    let port = try freePort()
    let command = try RunningCommand(
      ["clock", "--over", "tcp://127.0.0.1:\(port)?listen=1", "-o", "a.mp4", "-o", "a.y4m", "--stats", "s.json"],
      in: folder)
    #expect(waitUntil { isOpen(port) })
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=d=4:s=64x36:r=25", "-f", "lavfi", "-i", "sine=d=4", "-c:v",
      "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-f", "mpegts", "tcp://127.0.0.1:\(port)",
    ])
    let outcome = try command.finish()
    #expect(outcome.status == 0, "\(outcome.error)")
    // On a busy machine, the first picture takes more than a second.
    let messages = outcome.messages.filter { !$0.hasSuffix("waiting for the feed") }
    #expect(
      messages == ["overlay-render: note: tcp://127.0.0.1:\(port)?…: sound left out: y4m cannot hold sound"])
    let statistics = try JSONDecoder().decode(Statistics.self, from: folder.data("s.json"))
    for (name, sounds) in [("a.mp4", 1), ("a.y4m", 0)] {
      let kinds = try TestTool.ffprobe.output([
        "-v", "error", "-count_frames", "-show_entries", "stream=codec_type,nb_read_frames", "-of", "csv=p=0",
        path(name),
      ])
      let lines = String(decoding: kinds, as: UTF8.self).split(separator: "\n")
      #expect(lines.first == "video,\(statistics.frames)", "\(name): \(lines)")
      #expect(lines.dropFirst().count == sounds, "\(name)")
    }
    // How many there are depends on how busy the sender and this side are.
    #expect(statistics.frames > 0)
  }

  @Test("A run that waits for a feed, or has waited for a receiver in vain, says so")
  func waiting() throws {
    let port = try freePort()
    let url = "tcp://127.0.0.1:\(port)?listen=1"
    let feed = try RunningCommand(["clock", "--over", url, "-o", "a.mp4"], in: ScratchFolder())
    let note = "overlay-render: note: --over tcp://127.0.0.1:\(port)?…: waiting for the feed"
    #expect(waitUntil { (try? feed.messages) == [note] })
    feed.process.terminate()
    _ = try feed.finish()
    let outcome = try overlayRender(smallClock + ["--live", "--duration", "200ms", "-o", url], in: ScratchFolder())
    #expect(outcome.status == 74)
    #expect(outcome.messages.last?.contains("the stream failed (nobody has connected in time)") == true)
  }

  @Test("Options without a meaning for a live feed, and other protocols, are refused before anything is received")
  func feedOptions() throws {
    let feed = ["clock", "--over", "udp://127.0.0.1:1", "-o", "a.mp4"]
    let cases: [([String], Int32, String)] = [
      (feed + ["--at", "1s"], 64, "--at is not for a live feed: leave it out"),
      (feed + ["--from-time", "1s"], 64, "--from-time is not for a live feed: leave it out"),
      (feed + ["--vfr"], 64, "--vfr is for movies in files, and --over is a live feed: leave it out"),
      (
        feed + ["--start", "movie"], 64, "--start movie is for movies in files, and --over is a live feed: leave it out"
      ),
      (feed + ["--tick"], 64, "--tick cannot be used with --over: leave one of them out"),
      (
        feed + ["--size", "64x36"], 64, "--size cannot be used with --over, because the movie decides it: leave it out"
      ),
      (
        ["clock", "--over", "https://example.org/live/secret-key.m3u8", "-o", "a.mp4"], 69,
        "--over https://example.org/live/…: live feeds are received over rtmp, rtmps, srt, udp, rtp or tcp: send it with "
          + "ffmpeg -i URL -c copy -f mpegts udp://127.0.0.1:5000, and give --over udp://127.0.0.1:5000"
      ),
    ]
    for (arguments, status, message) in cases {
      let outcome = try overlayRender(arguments, in: ScratchFolder())
      #expect(outcome.status == status, "\(arguments)")
      #expect(outcome.messages == ["overlay-render: \(message)"])
    }
    let refused = try overlayRender(["clock", "--over", Self.url, "-o", "a.mp4"], in: ScratchFolder())
    #expect(refused.status == 74)
    #expect(refused.messages.last?.hasPrefix("overlay-render: rtmp://127.0.0.1:1/live/…: the stream failed (") == true)
    for secret in Self.secrets { #expect(!refused.error.contains(secret), "\(refused.error)") }
  }

  @Test("--reconnect is for streams")
  func reconnectingFile() throws {
    let outcome = try overlayRender(
      smallClock + ["--duration", "1s", "--reconnect", "-o", "x.y4m"], in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(
      outcome.messages == [
        "overlay-render: --reconnect is for live streams: leave it out, or write to a server or a playlist"
      ])
  }

  @Test("What a live stream does not have is refused before anything is connected")
  func optionsOfFiles() throws {
    for (arguments, message) in [
      (["--vfr", "-o", "tcp://127.0.0.1:1"], "--vfr: tcp is sent at a constant rate: leave out --vfr"),
      (["--vfr", "-o", "x.m3u8"], "--vfr: hls is sent at a constant rate: leave out --vfr"),
      (["--vfr", "-o", "x.y4m", "-o", "x.m3u8"], "--vfr: hls is sent at a constant rate: leave out --vfr"),
      (
        ["--audio", "x.wav", "--whole-audio", "-o", "x.mp4", "-o", "tcp://127.0.0.1:1"],
        "--whole-audio: tcp ends with the pictures: leave it out"
      ),
      (
        ["--at", "0s", "-o", "udp://127.0.0.1:1"],
        "--at: udp is a live stream and needs more than one picture: leave it out"
      ),
    ] {
      let folder = try ScratchFolder()
      let outcome = try overlayRender(["clock", "--size", "64x36", "--duration", "1s"] + arguments, in: folder)
      #expect(outcome.status == 64 && outcome.messages == ["overlay-render: \(message)"], "\(outcome.error)")
      #expect(try folder.names.isEmpty)
    }
    // Receivers do not read yuv444p, with which any size is possible.
    let odd = ["clock", "--size", "63x35", "--duration", "1s", "-o", "udp://127.0.0.1:1"]
    #expect(
      try overlayRender(odd, in: ScratchFolder()).messages == [
        "overlay-render: 63x35 is not possible with yuv420p: give --size 64x36"
      ])
    let feed = ["timecode", "--from", "movie", "--over", "udp://127.0.0.1:1", "-o", "x.mp4"]
    #expect(
      try overlayRender(feed, in: ScratchFolder()).messages == [
        "overlay-render: --from movie is for movies in files, and --over is a live feed: give a timecode"
      ])
  }

  private struct Statistics: Decodable {
    let frames: Int
    let lost: Int
  }
}
