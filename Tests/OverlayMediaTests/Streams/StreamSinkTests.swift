import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Streams to servers", .requires(.ffmpeg), .requires(.ffprobe), .serialized, .ownThreads)
struct StreamSinkTests {
  /// A protocol with the way in which ffmpeg receives it.
  struct Case: CustomTestStringConvertible {
    let streamProtocol: StreamProtocol
    let url: @Sendable (UInt16) -> String
    var listenerURL: (@Sendable (UInt16) -> String)?
    var options: [String] = []
    var endsWithConnection = true

    var testDescription: String { streamProtocol.name }
  }

  static let cases = [
    Case(streamProtocol: .rtmp, url: { "rtmp://127.0.0.1:\($0)/live/secret" }, options: ["-listen", "1"]),
    Case(streamProtocol: .tcp, url: { "tcp://127.0.0.1:\($0)" }, listenerURL: { "tcp://127.0.0.1:\($0)?listen=1" }),
    Case(
      streamProtocol: .srt, url: { "srt://127.0.0.1:\($0)" }, listenerURL: { "srt://127.0.0.1:\($0)?mode=listener" }),
    Case(streamProtocol: .udp, url: { "udp://127.0.0.1:\($0)" }, endsWithConnection: false),
    Case(
      streamProtocol: .rtp, url: { "rtp://127.0.0.1:\($0)" }, options: ["-protocol_whitelist", "rtp,udp"],
      endsWithConnection: false),
  ]

  @Test("Receivers of all protocols get pictures and sound in real time, from a keyframe on, with times that increase")
  func receiving() async throws {
    let seconds = 20
    var receivers: [StreamReceiver] = []
    var plans: [OutputPlan] = []
    for test in Self.cases {
      let port = try freePort()
      receivers.append(
        try StreamReceiver(
          (test.listenerURL ?? test.url)(port), options: test.options, port: port,
          seconds: test.endsWithConnection ? nil : Double(seconds - 3)))
      plans.append(
        try OutputPlan(destination: OutputDestination(test.url(port)), format: .stream(test.streamProtocol)))
    }
    let started = Date()
    let result = try await makeClockStream().offline(duration: .seconds(Int64(seconds))).write(to: plans)
    // The last quarter of a second may be early.
    #expect(Date().timeIntervalSince(started) > Double(seconds) - 0.5)
    for (test, (receiver, statistics)) in zip(Self.cases, zip(receivers, result.statistics.outputs)) {
      let frames = Int64(20 * seconds)
      #expect(statistics.frames == frames, "\(test)")
      #expect(statistics.lost == 0, "\(test)")
      let warnings = try await receiver.warnings()
      #expect(!warnings.contains("monoton"), "\(warnings)")
      let pictures = try receiver.packets(of: "v")
      let keyframe = try #require(pictures.firstIndex { $0.isKeyframe })
      let keyframes = pictures.filter(\.isKeyframe).map(\.time)
      for stream in ["v", "a"] {
        let times = try receiver.packets(of: stream).map(\.time)
        #expect(times.count >= 20, "\(test)")
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(test)")
      }
      guard test.endsWithConnection else { continue }
      #expect(keyframe == 0, "\(test)")
      // SRT drops what is not delivered when the connection ends.
      let least = test.streamProtocol == .srt ? frames - 10 : frames
      #expect((least...frames).contains(Int64(pictures.count)), "\(test): \(pictures.count)")
      #expect(zip(keyframes, keyframes.dropFirst()).allSatisfy { $1 - $0 <= 2.01 }, "\(test)")
    }
  }

