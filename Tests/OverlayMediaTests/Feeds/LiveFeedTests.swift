import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Live feeds", .requires(.ffmpeg), .requires(.ffprobe), .serialized, .ownThreads)
struct LiveFeedTests {
  private let folder: OutputFolder

  init() throws { folder = try OutputFolder() }

  /// A sender on loopback, which waits for the feed to connect. Each second begins with a white picture and a tone.
  private static func sender(_ port: UInt16, seconds: Int = 30, size: String = "160x90") throws -> TestServer {
    let server = try TestServer(.ffmpeg) { _ in
      [
        "-v", "error", "-nostdin", "-re", "-f", "lavfi", "-i",
        "color=black:s=\(size):r=25,drawbox=enable='lt(mod(t,1),0.1)':color=white:t=fill", "-f", "lavfi", "-i",
        "aevalsrc=sin(2*PI*1000*t)*lt(mod(t\\,1)\\,0.1)*0.8:s=44100", "-c:v", "libx264", "-preset", "ultrafast",
        "-tune", "zerolatency", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac", "-t", "\(seconds)", "-f", "mpegts",
        "tcp://127.0.0.1:\(port)?listen=1",
      ]
    }
    try #require(waitUntil { isOpen(port) }, "\(server.errors)")
    return server
  }

  /// The times of a movie in seconds at which its left half becomes white.
  private func flashes(of path: String) throws -> [Double] {
    let pixels = try TestTool.ffmpeg.output([
      "-v", "error", "-i", path, "-vf", "crop=iw/2:ih:0:0,scale=1:1", "-fps_mode", "passthrough", "-f", "rawvideo",
      "-pix_fmt", "gray", "-",
    ])
    let times = try probe(path, "frame=pts_time").compactMap { $0.first.flatMap(Double.init) }
    #expect(times.count == pixels.count)
    let previous: [UInt8] = [255] + pixels
    return zip(times, zip(previous, pixels)).filter { $1.0 <= 120 && $1.1 > 120 }.map(\.0)
  }

  /// A view beside what is checked.
  private struct Corner: View {
    var body: some View {
      ClockText(format: "ss").font(size: 20).foregroundColor(.white)
        .frame(maxWidth: .infinity, alignment: .trailing)
    }
  }

  @Test("Pictures and sound stay together, at a constant rate, in each of several outputs")
  func sound() async throws {
    let port = try freePort()
    let sender = try Self.sender(port)
    let feed = try LiveFeed("tcp://127.0.0.1:\(port)")
    #expect(feed.naturalSize == PixelSize(160, 90))
    #expect(feed.nominalFrameRate == .fps(25))
    #expect(feed.sound != nil)
    let paths = ["a.mp4", "b.mkv"].map { folder($0) }
    let options = feed.movieOptions(MovieOptions())
    let plans = try paths.map {
      try OutputPlan(destination: OutputDestination($0), formats: MovieContainer.all.map { .movie($0, options) })
    }
    let frames = FrameStream(Corner(), size: feed.naturalSize).over(feed, duration: .seconds(5))
    let result = try await frames.write(to: plans)
    #expect(result.ending == .finished)
    for path in paths {
      let times = try probe(path, "frame=pts_time").compactMap { $0.first.flatMap(Double.init) }
      // A busy machine draws the first frame late.
      #expect((50...125).contains(times.count), "\(path)")
      #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.04) < 0.002 }, "\(path)")
      let (flashes, tones) = (try flashes(of: path), try SoundMovie(path: path).onsets())
      #expect(!flashes.isEmpty || result.statistics.stallSeconds > 0.2, "\(path)")
      // On a busy machine, pictures are left out, and the next one that shows a flash is later.
      let tolerance = 0.04 + result.statistics.stallSeconds
      // If the sender stalls, what is due at that time is lost.
      let alone = flashes.count { flash in !tones.contains { abs($0 - flash) <= tolerance } }
      #expect(alone <= 1, "\(path): \(flashes) \(tones)")
    }
    #expect(feed.problem == nil)
    feed.close()
    withExtendedLifetime(sender) {}
  }

