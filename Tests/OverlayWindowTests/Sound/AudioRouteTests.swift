import TestTools
import Testing

@testable import OverlayWindow

@Suite("The device on which sound plays")
struct AudioRouteTests {
  private typealias Port = AudioSink.Port

  private let speakers = AudioSink(index: 1, name: "speakers", description: "Built-in Audio")
  private let headset = AudioSink(index: 2, name: "headset", description: "A headset")

  /// A sound card whose speakers are muted while headphones are plugged in, as PulseAudio and PipeWire describe it.
  private static func card(
    _ index: UInt32 = 1, isPluggedIn: Bool, activePort: String
  ) -> AudioSink {
    AudioSink(
      index: index, name: "card\(index)", description: "Card \(index)",
      ports: [
        Port(name: "speaker", description: "Speakers", availability: isPluggedIn ? .unplugged : .unknown),
        Port(name: "headphones", description: "Headphones", availability: isPluggedIn ? .pluggedIn : .unplugged),
      ], activePortName: activePort)
  }

  /// Returns a state that knows a stream on the first one of some devices.
  private func state(_ sinks: AudioSink...) -> AudioRouteState {
    var state = AudioRouteState(index: sinks[0].index, name: sinks[0].name)
    #expect(state.update(sinks, playingOn: sinks[0].index) == nil && state.route == sinks[0].route)
    return state
  }

  private func event(_ reason: AudioRouteChangeReason, _ previous: AudioSink) -> AudioSessionEvent {
    .routeChanged(reason: reason, previous: previous.route)
  }

  @Test("A device that goes away is one event, whether the server moves the sound at once, later, or ends it")
  func oldDevice() {
    var state = state(headset, speakers)
    #expect(state.update([speakers], playingOn: 1) == event(.oldDeviceUnavailable, headset))
    #expect(state.route == speakers.route)
    #expect(state.update([speakers], playingOn: 1) == nil)
    state = self.state(headset, speakers)
    #expect(state.update([speakers], playingOn: 2) == event(.oldDeviceUnavailable, headset))
    #expect(state.route == nil)
    #expect(state.update([speakers], playingOn: 2) == nil)
    #expect(state.update([speakers], playingOn: 1) == nil && state.route == speakers.route)
    state = self.state(headset)
    #expect(state.update([], playingOn: nil) == event(.oldDeviceUnavailable, headset))
    #expect(state.route == nil)
    // A stream that the user ends says nothing about its device.
    state = self.state(headset)
    #expect(state.update([headset], playingOn: nil) == nil)
  }

