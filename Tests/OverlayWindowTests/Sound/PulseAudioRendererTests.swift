import Foundation
import OverlayMedia
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayWindow

/// Tests that count the threads of renderers in this process, or how often they wake: one at a time.
@Suite("Renderers of sound", .serialized)
enum SoundRendererTests {}

extension SoundRendererTests {
  @Suite("Playing sound on a server", .requires(.pulseaudio), .requires(.parec))
  struct PulseAudioRendererTests {
    private let server: SoundServer

    init() throws {
      server = try SoundServer()
    }

    private func renderer(
      _ format: AudioFormat = AudioFormat(), category: AudioSessionCategory = .playback
    ) throws -> PulseAudioRenderer {
      let renderer = try PulseAudioRenderer(format: format, category: category, server: server.address)
      try #require(waitUntil { isConnected(renderer) })
      return renderer
    }

    /// Whether a renderer has a device.
    private func isConnected(_ renderer: PulseAudioRenderer) -> Bool {
      (renderer.clock as? SlewedClock)?.deviceOffset != nil
    }

    /// Waits until the clock of a renderer reaches a time in seconds.
    private func wait(for renderer: PulseAudioRenderer, toReach seconds: Double) -> Bool {
      waitUntil { renderer.clock.time.seconds >= seconds }
    }

    /// The frame that is heard according to the clock.
    private func frame(of renderer: PulseAudioRenderer) -> Int { Int(renderer.clock.time.seconds * 48_000) }

    /// The greatest difference between the clock and what is recorded, in frames. On an idle machine it is 10 ms, most
    /// of which comes from the recording: the device plays in parts of 50 ms, and takes back what it has not played.
    private let tolerance = 48_000 / 10