  @Test("When the sender ends, the movie is complete, with all that was sent")
  func end() async throws {
    let port = try freePort()
    let sender = try Self.sender(port, seconds: 4)
    let feed = try LiveFeed("tcp://127.0.0.1:\(port)")
    let path = folder("a.mp4")
    let result = try await FrameStream(Corner(), size: feed.naturalSize).over(feed).write(to: OutputDestination(path))
    #expect(result.ending == .finished)
    #expect(feed.problem == nil)
    // How many there are depends on how busy the sender and this side are.
    #expect(result.statistics.frames > 0)
    #expect(try probe(path, "stream=nb_frames") == [["\(result.statistics.frames)"]])
    withExtendedLifetime(sender) {}
  }

  @Test(
    "A sender that calls and ends, or sends nothing anymore over UDP, ends the feed without an error",
    arguments: ["srt", "rtmp", "udp"])
  func endOfCaller(scheme: String) async throws {
    let port = try freePort()
    let address = "\(scheme)://127.0.0.1:\(port)" + (scheme == "rtmp" ? "/live/key" : "")
    let listener = address + (["srt": "?mode=listener", "rtmp": "?listen=1"][scheme] ?? "")
    // A sender without sound tries again until the feed listens. A UDP sender does not know it, and sends longer.
    let seconds = scheme == "udp" ? 12 : 4
    let sender = try TestServer(.python) { _ in
      [
        "-c",
        """
        import subprocess, sys, time
        while subprocess.run(sys.argv[1:]).returncode != 0: time.sleep(0.1)
        """,
        TestTool.ffmpeg.path, "-v", "error", "-nostdin", "-re", "-f", "lavfi", "-i",
        "testsrc2=s=160x90:r=25:d=\(seconds)", "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g",
        "25", "-pix_fmt", "yuv420p", "-f",
        scheme == "rtmp" ? "flv" : "mpegts", address,
      ]
    }
    let feed = try LiveFeed(listener)
    let stream = FrameStream(Corner(), size: feed.naturalSize)
    let result = try await stream.over(feed).write(to: OutputDestination(folder("a.mp4")))
    #expect(result.ending == .finished)
    #expect(feed.problem == nil)
    // FFmpeg looks for sound for a second at most. How many there are depends on how busy the sender and this side are.
    #expect(result.statistics.frames > 25)
    withExtendedLifetime(sender) {}
  }

  @Test("An SRT sender that sends nothing anymore, without an end, is an error")
  func silentSender() async throws {
    let port = try freePort()
    let sender = try TestServer(.python) { _ in
      [
        "-c",
        """
        import signal, subprocess, sys, time
        while True:
            sender = subprocess.Popen(sys.argv[1:])
            time.sleep(3)
            if sender.poll() is None: break
        sender.send_signal(signal.SIGSTOP)
        try: time.sleep(60)
        finally: sender.kill()
        """,
        TestTool.ffmpeg.path, "-v", "error", "-nostdin", "-re", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=60",
        "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "25", "-pix_fmt", "yuv420p", "-f",
        "mpegts", "srt://127.0.0.1:\(port)",
      ]
    }
    let feed = try LiveFeed("srt://127.0.0.1:\(port)?mode=listener")
    _ = try await FrameStream(Corner(), size: feed.naturalSize).over(feed).write(to: OutputDestination(folder("a.mp4")))
    #expect(feed.problem == .streamFailed(name: feed.name, reason: "no answer in time"))
    withExtendedLifetime(sender) {}
  }

