import OverlayMedia
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayWindow

extension AudioRoute {
  /// The first device of a server.
  static let null = AudioRoute(name: "null", description: "Null Output", port: nil)
}

extension AudioSessionEvent {
  /// The first device of a server is gone.
  static let nullIsGone = AudioSessionEvent.routeChanged(reason: .oldDeviceUnavailable, previous: .null)
}

/// The events of a renderer.
private final class EventLog: Sendable {
  private let log = Mutex<[AudioSessionEvent]>([])
  private let subscription = Mutex<Subscription?>(nil)

  init(of renderer: PulseAudioRenderer) {
    let subscription = renderer.observe { [weak self] event in self?.log.withLock { $0.append(event) } }
    self.subscription.withLock { $0 = subscription }
  }

  var events: [AudioSessionEvent] { log.withLock { $0 } }
}

extension SoundRendererTests {
  @Suite("Devices of a server that come and go", .requires(.pulseaudio), .requires(.pactl))
  struct PulseRouteTests {
    private let server: SoundServer

    init() throws {
      server = try SoundServer()
    }

    /// Returns a renderer that is connected, on the first device.
    private func renderer() throws -> PulseAudioRenderer {
      let renderer = try PulseAudioRenderer(server: server.address)
      try #require(waitUntil { renderer.currentRoute == .null })
      return renderer
    }

    /// Waits until a clock goes on.
    private func advances(_ clock: any MediaClock) -> Bool {
      let start = clock.time
      return waitUntil { clock.time > start + .milliseconds(200) }
    }

    @Test("When the device goes away, a player can pause, and a new device interrupts nothing", .requires(.ffmpeg))
    func playerPauses() throws {
      let movie = try SoundMovie()
      let renderer = try renderer()
      let player = MoviePlayer(MoviePlayerItem(path: movie.path), audioRenderer: renderer)
      let pauses = renderer.observe { event in
        if case .routeChanged(.oldDeviceUnavailable, _) = event { player.pause() }
      }
      let log = EventLog(of: renderer)
      player.play()
      try #require(waitUntil { player.currentTime() > .milliseconds(200) })
      _ = try server.addDevice("other")
      #expect(advances(renderer.clock) && player.rate == 1 && log.events == [])
      try server.removeDevice(ofModule: "0")
      try #require(waitUntil { player.timeControlStatus == .paused && !log.events.isEmpty })
      #expect(log.events == [.nullIsGone] && renderer.currentRoute?.name == "other")
      // It plays on where it stands, on the other device.
      let time = player.currentTime()
      player.play()
      #expect(waitUntil { player.currentTime() > time + .milliseconds(200) } && log.events.count == 1)
      withExtendedLifetime(pauses) {}
    }

    @Test("The sound that a user moves to another device is an event with its reason, also in a pause")
    func movedSound() throws {
      let renderer = try renderer()
      let log = EventLog(of: renderer)
      let module = try server.addDevice("other")
      try server.moveSound(to: "other")
      try #require(waitUntil { log.events.count == 1 })
      #expect(log.events[0] == .routeChanged(reason: .newDeviceAvailable, previous: .null))
      let other = try #require(renderer.currentRoute)
      #expect(other.name == "other")
      try server.moveSound(to: "null")
      try #require(waitUntil { log.events.count == 2 })
      #expect(log.events[1] == .routeChanged(reason: .override, previous: other) && renderer.currentRoute == .null)
      // Another device that goes away is no event. The next one follows it.
      try server.removeDevice(ofModule: module)
      _ = try server.addDevice("third")
      try server.removeDevice(ofModule: "0")
      try #require(waitUntil { log.events.count == 3 })
      #expect(log.events[2] == .nullIsGone && renderer.currentRoute?.name == "third")
    }

    @Test("When the last device goes away, the clock goes on in silence; with another one, the sound is back")
    func lastDevice() throws {
      let renderer = try renderer()
      let log = EventLog(of: renderer)
      renderer.play()
      try #require(advances(renderer.clock))
      try server.removeDevice(ofModule: "0")
      try #require(waitUntil { log.events.count == 2 })
      #expect(log.events == [.nullIsGone, .mediaServicesWereLost])
      #expect(renderer.currentRoute == nil && renderer.connectionError != nil && advances(renderer.clock))
      _ = try server.addDevice("other")
      try #require(waitUntil { log.events.count == 3 })
      #expect(log.events[2] == .mediaServicesWereReset && renderer.currentRoute?.name == "other")
    }

    @Test("Without a device, the connection is lost once, and the sound begins with the first device")
    func noDevice() throws {
      try server.removeDevice(ofModule: "0")
      let renderer = try PulseAudioRenderer(server: server.address)
      let log = EventLog(of: renderer)
      try #require(waitUntil { renderer.connectionError != nil })
      #expect(renderer.currentRoute == nil)
      _ = try server.addDevice("other")
      try #require(waitUntil { log.events.last == .mediaServicesWereReset })
      // The first event may precede the observer.
      #expect([1, 2].contains(log.events.count) && renderer.currentRoute?.name == "other")
    }

    @Test(
      "A move during a call ends the interruption, and requests to resume only if the device is still there",
      .requires(.pacat), .requires(.parec), arguments: [AudioRouteChangeReason.oldDeviceUnavailable, .override])
    func moveDuringCall(reason: AudioRouteChangeReason) throws {
      _ = try server.addDevice("other")
      let renderer = try renderer()
      let log = EventLog(of: renderer)
      for block in numberedSound(from: 0, to: 960_000) { renderer.enqueue(block) }
      renderer.play()
      try #require(advances(renderer.clock))
      let phone = try server.play(role: "phone")
      try #require(waitUntil { log.events == [.interruptionBegan] })
      if reason == .override {
        try server.moveSound(to: "other")
      } else {
        try server.removeDevice(ofModule: "0")
      }
      try #require(waitUntil { log.events.count == 3 })
      #expect(
        log.events[1...] == [
          .routeChanged(reason: reason, previous: .null), .interruptionEnded(shouldResume: reason == .override),
        ])
      // The server has muted the sound for the call.
      let recording = try server.record(device: "other")
      #expect(waitUntil { (recording.parts().last?.count ?? 0) > 24_000 })
      withExtendedLifetime(phone) {}
    }

    @Test("A device that goes away while the sound is opened is at most one event, and the sound is heard elsewhere")
    func opening() throws {
      var (module, name) = ("0", "null")
      for number in 1...8 {
        let next = "device\(number)"
        let nextModule = try server.addDevice(next)
        try server.control("set-default-sink", name)
        let renderer = try PulseAudioRenderer(server: server.address)
        let log = EventLog(of: renderer)
        renderer.play()
        // The connection is at any point when the device goes away.
        try server.removeDevice(ofModule: module)
        try #require(waitUntil { renderer.currentRoute?.name == next && renderer.clock.time > .milliseconds(100) })
        let names = log.events.map { event in
          guard case .routeChanged(.oldDeviceUnavailable, let previous) = event else { return "another event" }
          return previous.name
        }
        #expect(names == [] || names == [name])
        (module, name) = (nextModule, next)
      }
    }
  }
}