  @Test("A device that goes away while a stream is opened is known by its name")
  func opening() {
    var state = AudioRouteState(index: 2, name: "headset")
    let named = AudioRoute(name: "headset", description: "headset", port: nil)
    #expect(state.route == named)
    #expect(
      state.update([speakers], playingOn: 1) == .routeChanged(reason: .oldDeviceUnavailable, previous: named))
    state = AudioRouteState(index: 2, name: "headset")
    #expect(state.update([], playingOn: nil) == .routeChanged(reason: .oldDeviceUnavailable, previous: named))
  }

  @Test("Headphones that are plugged into a sound card interrupt nothing, and interrupt when they are unplugged")
  func ports() {
    let alone = Self.card(isPluggedIn: false, activePort: "speaker")
    let heard = Self.card(isPluggedIn: true, activePort: "headphones")
    var state = state(alone)
    for _ in 0..<2 {
      #expect(state.update([heard], playingOn: 1) == event(.newDeviceAvailable, alone))
      #expect(state.update([alone], playingOn: 1) == event(.oldDeviceUnavailable, heard))
    }
    // PipeWire's session manager changes the port after it knows of the plug.
    for _ in 0..<2 {
      #expect(state.update([Self.card(isPluggedIn: true, activePort: "speaker")], playingOn: 1) == nil)
      guard case .routeChanged(.newDeviceAvailable, let previous)? = state.update([heard], playingOn: 1) else {
        Issue.record("no event for a new device")
        return
      }
      #expect(previous == alone.route)
      let unplugged = Self.card(isPluggedIn: false, activePort: "headphones")
      #expect(state.update([unplugged], playingOn: 1) == event(.oldDeviceUnavailable, heard))
      #expect(state.update([unplugged], playingOn: 1) == nil)
      #expect(state.update([alone], playingOn: 1) == nil && state.route == alone.route)
    }
    // What is plugged in again is not the end of what is heard, but what is unplugged again is.
    _ = state.update([heard], playingOn: 1)
    let unplugged = Self.card(isPluggedIn: false, activePort: "headphones")
    #expect(state.update([unplugged], playingOn: 1) == event(.oldDeviceUnavailable, heard))
    #expect(state.update([heard], playingOn: 1) == nil)
    #expect(state.update([unplugged], playingOn: 1) == event(.oldDeviceUnavailable, heard))
  }

  @Test("The sound that a user moves, and a device that appears and stays silent, interrupt nothing")
  func otherReasons() {
    var state = state(speakers, headset)
    let screen = AudioSink(index: 3, name: "screen", description: "A screen")
    #expect(state.update([speakers, headset], playingOn: 2) == event(.override, speakers))
    #expect(state.update([speakers, headset, screen], playingOn: 2) == nil)
    #expect(state.update([speakers, headset, screen], playingOn: 3) == event(.newDeviceAvailable, headset))
    #expect(state.update([speakers, headset, screen], playingOn: 2) == event(.override, screen))
    #expect(state.update([headset], playingOn: 2) == nil)
  }

  /// A sound server with devices that come and go, on which a stream plays.
  private struct Server {
    var sinks: [AudioSink] = []
    var current: AudioSink
    /// The devices that have appeared, or been plugged in, since the stream moved.
    var news: Set<UInt32> = []
    var latestIndex: UInt32 = 1
    /// What a session manager does after it knows of a change, with the expected reason.
    var delayed: ((inout Server) -> AudioRouteChangeReason?)?

    var others: [AudioSink] { sinks.filter { $0.index != current.index } }

    mutating func replace(_ sink: AudioSink) {
      sinks = sinks.map { $0.index == sink.index ? sink : $0 }
      if sink.index == current.index { current = sink }
    }

    mutating func move(to sink: AudioSink) {
      current = sink
      news = []
    }

    /// Does something at random. Returns the expected reason.
    mutating func step(_ random: inout SeededGenerator) -> AudioRouteChangeReason? {
      if let delayed = delayed.take() { return delayed(&self) }
      let isAtOnce = Bool.random(using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return appear(Int.random(in: 0..<3, using: &random), hasPorts: Bool.random(using: &random))
      case 1:
        guard let sink = sinks.randomElement(using: &random) else { return nil }
        return remove(sink, next: others.randomElement(using: &random), isAtOnce: isAtOnce)
      case 2:
        guard let sink = others.randomElement(using: &random) else { return nil }
        let isNew = news.contains(sink.index)
        move(to: sink)
        return isNew ? .newDeviceAvailable : .override
      case 3: return plug(sinks.filter { $0.activePortName == "speaker" }.randomElement(using: &random), isAtOnce)
      default: return current.activePortName == "headphones" ? unplug(isAtOnce) : nil
      }
    }

    private mutating func appear(_ way: Int, hasPorts: Bool) -> AudioRouteChangeReason? {
      latestIndex += 1
      let sink =
        hasPorts
        ? AudioRouteTests.card(latestIndex, isPluggedIn: false, activePort: "speaker")
        : AudioSink(index: latestIndex, name: "sink\(latestIndex)", description: "Sink \(latestIndex)")
      sinks.append(sink)
      news.insert(latestIndex)
      switch way {
      case 0:
        move(to: sink)
        return .newDeviceAvailable
      case 1:
        delayed = { server in
          server.move(to: sink)
          return .newDeviceAvailable
        }
        return nil
      default: return nil
      }
    }

    private mutating func remove(_ sink: AudioSink, next: AudioSink?, isAtOnce: Bool) -> AudioRouteChangeReason? {
      // One device stays, so that the stream does.
      guard let next, sinks.count > 1 else { return nil }
      sinks.removeAll { $0.index == sink.index }
      guard sink.index == current.index else { return nil }
      if isAtOnce {
        move(to: next)
      } else {
        delayed = { server in
          server.move(to: next)
          return nil
        }
      }
      return .oldDeviceUnavailable
    }

    private mutating func plug(_ sink: AudioSink?, _ isAtOnce: Bool) -> AudioRouteChangeReason? {
      guard let sink else { return nil }
      let heard = AudioRouteTests.card(sink.index, isPluggedIn: true, activePort: "headphones")
      guard sink.index == current.index else {
        replace(heard)
        news.insert(sink.index)
        return nil
      }
      if isAtOnce {
        replace(heard)
        news = []
        return .newDeviceAvailable
      }
      replace(AudioRouteTests.card(sink.index, isPluggedIn: true, activePort: "speaker"))
      delayed = { server in
        server.replace(heard)
        server.news = []
        return .newDeviceAvailable
      }
      return nil
    }

    private mutating func unplug(_ isAtOnce: Bool) -> AudioRouteChangeReason? {
      let alone = AudioRouteTests.card(current.index, isPluggedIn: false, activePort: "speaker")
      if isAtOnce {
        replace(alone)
        news = []
      } else {
        replace(AudioRouteTests.card(current.index, isPluggedIn: false, activePort: "headphones"))
        delayed = { server in
          server.replace(alone)
          server.news = []
          return nil
        }
      }
      return .oldDeviceUnavailable
    }
  }

  @Test(
    "Whatever happens to the devices of a server, each change is one event", arguments: 1...200 as ClosedRange<UInt64>)
  func anyOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var server = Server(sinks: [speakers], current: speakers)
    var state = state(speakers)
    for step in 0..<100 {
      let previous = server.current
      let expected = server.step(&random).map { AudioSessionEvent.routeChanged(reason: $0, previous: previous.route) }
      #expect(state.update(server.sinks, playingOn: server.current.index) == expected, "step \(step)")
      let isThere = server.sinks.contains { $0.index == server.current.index }
      #expect(state.route == (isThere ? server.current.route : nil), "step \(step)")
      // An answer that says the same again is no event.
      #expect(state.update(server.sinks, playingOn: server.current.index) == nil, "step \(step)")
    }
  }
}
