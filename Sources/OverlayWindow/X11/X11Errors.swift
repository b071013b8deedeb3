import CX11
import Synchronization

/// The errors of our connections to X servers.
///
/// Xlib has one handler for each kind of error in a process, and the default ones end the process. Handlers that
/// another library has set before are still called for the connections of that library.
enum X11Errors {
  private struct Errors {
    var isConnectionLost = false
    var count = 0
  }

  /// The errors of each connection, by its address.
  private static let connections = Mutex<[UInt: Errors]>([:])

  /// Starts to note the errors of a connection, which then does not end the process when the server ends.
  static func watch(_ display: OpaquePointer) {
    connections.withLock { $0[UInt(bitPattern: display)] = Errors() }
    _ = (otherErrorHandler, otherConnectionHandler)
    // Called after the handler of lost connections. The default function ends the process.
    overlay_XSetIOErrorExitHandler(
      display,
      { display, _ in
        X11Errors.note(display) { $0.isConnectionLost = true }
        // Xlib has locked the display, so that other threads wait until the process has ended.
        overlay_XUnlockDisplay(display)
      }, nil)
  }

  /// Forgets a connection.
  static func forget(_ display: OpaquePointer) {
    connections.withLock { $0[UInt(bitPattern: display)] = nil }
  }

  /// Whether the server has ended the connection.
  static func isConnectionLost(_ display: OpaquePointer) -> Bool {
    connections.withLock { $0[UInt(bitPattern: display)]?.isConnectionLost } ?? true
  }

  /// The number of requests that the server has refused.
  static func count(_ display: OpaquePointer) -> Int {
    connections.withLock { $0[UInt(bitPattern: display)]?.count } ?? 0
  }

  /// Notes an error. Returns whether the connection is one of ours.
  @discardableResult
  private static func note(_ display: OpaquePointer?, _ change: (inout Errors) -> Void) -> Bool {
    connections.withLock { connections in
      guard var errors = connections[UInt(bitPattern: display)] else { return false }
      change(&errors)
      connections[UInt(bitPattern: display)] = errors
      return true
    }
  }

  /// The previous handler of refused requests. It is replaced when the constant is first used.
  private static let otherErrorHandler: XErrorHandler? = overlay_XSetErrorHandler { display, event in
    X11Errors.note(display) { $0.count += 1 } ? 0 : X11Errors.otherErrorHandler?(display, event) ?? 0
  }

  /// The previous handler of lost connections. It is replaced when the constant is first used.
  private static let otherConnectionHandler: XIOErrorHandler? = overlay_XSetIOErrorHandler { display in
    X11Errors.note(display) { _ in } ? 0 : X11Errors.otherConnectionHandler?(display) ?? 0
  }
}
