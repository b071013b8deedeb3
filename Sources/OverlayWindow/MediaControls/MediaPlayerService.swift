import CGIO
import OverlayRender
import Synchronization

/// Keeps a media player on a bus, on a thread of its own.
///
/// The thread sleeps until a call arrives or something changes. Changes are compared with what was sent before, so that
/// only differences are sent.
final class MediaPlayerService: Sendable {
  /// Whether the player is on the bus.
  struct ConnectionState: Sendable {
    var busName: String?
    var error: NowPlayingError?
  }

  private struct State {
    var player: MediaPlayer
    var hasJumped = false
    var isStopped = false
    var connection = ConnectionState()
  }

  private let state: Mutex<State>
  private let position: @Sendable () -> MediaTime
  private let onCommand: @Sendable (RemoteCommand) -> Void
  private let context = MainContext()

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - position: Returns the position of playback.
  ///   - onCommand: Receives commands, on the thread.
  init(
    _ player: MediaPlayer, position: @escaping @Sendable () -> MediaTime,
    onCommand: @escaping @Sendable (RemoteCommand) -> Void
  ) {
    state = Mutex(State(player: player))
    self.position = position
    self.onCommand = onCommand
  }

  /// Starts the thread. Without an address nothing is started.
  func start(address: String?) {
    guard let address else { return fail(.noBus) }
    do throws(SystemError) {
      try DetachedThread.start("media-controls") { [self] in
        context.withThreadDefault { run(address) }
      }
    } catch {
      fail(.unreachable(address: address, reason: error.description))
    }
  }

  /// Ends the thread. It does not wait for the end.
  func stop() {
    state.withLock { $0.isStopped = true }
    context.cancel()
  }

  var information: NowPlayingInformation? {
    get { state.withLock { $0.player.information } }
    set {
      let hasChanged = state.withLock { state in
        guard newValue != state.player.information else { return false }
        let track = state.player.trackNumber
        state.player.information = newValue
        // The position of another track need not be its start.
        if state.player.trackNumber != track { state.hasJumped = true }
        return true
      }
      if hasChanged { context.wakeUp() }
    }
  }

  func positionJumped() {
    state.withLock { $0.hasJumped = true }
    context.wakeUp()
  }

  var connectionState: ConnectionState { state.withLock { $0.connection } }

  private func fail(_ error: NowPlayingError) {
    state.withLock { $0.connection = ConnectionState(error: error) }
  }
}

// MARK: - The thread

extension MediaPlayerService {
  /// Connects again and again, until the service stops.
  private func run(_ address: String) {
    var delays = RetryDelays(longest: 64)
    while !isStopped {
      do throws(GIOError) {
        let connection = try MediaPlayerConnection(address, of: self, context)
        state.withLock { $0.connection = ConnectionState(busName: connection.busName) }
        delays.reset()
        defer { connection.close() }
        try serve(connection)
        fail(.unreachable(address: address, reason: "it ended the connection"))
      } catch {
        fail(.unreachable(address: address, reason: error.message))
      }
      wait(seconds: delays.next())
    }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Handles calls and sends changes until the connection or the service ends.
  private func serve(_ connection: MediaPlayerConnection) throws(GIOError) {
    var sent = Dictionary(uniqueKeysWithValues: MediaPlayer.Interface.allCases.map { ($0, properties(of: $0)) })
    while !isStopped, !connection.isClosed {
      let (player, hasJumped) = state.withLock { state in
        defer { state.hasJumped = false }
        return (state.player, state.hasJumped)
      }
      try connection.offer(player.introspection)
      for interface in MediaPlayer.Interface.allCases {
        let properties = player.properties(of: interface)
        let changes = properties.filter { sent[interface]?[$0.key] != $0.value }
        guard !changes.isEmpty else { continue }
        connection.sendChanges(changes, of: interface)
        sent[interface] = properties
      }
      if hasJumped { connection.sendSeeked(to: position()) }
      context.iterate()
    }
  }

  private func wait(seconds: Int64) {
    let deadline = HostClock.shared.time + .seconds(seconds)
    while !isStopped, HostClock.shared.time < deadline { context.iterate(atMostSeconds: Int(seconds)) }
  }
}

// MARK: - Calls

extension MediaPlayerService {
  /// Calls a method. The caller learns only whether it is allowed.
  func call(_ method: String, _ arguments: [BusValue]) throws(MediaPlayer.CallError) {
    let player = state.withLock { $0.player }
    if let command = try player.command(of: method, arguments, position: position) { onCommand(command) }
  }

  /// Sets a property.
  func set(_ property: String, to value: BusValue) throws(MediaPlayer.CallError) {
    let player = state.withLock { $0.player }
    if let command = try player.command(setting: property, to: value) { onCommand(command) }
  }

  /// Returns the value of a property.
  func value(of property: String, of interface: MediaPlayer.Interface) -> BusValue? {
    if interface == .player, property == "Position" { return .integer(position().microseconds) }
    return properties(of: interface)[property]
  }

  /// The description of the interfaces.
  var introspection: String { state.withLock { $0.player }.introspection }

  /// The name of the program as a part of a bus name: letters, digits and underscores, with no digit first.
  var nameElement: String {
    let name = state.withLock { $0.player.applicationName }
    let element = String(name.prefix(64).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return element.first?.isLetter == true ? element : "_" + element
  }

  private func properties(of interface: MediaPlayer.Interface) -> [String: BusValue] {
    state.withLock { $0.player }.properties(of: interface)
  }
}