  @Test(
    "A server that is killed and started again gets the stream again, from a keyframe on",
    arguments: cases.filter(\.endsWithConnection))
  func reconnecting(_ test: Case) async throws {
    let port = try freePort()
    let states = Mutex<[StreamOptions.ConnectionState]>([])
    let options = StreamOptions(reconnects: true) { state in states.withLock { $0.append(state) } }
    let (url, listener) = (test.url(port), (test.listenerURL ?? test.url)(port))
    let first = try StreamReceiver(listener, options: test.options, port: port)
    let progress = RecordingProgress()
    let task = Task {
      try await makeClockStream().live(duration: .seconds(600)).write(
        to: OutputDestination(url), as: .stream(test.streamProtocol, MovieOptions(), options), progress: progress)
    }
    try await first.waitForBytes(2000)
    first.kill()
    #expect(
      await eventually(within: 300) {
        states.withLock { $0.contains { if case .waiting = $0 { true } else { false } } }
      }
    )
    let second = try StreamReceiver(listener, options: test.options, port: port)
    #expect(await eventually(within: 300) { progress.statistics.reconnections == 1 })
    try await second.waitForBytes(2000)
    task.cancel()
    _ = try await task.value
    _ = try await second.warnings()
    let pictures = try second.packets(of: "v")
    #expect(pictures.first?.isKeyframe == true)
    #expect(pictures.first.map { $0.time < 2 } == true)
    let statistics = progress.statistics
    #expect(statistics.lost > 0)
    // SRT notices after five seconds that nobody answers.
    #expect((statistics.unconfirmed > 0) == (test.streamProtocol == .srt) && statistics.unconfirmed <= 100)
    #expect(states.withLock { $0.first } == .connecting)
    #expect(states.withLock { $0.last } == .connected)
  }

  @Test("A receiver that calls late gets the picture and the sound of that time, and another one after it too")
  func lateReceivers() async throws {
    let port = try freePort()
    let states = Mutex<[StreamOptions.ConnectionState]>([])
    let options = StreamOptions(reconnects: true) { state in states.withLock { $0.append(state) } }
    let video = try VideoFormat(size: PixelSize(160, 90), pixelFormat: .yuv420p)
    let rate = FrameRate.fps(20)
    let clock = ManualClock()
    let sink = try StreamSink(
      OutputRequest(destination: "tcp://127.0.0.1:\(port)?listen=1", video: video, rate: rate), .tcp, MovieOptions(),
      options, clock: clock)
    let picture = try makeNoise(video, seed: 0)
    var next: Int64 = 0
    func write() throws {
      clock.advance(to: rate.time(ofFrame: next))
      try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: clock.time))
      next += 1
    }
    /// Writes frames, each after the one before was sent or lost, until a condition holds.
    func write(until condition: () -> Bool) async throws -> Bool {
      try await eventually(within: 300) {
        if sink.framesWritten + sink.framesLost == next { try write() }
        return condition()
      }
    }
    var receivers: [StreamReceiver] = []
    for attempt in 1...2 {
      try write()
      try #require(
        await eventually(within: 300) {
          states.withLock { $0.count { $0 == .connecting } == attempt } && isListening(on: port)
        })
      // The queue has room for 20 frames. The frames of two more seconds are lost.
      for _ in 0..<60 { try write() }
      let receiver = try StreamReceiver("tcp://127.0.0.1:\(port)", options: [], port: port)
      receivers.append(receiver)
      try #require(await write { receiver.byteCount >= 40_000 })
      if attempt == 2 { break }
      receiver.kill()
      try #require(await write { states.withLock { $0.last != .connected } })
      // No attempt is made for 200 ms.
      next += 5
    }
    try sink.finish(at: rate.time(ofFrame: next))
    _ = try await receivers[1].warnings()
    for receiver in receivers {
      let (pictures, sound) = (try receiver.packets(of: "v"), try receiver.packets(of: "a"))
      let first = try #require(pictures.first)
      #expect(first.isKeyframe)
      // After the picture that was the next one two seconds before, 59 would be missing.
      #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $1.time - $0.time < 0.06 })
      #expect(sound.first.map { abs($0.time - first.time) < 0.2 } == true)
    }
    // The one that was killed is not paused for: the next one could call at once.
    #expect(states.withLock { $0.contains { if case .waiting(seconds: 0, _) = $0 { true } else { false } } })
  }

  @Test("A sound that is shorter than the stream goes on with silence")
  func shortSound() async throws {
    let folder = try OutputFolder()
    _ = try TestTool.ffmpeg.output(["-v", "error", "-f", "lavfi", "-i", "sine=duration=1", folder("sound.wav")])
    let port = try freePort()
    let receiver = try StreamReceiver("tcp://127.0.0.1:\(port)?listen=1", options: [], port: port)
    var movie = MovieOptions()
    movie.sound = .file(path: folder("sound.wav"))
    try await makeClockStream().write(
      to: OutputDestination("tcp://127.0.0.1:\(port)"), as: .stream(.tcp, movie), duration: .seconds(3))
    _ = try await receiver.warnings()
    let (pictures, sound) = (try receiver.packets(of: "v"), try receiver.packets(of: "a"))
    let (lastPicture, lastSound) = (try #require(pictures.last?.time), try #require(sound.last?.time))
    // A busy machine may miss pictures.
    #expect(pictures.count <= 60 && lastPicture > 2)
    #expect(abs(lastPicture - lastSound) < 0.1)
    #expect(zip(sound, sound.dropFirst()).allSatisfy { $1.time - $0.time < 0.03 })
  }

  @Test("Without a server, a stream fails with an error that contains no secret")
  func refused() async throws {
    let port = try freePort()
    let error = await #expect(throws: MediaError.self) {
      try await makeClockStream().write(
        to: "rtmp://user:word12@127.0.0.1:\(port)/live/secret-key?token=abcdef", as: .stream(.rtmp),
        duration: .seconds(5))
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("rtmp://127.0.0.1:\(port)/live/…: the stream failed ("), "\(text)")
    #expect(text.contains("Connection refused"), "\(text)")
    for secret in ["secret-key", "word12", "abcdef"] { #expect(!text.contains(secret), "\(text)") }
  }

  @Test(
    "A listener whose port another program has fails with an error that says so",
    arguments: ["tcp://127.0.0.1:PORT?listen=1", "srt://127.0.0.1:PORT?mode=listener"])
  func portInUse(url: String) async throws {
    let port = try freePort()
    let other = try PortHolder(port)
    let url = url.replacing("PORT", with: "\(port)")
    let expected = MediaError.portInUse(name: RedactedURL(url).description, port: Int(port))
    await #expect(throws: expected) {
      try await makeClockStream().write(
        to: OutputDestination(url), as: .stream(url.hasPrefix("srt") ? .srt : .tcp), duration: .seconds(30))
    }
    #expect(throws: expected) { try LiveFeed(url) }
    let rtmp = "rtmp://127.0.0.1:\(port)/live/key?listen=1"
    #expect(throws: MediaError.portInUse(name: RedactedURL(rtmp).description, port: Int(port))) { try LiveFeed(rtmp) }
    withExtendedLifetime(other) {}
  }

  @Test("An SRT server that refuses a connection may have another passphrase")
  func passphrases() async throws {
    let port = try freePort()
    let listener = "srt://127.0.0.1:\(port)?mode=listener&passphrase=a-long-passphrase"
    let receiver = try StreamReceiver(listener, options: [], port: port)
    for (query, reason) in [("?passphrase=another-passphrase", "has another"), ("", "requires a")] {
      let error = await #expect(throws: MediaError.self) {
        try await makeClockStream().write(
          to: OutputDestination("srt://127.0.0.1:\(port)\(query)"), as: .stream(.srt), duration: .seconds(30))
      }
      #expect(error?.description.contains("(no server answers, or it \(reason) passphrase)") == true)
    }
    withExtendedLifetime(receiver) {}
  }

  @Test("A server that accepts and never answers ends the attempt in time, and another one is made")
  func silentServer() async throws {
    let port = try freePort()
    let server = try SilentServer(port: port)
    let states = Mutex<[StreamOptions.ConnectionState]>([])
    var options = StreamOptions(reconnects: true) { state in states.withLock { $0.append(state) } }
    options.limits.connecting = .milliseconds(300)
    let task = Task { [options] in
      try await makeClockStream().live(duration: .seconds(600)).write(
        to: "rtmp://127.0.0.1:\(port)/live/secret", as: .stream(.rtmp, MovieOptions(), options))
    }
    #expect(await eventually(within: 300) { states.withLock { $0.count { $0 == .connecting } } >= 2 })
    task.cancel()
    let name = "rtmp://127.0.0.1:\(port)/live/…"
    await #expect(throws: MediaError.nothingSent(name: name, reason: "no answer in time")) { try await task.value }
    let problem = "\(name): the stream failed (no answer in time)"
    #expect(states.withLock { $0.contains(.waiting(seconds: 1, problem: problem)) })
    withExtendedLifetime(server) {}
  }

  @Test("A stream that ends before a server that never answers has had its time is an error, and all frames are lost")
  func silentServerOfShortStream() async throws {
    let port = try freePort()
    let server = try SilentServer(port: port)
    let progress = RecordingProgress()
    let destination = OutputDestination("rtmp://127.0.0.1:\(port)/live/secret")
    await #expect(
      throws: MediaError.streamFailed(name: "rtmp://127.0.0.1:\(port)/live/…", reason: "no answer in time")
    ) {
      try await makeClockStream().live(duration: .milliseconds(500)).write(
        to: destination, as: .stream(.rtmp), progress: progress)
    }
    #expect(progress.statistics.frames == 0)
    // A busy machine may begin with a later frame.
    #expect((1...10).contains(progress.statistics.lost))
    withExtendedLifetime(server) {}
  }

  @Test("A port or a passphrase that is not possible is an error before anything is connected")
  func badURLs() throws {
    let video = try VideoFormat(size: PixelSize(64, 48), pixelFormat: .yuv420p)
    let port = "its port is not a number from 1 to 65535"
    let passphrase = "its passphrase does not have 10 to 79 bytes"
    let user = "its user or password contains /, ? or #, which are written %2F, %3F and %23"
    let application = "it has no application, as in rtmp://HOST/APPLICATION/KEY"
    let cases: [(StreamProtocol, String, String)] = [
      (.udp, "udp://127.0.0.1:65536", port), (.udp, "udp://127.0.0.1:0", port), (.tcp, "tcp://127.0.0.1:", port),
      (.rtmp, "rtmp://user:word@127.0.0.1:x/live/key", port), (.rtp, "rtp://[::1]", "it has no port"),
      (.udp, "udp://127.0.0.1", "it has no port"), (.rtmp, "rtmp:///live/key", "it has no host"),
      (.srt, "srt://:9000", "it has no host"), (.tcp, "tcp://127.0.0.1:+9000", port),
      (.tcp, "tcp://::1:9000", "an address of IPv6 is in brackets"),
      (.rtmp, "rtmp://127.0.0.1/live/key?listen=1", "RTMP cannot wait for a receiver"),
      (.rtmp, "rtmp://user:pa/ss@127.0.0.1/live/key", user), (.tcp, "tcp://user:pa?ss@127.0.0.1:9000", user),
      (.srt, "srt://127.0.0.1:9000?Passphrase=1234567890", "its option passphrase is not in lowercase"),
      (.srt, "srt://127.0.0.1:9000?passphrase=123456789", passphrase),
      (.srt, "srt://127.0.0.1:9000?passphrase", passphrase),
      (.srt, "srt://127.0.0.1:9000?passphrase=1234567890&passphrase=1", passphrase),
      (.rtmp, "rtmp://127.0.0.1:9000", application), (.rtmp, "rtmp://127.0.0.1/?key", application),
      (.srt, "srt://[::1]:9000?mode=caller&passphrase=" + String(repeating: "a", count: 80), passphrase),
    ]
    for (streamProtocol, url, reason) in cases {
      let destination = OutputDestination(url)
      let request = OutputRequest(destination: destination, video: video, rate: .fps(30))
      #expect(throws: MediaError.streamURLNotValid(name: destination.name, reason: reason), "\(url)") {
        try StreamSink(request, streamProtocol)
      }
    }
    let possible: [(StreamProtocol, String)] = [
      (.rtmp, "rtmp://127.0.0.1/live/key"), (.udp, "udp://[::1]:65535?pkt_size=1316"),
      (.srt, "srt://:9000?mode=listener&passphrase=1234567890"),
    ]
    for (streamProtocol, url) in possible {
      #expect(throws: Never.self, "\(url)") { try StreamURL(url, sentIn: streamProtocol) }
    }
    #expect(throws: MediaError.streamURLNotValid(name: "udp://127.0.0.1", reason: "it has no port")) {
      try LiveFeed("udp://127.0.0.1")
    }
  }

  @Test("A server that reads nothing delays no frame: those that it does not get are lost")
  func slowServer() async throws {
    let port = try freePort()
    let server = try SilentServer(port: port)
    var options = StreamOptions(reconnects: true)
    options.limits.sending = .milliseconds(400)
    let video = try VideoFormat(size: PixelSize(640, 360), pixelFormat: .yuv420p)
    let request = OutputRequest(destination: "tcp://127.0.0.1:\(port)", video: video, rate: .fps(30))
    let sink = try StreamSink(request, .tcp, MovieOptions(bitRate: 100_000_000), options)
    // Pictures that cannot be compressed fill the buffers of the connection soon.
    let pictures = try (0..<4).map { try makeNoise(video, seed: $0) }
    var longest = Duration.zero
    var frame: Int64 = 0
    let end = ContinuousClock.now + .seconds(120)
    while sink.framesLost < 40, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(33))
      let sample = SampleBuffer(
        pixelBuffer: pictures[Int(frame) % pictures.count], presentationTime: FrameRate.fps(30).time(ofFrame: frame))
      longest = max(longest, try ContinuousClock().measure { try sink.write(sample) })
      frame += 1
    }
    sink.abandon()
    #expect(sink.framesLost >= 40)
    #expect(longest < .milliseconds(300))
    withExtendedLifetime(server) {}
  }
}

/// A server that accepts connections, and neither reads nor answers.
private final class SilentServer {
  private let server: TestServer

  init(port: UInt16) throws {
    server = try TestServer(.python) { _ in
      [
        "-c",
        """
        import socket
        listener = socket.create_server(("127.0.0.1", \(port)))
        kept = []
        while True: kept.append(listener.accept())
        """,
      ]
    }
    try #require(waitUntil { isOpen(port) })
  }
}

/// Creates a picture of random samples.
private func makeNoise(_ format: VideoFormat, seed: Int) throws -> PixelBuffer {
  var generator = SeededGenerator(seed: UInt64(seed))
  var draft = try PixelBufferPool(format: format, clock: ManualClock()).draft()
  draft.withUnsafeMutableBytes { bytes in
    for offset in bytes.indices { bytes[offset] = UInt8.random(in: 16...235, using: &generator) }
  }
  return draft.freeze()
}
