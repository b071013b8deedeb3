/// A device of a sound server, as the server describes it.
struct AudioSink: Sendable, Hashable {
  /// A socket of a device.
  struct Port: Sendable, Hashable {
    enum Availability: Sendable, Hashable {
      /// The device cannot tell whether something is plugged in; or speakers that play as nothing else is plugged in.
      case unknown
      case unplugged
      case pluggedIn
    }

    let name: String
    let description: String
    var availability: Availability
  }

  let index: UInt32
  let name: String
  let description: String
  var ports: [Port] = []
  /// The name of the port on which the device plays; `nil` if it has none.
  var activePortName: String?

  var activePort: Port? { ports.first { $0.name == activePortName } }
  var route: AudioRoute { AudioRoute(name: name, description: description, port: activePort?.description) }

  /// Whether the device is gone, or something was unplugged from its active port.
  ///
  /// A port is unplugged only if something was known to be plugged in: plugging in headphones makes speakers, of which
  /// nothing was known, unavailable.
  fileprivate func isUnavailable(among sinks: [AudioSink]) -> Bool {
    guard let sink = sinks.first(where: { $0.index == index }) else { return true }
    guard let port = activePort, port.availability == .pluggedIn else { return false }
    return sink.ports.contains { $0.name == port.name && $0.availability == .unplugged }
  }

  /// Whether the device has appeared, or something was plugged into its active port.
  fileprivate func isNew(since earlierSinks: [AudioSink]) -> Bool {
    guard let sink = earlierSinks.first(where: { $0.index == index }) else { return true }
    guard let port = activePort, port.availability == .pluggedIn else { return false }
    return sink.ports.contains { $0.name == port.name && $0.availability != .pluggedIn }
  }
}

/// The device on which a stream plays, and the reasons why it changes: a comparison of what a server says now with what
/// it said before.
struct AudioRouteState: Sendable {
  /// The device on which the stream plays; `nil` if it is gone, and the server has not moved the stream yet.
  private(set) var route: AudioRoute?
  /// The device on which the stream played last.
  private var sink: AudioSink
  /// The devices when the route began; `nil` until the server has described them.
  private var earlierSinks: [AudioSink]?
  /// Whether the event is sent that the device is gone, from which the server has not moved the stream yet. PulseAudio
  /// does both at once, PipeWire's server one after the other.
  private var isLost = false

  /// The number of the device on which the stream played last.
  var index: UInt32 { sink.index }

  /// Creates the state of a stream that was opened on a device of which only the name is known.
  init(index: UInt32, name: String) {
    sink = AudioSink(index: index, name: name, description: name)
    route = sink.route
  }

  /// Records what the server says.
  ///
  /// - Parameters:
  ///   - sinks: All devices of the server.
  ///   - index: The one on which the stream plays; `nil` if the server has ended the stream.
  /// - Returns: The event for observers.
  mutating func update(_ sinks: [AudioSink], playingOn index: UInt32?) -> AudioSessionEvent? {
    let (previous, wasLost) = (sink, isLost)
    let isUnavailable = previous.isUnavailable(among: sinks)
    let current = sinks.first { $0.index == index }
    let newRoute = current.flatMap { isOther($0) ? $0 : nil }
    var reason: AudioRouteChangeReason?
    if isUnavailable {
      reason = .oldDeviceUnavailable
    } else if let newRoute {
      reason = newRoute.isNew(since: earlierSinks ?? sinks) ? .newDeviceAvailable : .override
    }
    if newRoute != nil {
      isLost = false
    } else {
      isLost = isUnavailable || isLost && current?.activePort?.availability != .pluggedIn
    }
    if newRoute != nil || earlierSinks == nil { earlierSinks = sinks }
    if let current { sink = current }
    route = current?.route
    // The move from a device that is gone belongs to the event that it is gone.
    return wasLost ? nil : reason.map { .routeChanged(reason: $0, previous: previous.route) }
  }

  /// Whether a device, or its port, is not the one on which the stream played last.
  private func isOther(_ current: AudioSink) -> Bool {
    current.index != sink.index || earlierSinks != nil && current.activePortName != sink.activePortName
  }
}