    @Test("Sound is heard at the times of the clock, and continues after a pause without a gap")
    func heardAtItsTime() throws {
      let recording = try server.record()
      let renderer = try renderer()
      for block in numberedSound(from: 0, to: 96_000) + numberedSound(from: 110_400, to: 115_200) {
        renderer.enqueue(block)
      }
      #expect(renderer.clock.time == .zero && !renderer.isReadyForMoreMediaData)
      renderer.play()
      try #require(wait(for: renderer, toReach: 1))
      renderer.pause()
      let pause = frame(of: renderer)
      let length = recording.samples.count
      // Silence follows at once, and the clock stands still.
      try #require(waitUntil { recording.samples.count > length + 24_000 })
      #expect(recording.samples[(length + 9600)...].allSatisfy { $0 == 0 })
      #expect(frame(of: renderer) == pause)
      let first = recording.parts()
      #expect(first.count == 1 && (first.first?.lowerBound ?? .max) < tolerance, "\(first), paused at \(pause)")
      #expect(abs((first.first?.upperBound ?? 0) - pause) < tolerance)
      renderer.play()
      try #require(wait(for: renderer, toReach: 2.5))
      try #require(waitUntil { recording.parts().last?.upperBound == 115_200 })
      // A rewind of the device may repeat or skip a few frames at the pause.
      let parts = recording.parts()
      #expect(parts.count <= 3 && parts.last == 110_400..<115_200, "\(parts)")
      if parts.count == 3 { #expect(abs(parts[0].upperBound - parts[1].lowerBound) < tolerance) }
      #expect(parts[parts.count - 2].upperBound == 96_000)
      let samples = recording.samples
      let end = try #require(samples.firstIndex(of: Float(96_000) / 16_777_216))
      let next = try #require(samples.firstIndex(of: Float(110_401) / 16_777_216))
      #expect(next - end == 14_401 && samples[(end + 1)..<next].allSatisfy { $0 == 0 })
    }

    @Test("A tone keeps its pitch and level in the format of the device")
    func tone() throws {
      let recording = try server.record()
      let format = AudioFormat(sampleRate: 44_100, channelCount: 1)
      let renderer = try renderer(format)
      let samples = (0..<88_200).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 44_100)) }
      renderer.enqueue(AudioBlock(format: format, presentationTime: .zero, samples: samples))
      renderer.play()
      try #require(wait(for: renderer, toReach: 1.5))
      let heard = recording.samples.drop { abs($0) < 0.1 }.dropFirst(4800).prefix(48_000)
      try #require(waitUntil { recording.samples.drop { abs($0) < 0.1 }.count > 52_800 } && heard.count == 48_000)
      let crossings = zip(heard, heard.dropFirst()).count { $0 < 0 && $1 >= 0 }
      #expect((439...441).contains(crossings))
      let level = (heard.reduce(0) { $0 + Double($1 * $1) } / 48_000).squareRoot()
      #expect(abs(level - 0.5 / 2.0.squareRoot()) < 0.01)
    }

    @Test("The clock runs as the clock of the device does", .unsanitized)
    func clock() throws {
      let renderer = try renderer()
      let host = HostClock.shared
      renderer.play()
      try #require(wait(for: renderer, toReach: 1.5))
      var differences: [Double] = []
      var latest = renderer.clock.time
      var isMonotonic = true
      let start = host.time
      _ = waitUntil(within: 3) {
        let before = host.time.seconds
        let time = renderer.clock.time
        let after = host.time.seconds
        isMonotonic = isMonotonic && time >= latest
        latest = time
        // A measurement that was interrupted says nothing.
        if after - before < 0.0005 { differences.append(time.seconds - before) }
        return host.time - start > .seconds(3)
      }
      #expect(isMonotonic && differences.count > 100)
      #expect((differences.max() ?? 1) - (differences.min() ?? 0) < 0.01)
    }

    @Test("The volume also changes what the server has, and removed sound is not heard")
    func volumeAndFlush() throws {
      let recording = try server.record()
      let renderer = try renderer()
      for block in numberedSound(from: 0, to: 240_000) { renderer.enqueue(block) }
      renderer.play()
      try #require(wait(for: renderer, toReach: 0.5))
      renderer.setVolume(0)
      let muted = frame(of: renderer)
      try #require(wait(for: renderer, toReach: 1))
      renderer.setVolume(1)
      let unmuted = frame(of: renderer)
      let continued = numberedSound(from: 72_000, to: 192_000)
      try #require(wait(for: renderer, toReach: 1.5))
      renderer.flush()
      let flushed = frame(of: renderer)
      #expect(renderer.isReadyForMoreMediaData)
      // Sound that continues late begins late, and is heard at its time.
      for block in continued { renderer.enqueue(block) }
      try #require(wait(for: renderer, toReach: 2.2))
      renderer.flush()
      let end = frame(of: renderer)
      let length = recording.samples.count
      try #require(waitUntil { recording.samples.count > length + 24_000 })
      let parts = recording.parts()
      try #require(parts.count >= 2)
      #expect(parts[0].lowerBound < tolerance && abs(parts[0].upperBound - muted) < tolerance)
      #expect(abs(parts[1].lowerBound - unmuted) < tolerance)
      #expect(abs(parts[parts.count - 1].upperBound - end) < tolerance)
      if parts.count == 3 {
        #expect(abs(parts[1].upperBound - flushed) < tolerance && abs(parts[2].lowerBound - flushed) < tolerance)
      }
    }

    @Test("A call interrupts the sound and gives it back", arguments: [AudioSessionCategory.playback, .soloAmbient])
    func interruption(category: AudioSessionCategory) throws {
      let renderer = try renderer(category: category)
      let events = Mutex<[AudioSessionEvent]>([])
      let observer = renderer.observe { event in events.withLock { $0.append(event) } }
      renderer.play()
      try #require(wait(for: renderer, toReach: 0.2))
      do {
        let phone = try server.play(role: "phone")
        _ = waitUntil { !events.withLock { $0.isEmpty } }
        try #require(events.withLock { $0 } == [.interruptionBegan])
        let time = renderer.clock.time
        #expect(!waitUntil(within: 0.3) { renderer.clock.time > time })
        withExtendedLifetime(phone) {}
      }
      try #require(waitUntil { events.withLock { $0.count } == 2 })
      #expect(events.withLock { $0 } == [.interruptionBegan, .interruptionEnded(shouldResume: true)])
      #expect(wait(for: renderer, toReach: renderer.clock.time.seconds + 0.3))
      // One that the user has paused stays paused.
      renderer.pause()
      let time = renderer.clock.time
      do {
        let phone = try server.play(role: "phone")
        try #require(waitUntil { events.withLock { $0.count } == 3 })
        withExtendedLifetime(phone) {}
      }
      try #require(waitUntil { events.withLock { $0.count } == 4 })
      #expect(events.withLock { $0[3] } == .interruptionEnded(shouldResume: false))
      #expect(!waitUntil(within: 0.3) { renderer.clock.time > time })
      withExtendedLifetime(observer) {}
    }

    @Test("Sound that mixes with others is not interrupted")
    func ambient() throws {
      let (ambient, playback) = (try renderer(category: .ambient), try renderer())
      let events = Mutex<[String]>([])
      let observers = [("ambient", ambient), ("playback", playback)].map { name, renderer in
        renderer.play()
        return renderer.observe { _ in events.withLock { $0.append(name) } }
      }
      try #require(wait(for: ambient, toReach: 0.2) && wait(for: playback, toReach: 0.2))
      let phone = try server.play(role: "phone")
      try #require(waitUntil { !events.withLock { $0.isEmpty } })
      let time = ambient.clock.time.seconds
      #expect(wait(for: ambient, toReach: time + 0.3))
      #expect(events.withLock { $0 } == ["playback"])
      withExtendedLifetime((observers, phone)) {}
    }

    @Test("When the server is killed, the clock goes on; when it is back, so does the sound")
    func serverLoss() throws {
      let renderer = try renderer()
      let events = Mutex<[AudioSessionEvent]>([])
      let observer = renderer.observe { event in events.withLock { $0.append(event) } }
      for block in numberedSound(from: 0, to: 960_000) { renderer.enqueue(block) }
      renderer.play()
      try #require(wait(for: renderer, toReach: 0.5))
      server.kill()
      try #require(waitUntil { events.withLock { $0 } == [.mediaServicesWereLost] })
      let (time, hostTime) = (renderer.clock.time, HostClock.shared.time)
      try #require(wait(for: renderer, toReach: time.seconds + 0.5))
      #expect(abs((renderer.clock.time - time).seconds - (HostClock.shared.time - hostTime).seconds) < 0.06)
      let next = try SoundServer(insteadOf: server)
      let recording = try next.record()
      try #require(waitUntil { events.withLock { $0.count } == 2 })
      #expect(events.withLock { $0[1] } == .mediaServicesWereReset)
      try #require(waitUntil { (recording.parts().last?.count ?? 0) > 48_000 })
      try pause(renderer, heardBy: recording)
      withExtendedLifetime((observer, next)) {}
    }

    @Test("A server that starts later than the renderer is used")
    func lateServer() throws {
      server.kill()
      let renderer = try PulseAudioRenderer(server: server.address)
      let events = Mutex<[AudioSessionEvent]>([])
      let observer = renderer.observe { event in events.withLock { $0.append(event) } }
      for block in numberedSound(from: 0, to: 960_000) { renderer.enqueue(block) }
      renderer.play()
      try #require(waitUntil { renderer.connectionError == .notConnected(reason: "Connection refused") })
      try #require(wait(for: renderer, toReach: 0.1))
      let next = try SoundServer(insteadOf: server)
      let recording = try next.record()
      try #require(waitUntil { events.withLock { $0.last } == .mediaServicesWereReset })
      // The first event may precede the observer.
      #expect(
        events.withLock {
          [[.mediaServicesWereReset], [.mediaServicesWereLost, .mediaServicesWereReset]].contains($0)
        })
      #expect(renderer.connectionError == nil)
      try #require(waitUntil { (recording.parts().last?.count ?? 0) > 48_000 })
      try pause(renderer, heardBy: recording)
      withExtendedLifetime((observer, next)) {}
    }

    /// Pauses a renderer, and checks that what was heard last is where its clock stands.
    private func pause(_ renderer: PulseAudioRenderer, heardBy recording: SoundRecording) throws {
      renderer.pause()
      let paused = frame(of: renderer)
      let length = recording.samples.count
      try #require(waitUntil { recording.samples.count > length + 9600 })
      #expect(abs((recording.parts().last?.upperBound ?? 0) - paused) < tolerance)
    }

    @Test("On a device that is awake, the clock starts at once")
    func awakeDevice() throws {
      let recording = try server.record()
      for _ in 0..<3 {
        let renderer = try renderer()
        let start = HostClock.shared.time
        renderer.play()
        try #require(wait(for: renderer, toReach: 0.1))
        // A device that is awaited begins half a second later.
        #expect(HostClock.shared.time - start < .milliseconds(600))
      }
      withExtendedLifetime(recording) {}
    }

    @Test("An idle device that announces a long delay is not awaited, and its sound is heard at its time")
    func idleDevice() throws {
      // The device is idle, and plays up to 2 s of silence first.
      let renderer = try renderer()
      for block in numberedSound(from: 0, to: 960_000) { renderer.enqueue(block) }
      let start = HostClock.shared.time
      renderer.play()
      try #require(wait(for: renderer, toReach: 0.1))
      // A device that is awaited begins half a second later.
      #expect(HostClock.shared.time - start < .milliseconds(600))
      let recording = try server.record()
      try #require(waitUntil { (recording.parts().last?.count ?? 0) > 48_000 })
      try pause(renderer, heardBy: recording)
    }

    @Test("A device that is suspended is awaited for half a second, and heard when it resumes")
    func suspendedDevice() throws {
      let recording = try server.record()
      try server.setSuspended(true)
      let renderer = try renderer()
      for block in numberedSound(from: 0, to: 960_000) { renderer.enqueue(block) }
      let start = HostClock.shared.time
      renderer.play()
      try #require(wait(for: renderer, toReach: 0.5))
      #expect(HostClock.shared.time - start > .milliseconds(990) && HostClock.shared.time - start < .milliseconds(1400))
      let resume = frame(of: renderer)
      try server.setSuspended(false)
      try #require(waitUntil { (recording.parts().last?.count ?? 0) > 48_000 })
      // What is over is not heard, except for the moment before the server reports the start of the device.
      let parts = recording.parts()
      #expect(parts.count <= 2 && (parts.last?.lowerBound ?? 0) > resume - tolerance, "\(parts), resumed at \(resume)")
      if parts.count == 2 { #expect(parts[0].count < tolerance) }
      try pause(renderer, heardBy: recording)
    }

    @Test("When the device goes away, the sound goes on at another one, and observers learn of it")
    func deviceLoss() throws {
      let renderer = try renderer()
      let events = Mutex<[AudioSessionEvent]>([])
      let observer = renderer.observe { event in events.withLock { $0.append(event) } }
      for block in numberedSound(from: 0, to: 480_000) { renderer.enqueue(block) }
      renderer.play()
      try #require(wait(for: renderer, toReach: 0.5))
      _ = try server.addDevice("other")
      let other = try server.record(device: "other")
      #expect(renderer.currentRoute == .null)
      try server.removeDevice(ofModule: "0")
      try #require(waitUntil { (other.parts().last?.count ?? 0) > 24_000 })
      try pause(renderer, heardBy: other)
      #expect(events.withLock { $0 } == [.nullIsGone] && renderer.currentRoute?.name == "other")
      withExtendedLifetime(observer) {}
    }

    @Test("While the server does not answer, the clock goes on", arguments: [false, true])
    func hungServer(isPlaying: Bool) throws {
      let renderer = try renderer()
      if isPlaying {
        renderer.play()
        try #require(wait(for: renderer, toReach: 0.5))
      }
      server.send(SIGSTOP)
      defer { server.send(SIGCONT) }
      // A start waits for the device for half a second.
      renderer.play()
      let time = renderer.clock.time.seconds
      #expect(wait(for: renderer, toReach: time + 0.5))
      renderer.pause()
      let paused = renderer.clock.time
      #expect(!waitUntil(within: 0.2) { renderer.clock.time > paused })
    }

    @Test("While paused, nothing wakes")
    func pausedThread() throws {
      let renderer = try renderer()
      for block in numberedSound(from: 0, to: 48_000) { renderer.enqueue(block) }
      renderer.play()
      try #require(wait(for: renderer, toReach: 0.3))
      renderer.pause()
      // The answers of the server to the pause arrive first.
      var wakes = soundThreadWakes()
      try #require(
        waitUntil {
          usleep(200_000)
          defer { wakes = soundThreadWakes() }
          return soundThreadWakes() == wakes
        })
      usleep(1_000_000)
      #expect(soundThreadWakes() - wakes <= 1)
      withExtendedLifetime(renderer) {}
    }

    @Test("A renderer that is released leaves no thread, playing or not")
    func release() throws {
      for isPlaying in [true, false] {
        let renderer = try renderer()
        for block in numberedSound(from: 0, to: 48_000) { renderer.enqueue(block) }
        if isPlaying { renderer.play() }
      }
      #expect(waitUntil { soundThreads().isEmpty })
    }

    @Test("A movie with sound plays to its end, and its pictures follow the sound", .requires(.ffmpeg))
    func movie() throws {
      let movie = try SoundMovie()
      let recording = try server.record()
      let renderer = try renderer()
      let item = MoviePlayerItem(path: movie.path)
      let output = VideoOutput(pixelFormat: .yuv420p)
      item.add(output)
      let player = MoviePlayer(item, audioRenderer: renderer)
      let hasEnded = Mutex(false)
      let observer = item.observe { event in if event == .didPlayToEnd { hasEnded.withLock { $0 = true } } }
      player.play()
      var pictures: [(shown: Double, clock: Double)] = []
      let end = waitUntil {
        let time = player.currentTime()
        if output.hasNewPixelBuffer(forItemTime: time), let picture = output.copyPixelBuffer(forItemTime: time) {
          pictures.append((picture.itemTimeForDisplay.seconds, renderer.clock.time.seconds))
        }
        return hasEnded.withLock { $0 }
      }
      try #require(end)
      #expect(pictures.count > 60)
      // Pictures are looked at every 5 ms.
      #expect(pictures.dropFirst().allSatisfy { abs($0.clock - $0.shown) < 0.04 })
      let heard = { recording.samples.count { $0 != 0 } }
      #expect(waitUntil { heard() > 140_000 } && heard() < 150_000)
      withExtendedLifetime(observer) {}
    }
  }
}

