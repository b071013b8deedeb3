/// How a stream is sent to a server, or a live feed is received.
public struct StreamOptions: Sendable {
  /// Whether a connection that cannot be made, or is lost, is made again, after 1, 2, 4, 8, 16 and then every 30
  /// seconds. Otherwise the stream ends with an error.
  public var reconnects: Bool
  /// Whether the certificate of a server (`rtmps`) is checked: that it is valid now, for the host of the URL, and
  /// signed by an authority that the system knows, or one in the file that the environment variable `SSL_CERT_FILE`
  /// names. Otherwise everybody on the way to the server can read the stream and its key.
  public var verifiesServer: Bool
  /// Called on the thread of the stream when its connection changes; `nil` for nobody.
  public var onConnectionChange: (@Sendable (ConnectionState) -> Void)?
  /// How long the server may take.
  var limits = Limits()

  /// The state of the connection to a server.
  public enum ConnectionState: Sendable, Hashable {
    /// A connection is being made.
    case connecting
    /// The server has accepted the stream.
    case connected
    /// The connection is lost or was not made, and the next attempt follows after a number of seconds: 0 for a feed
    /// that connects to this side. `problem` is why, without the secrets of the URL.
    case waiting(seconds: Int64, problem: String)
  }

  /// The longest durations of calls that wait for the server.
  struct Limits: Sendable {
    /// Until the server has accepted the connection and the headers.
    var connecting = Duration.seconds(10)
    /// Until it has accepted a frame.
    var sending = Duration.seconds(5)
    /// Until it has accepted the end.
    var ending = Duration.seconds(2)
  }

  /// Creates options.
  public init(
    reconnects: Bool = false, verifiesServer: Bool = true,
    onConnectionChange: (@Sendable (ConnectionState) -> Void)? = nil
  ) {
    self.reconnects = reconnects
    self.verifiesServer = verifiesServer
    self.onConnectionChange = onConnectionChange
  }

  func report(_ state: ConnectionState) { onConnectionChange?(state) }
}
