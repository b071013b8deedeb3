/// The destination of an output: standard output, a path, a socket or a URL.
public enum OutputDestination: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The standard output of the process.
  case standardOutput
  /// A file, a FIFO, a device, or a pattern of numbered files.
  case path(String)
  /// A Unix-domain stream socket on which another program listens.
  case unixSocket(path: String)
  /// A server or a listener on the network; `scheme` is the part before `://`, in lowercase.
  case network(url: String, scheme: String)

  /// Reads `-`, a path, `unix:` and the path of a socket, or a URL.
  public init(_ text: String) {
    if text == "-" {
      self = .standardOutput
    } else if text.hasPrefix(Self.unixSocketPrefix) {
      self = .unixSocket(path: String(text.dropFirst(Self.unixSocketPrefix.count)))
    } else if let scheme = Self.scheme(of: text) {
      self = .network(url: text, scheme: scheme)
    } else {
      self = .path(text)
    }
  }

  /// Reads a literal: `-`, a path, `unix:` and the path of a socket, or a URL.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The path of files or of a device, or `nil` for standard output, sockets and the network.
  public var path: String? {
    if case .path(let path) = self { path } else { nil }
  }

  /// The name of the destination in messages. For a URL, it contains no secrets.
  package var name: String {
    switch self {
    case .standardOutput: "standard output"
    case .path(let path): path
    case .unixSocket(let path): Self.unixSocketPrefix + path
    case .network(let url, _): RedactedURL(url).description
    }
  }

  /// The extension of the name of a file or socket in lowercase, or `nil` if there is none.
  package var fileExtension: String? {
    let path =
      switch self {
      case .path(let path), .unixSocket(let path): path
      case .standardOutput, .network: ""
      }
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The kinds of destinations. A file that does not exist yet is a file.
  package enum Kind: Sendable, Hashable {
    /// A regular file, or several.
    case file
    /// A pipe or a socket, whose reader may stop.
    case stream
    /// A device such as /dev/null.
    case device
    /// A destination on the network.
    case network
  }

  /// The current kind of the destination.
  package var kind: Kind {
    switch systemKind {
    case .pipe, .socket: .stream
    case .characterDevice: .device
    case .file, .folder, .other: .file
    case nil:
      switch self {
      case .network: .network
      case .unixSocket: .stream
      case .standardOutput, .path: .file
      }
    }
  }

  /// Whether this is a file that can be changed until it is complete. Standard output cannot, even if it leads to a
  /// file: other programs may share its position.
  package var isNamedFile: Bool {
    if case .path = self { kind == .file } else { false }
  }

  /// Whether this is standard output and standard output is a terminal.
  package var isTerminal: Bool { self == .standardOutput && SystemCalls.isTerminal(1) }

  private var systemKind: SystemCalls.FileStatus.Kind? {
    switch self {
    case .standardOutput: try? SystemCalls.status(of: 1).kind
    case .path(let path): try? SystemCalls.status(of: path).kind
    case .unixSocket, .network: nil
    }
  }

  private static let unixSocketPrefix = "unix:"

  /// Returns the part before `://` in lowercase (RFC 3986, section 3.1), or `nil` if the text is a path.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    let scheme = text[..<colon].lowercased()
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return isScheme ? scheme : nil
  }
}