extension SoundRendererTests {
  @Suite(
    "Sound without a server",
    .requires("libpulse", from: "libpulse0", where: { dlopen("libpulse.so.0", RTLD_LAZY) != nil }))
  struct MissingSoundServerTests {
    @Test("Without a server, a renderer plays in silence, says why, and sleeps between attempts")
    func noServer() throws {
      // A thread of an earlier test that ends now takes its wakes with it.
      try #require(waitUntil { soundThreads().isEmpty })
      let renderer = try PulseAudioRenderer(server: "unix:/nonexistent/native")
      renderer.play()
      try #require(waitUntil { renderer.connectionError != nil })
      #expect(renderer.connectionError == .notConnected(reason: "Connection refused"))
      #expect(renderer.connectionError?.description == "the sound server cannot be used: Connection refused")
      let (time, hostTime) = (renderer.clock.time, HostClock.shared.time)
      let wakes = soundThreadWakes()
      try #require(waitUntil { renderer.clock.time - time > .seconds(2) })
      #expect(abs((renderer.clock.time - time).seconds - (HostClock.shared.time - hostTime).seconds) < 0.01)
      // There are at most two attempts.
      #expect(soundThreadWakes() - wakes < 20)
    }
  }
}

/// The threads of renderers.
private func soundThreads() -> [String] {
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return threads.filter { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "sound\n" }
}

/// How often the threads of renderers have slept.
private func soundThreadWakes() -> Int {
  soundThreads().reduce(0) { count, thread in
    let status = (try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
    return count + (line.flatMap { Int($0.split(separator: "\t")[1]) } ?? 0)
  }
}