  @Test("A feed that goes away and comes back continues, in the size of the first one, and the view meanwhile")
  func reconnecting() async throws {
    let port = try freePort()
    let first = try Self.sender(port)
    let states = Mutex<[StreamOptions.ConnectionState]>([])
    let feed = try LiveFeed(
      "tcp://127.0.0.1:\(port)",
      options: StreamOptions(reconnects: true) { state in states.withLock { $0.append(state) } })
    let path = folder("a.mkv")
    let task = Task { [stream = FrameStream(Corner(), size: feed.naturalSize)] in
      try await stream.over(feed).write(to: OutputDestination(path))
    }
    try await Task.sleep(for: .milliseconds(1500))
    first.kill()
    #expect(
      await eventually(within: 300) {
        states.withLock { $0.contains { if case .waiting = $0 { true } else { false } } }
      }
    )
    let second = try Self.sender(port, size: "320x240")
    #expect(await eventually(within: 300) { states.withLock { $0.count { $0 == .connected } } == 2 })
    try await Task.sleep(for: .seconds(4))
    task.cancel()
    let result = try await task.value
    #expect(result.ending == .finished)
    #expect(result.statistics.reconnections == 1)
    #expect(try probe(path, "stream=width,height") == [["160", "90"]])
    let frames = try probe(path, "frame=pts_time").compactMap { $0.first.flatMap(Double.init) }
    #expect(Int64(frames.count) == result.statistics.frames)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { abs($1 - $0 - 0.04) < 0.002 })
    // While the feed is away, its last picture is repeated, except where the clock changes.
    #expect(result.statistics.repeated > 10)
    #expect(try flashes(of: path).contains { $0 > 2.5 } || result.statistics.stallSeconds > 0.2)
    withExtendedLifetime(second) {}
  }

  @Test("Without a sender, a feed fails with an error that contains no secret")
  func refused() throws {
    let port = try freePort()
    let error = #expect(throws: MediaError.self) {
      try LiveFeed("rtmp://user:word12@127.0.0.1:\(port)/live/secret-key?token=abcdef")
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("rtmp://127.0.0.1:\(port)/live/…: the stream failed ("), "\(text)")
    for secret in ["secret-key", "word12", "abcdef"] { #expect(!text.contains(secret), "\(text)") }
  }

  @Test("A sender that accepts and sends nothing, or no movie, ends the attempt with an error")
  func badSenders() throws {
    for isSilent in [true, false] {
      let port = try freePort()
      let server = try TestServer(.python) { _ in
        [
          "-c",
          """
          import socket, time
          listener = socket.create_server(("127.0.0.1", \(port)))
          connection, _ = listener.accept()
          \(isSilent ? "time.sleep(60)" : "connection.sendall(b'hello' * 1000)")
          """,
        ]
      }
      try #require(waitUntil { isOpen(port) })
      var options = StreamOptions()
      options.limits.connecting = .seconds(2)
      let error = #expect(throws: MediaError.self) { try LiveFeed("tcp://127.0.0.1:\(port)", options: options) }
      guard case .streamFailed(let name, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(name == "tcp://127.0.0.1:\(port)")
      #expect((reason == "no answer in time") == isSilent, "\(reason)")
      withExtendedLifetime(server) {}
    }
  }

  @Test("A client that connects to a listener and sends nothing is sent away in time")
  func silentClient() throws {
    let port = try freePort()
    let client = try TestServer(.python) { _ in
      [
        "-c",
        """
        import socket, time
        while True:
            try: connection = socket.create_connection(("127.0.0.1", \(port))); break
            except ConnectionRefusedError: time.sleep(0.05)
        time.sleep(60)
        """,
      ]
    }
    let url = try StreamURL("tcp://127.0.0.1:\(port)?listen=1")
    #expect(throws: MediaError.streamFailed(name: url.description, reason: "no answer in time")) {
      try FFmpegLibraries.load()
      _ = try FeedConnection(url, limit: .seconds(1), deadline: ConnectionDeadline())
    }
    withExtendedLifetime(client) {}
  }

  @Test("All pictures up to the end are received, also those that the decoder holds back")
  func lastPictures() throws {
    let port = try freePort()
    let sender = try TestServer(.ffmpeg) { _ in
      [
        "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=2", "-c:v", "libx264", "-bf", "3",
        "-pix_fmt", "yuv420p", "-f", "mpegts", "tcp://127.0.0.1:\(port)?listen=1",
      ]
    }
    try #require(waitUntil { isOpen(port) }, "\(sender.errors)")
    try FFmpegLibraries.load()
    let connection = try FeedConnection(
      StreamURL("tcp://127.0.0.1:\(port)"), limit: .seconds(60), deadline: ConnectionDeadline())
    var times: [MediaTime] = []
    while try connection.read(picture: { times.append($0.time) }, sound: { _ in }) {}
    #expect(times.count == 50)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == MediaTime(value: 1, timescale: 25) })
  }
}
