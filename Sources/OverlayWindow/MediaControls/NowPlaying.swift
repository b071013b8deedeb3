import Dispatch
import Glibc
import OverlayRender

/// Shows what plays in the media controls of the desktop, and receives their commands; the counterpart of
/// `MPNowPlayingInfoCenter` and `MPRemoteCommandCenter`.
///
///     let nowPlaying = NowPlaying(applicationName: "Talk", position: { timebase.time }) { command in ... }
///     nowPlaying.information = NowPlayingInformation(
///       identifier: "talk.mp4", title: "A talk", duration: .seconds(60), commands: [.play, .pause, .seek])
///
/// It is a media player on the session bus (MPRIS 2). A command is a request: `information` says what became of it.
/// Without a bus it works as if nobody listened. If the bus ends, it waits for a new one at the same address.
///
/// It is safe to use from any thread. It leaves the bus when it is released.
public final class NowPlaying: Sendable {
  private let service: MediaPlayerService

  /// Connects to the session bus, in the background.
  ///
  /// - Parameters:
  ///   - applicationName: The name of the program.
  ///   - desktopEntry: The name of the program's desktop file, without its extension.
  ///   - queue: A serial queue for `onCommand`; by default, a queue of this library.
  ///   - position: Returns the position, from 0 at the start of the content. It is called on any thread.
  ///   - onCommand: Receives the commands that ``information`` allows.
  public convenience init(
    applicationName: String, desktopEntry: String? = nil, queue: DispatchQueue? = nil,
    position: @escaping @Sendable () -> MediaTime, onCommand: @escaping @Sendable (RemoteCommand) -> Void
  ) {
    self.init(
      applicationName: applicationName, desktopEntry: desktopEntry, queue: queue, address: Self.sessionBusAddress,
      position: position, onCommand: onCommand)
  }

  init(
    applicationName: String, desktopEntry: String? = nil, queue: DispatchQueue? = nil, address: String?,
    position: @escaping @Sendable () -> MediaTime, onCommand: @escaping @Sendable (RemoteCommand) -> Void
  ) {
    service = MediaPlayerService(
      MediaPlayer(applicationName: applicationName, desktopEntry: desktopEntry), position: position
    ) { [queue = queue ?? .nowPlaying] command in
      queue.async { onCommand(command) }
    }
    service.start(address: address)
  }

  deinit {
    service.stop()
  }

  /// What plays; `nil` for nothing. Set it again when anything changes. Changes that follow each other at once are sent
  /// together.
  public var information: NowPlayingInformation? {
    get { service.information }
    set { service.information = newValue }
  }

  /// Announces that the position has jumped. Call it after each seek and skip, and when the content repeats; another
  /// track is announced without it.
  public func positionJumped() { service.positionJumped() }

  /// The name on the bus; `nil` while there is no connection.
  public var busName: String? { service.connectionState.busName }

  /// Why there is no connection; `nil` if there is one, or the first attempt is not over.
  public var error: NowPlayingError? { service.connectionState.error }

  /// The address of the session bus. GIO would also start a bus for the display if there is none.
  static var sessionBusAddress: String? {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
    guard let folder = getenv("XDG_RUNTIME_DIR") else { return nil }
    let path = String(cString: folder) + "/bus"
    return access(path, F_OK) == 0 ? "unix:path=\(path)" : nil
  }
}

/// The reason why no media controls are connected.
public enum NowPlayingError: Error, Hashable, CustomStringConvertible {
  /// The program runs in no session with a message bus.
  case noBus
  /// There is no bus at the address, or it does not accept the program.
  case unreachable(address: String, reason: String)

  /// One line that says what is wrong.
  public var description: String {
    switch self {
    case .noBus: "media controls are not connected: there is no session bus (DBUS_SESSION_BUS_ADDRESS)"
    case .unreachable(let address, let reason):
      "media controls are not connected to the session bus \(address): \(reason)"
    }
  }
}

extension DispatchQueue {
  /// The serial queue on which commands are received if no other one is chosen.
  fileprivate static let nowPlaying = DispatchQueue(label: "OverlayWindow.NowPlaying")
}
