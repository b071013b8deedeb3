import Glibc
import OverlayRender

/// The URL of a live stream that is sent or received, or the path of a playlist.
struct StreamURL: Sendable, CustomStringConvertible {
  /// The text, and its form without secrets.
  let text: RedactedURL
  let streamProtocol: StreamProtocol
  /// Whether the stream is sent.
  let isSent: Bool
  /// Whether this is the side that is called: the other one connects at any time.
  let isListener: Bool
  let host: Substring
  let port: Int?
  let queryItems: [Substring]

  /// The URL without its secrets.
  var description: String { text.description }

  /// Reads a URL, and checks all that can be checked before anything is connected.
  ///
  /// - Parameters:
  ///   - url: The URL, or the path of a playlist in a form that is not a URL.
  ///   - output: The protocol in which the stream is sent; `nil` to receive it in the protocol of the scheme.
  /// - Throws: `MediaError.streamURLNotValid`.
  init(_ url: String, sentIn output: StreamProtocol? = nil) throws(MediaError) {
    let text = RedactedURL(url)
    let known = StreamProtocol.all.first { $0.urlSchemes.contains(text.scheme) }
    let streamProtocol = output ?? known ?? .unknown
    // An address of IPv6 contains colons in brackets.
    let colon = text.authority.lastIndex(of: ":").flatMap { text.authority[$0...].contains("]") ? nil : $0 }
    let portText = colon.map { text.authority[$0...].dropFirst() }
    self.text = text
    self.streamProtocol = streamProtocol
    isSent = output != nil
    host = text.authority[..<(colon ?? text.authority.endIndex)]
    port = portText.map { Int($0) } ?? streamProtocol.defaultPort
    queryItems = url.firstIndex(of: "?").map { url[url.index(after: $0)...].split(separator: "&") } ?? []
    isListener = queryItems.contains(where: streamProtocol.isListening)
    if let problem = problem(ofPort: portText) { throw .streamURLNotValid(name: description, reason: problem) }
  }

  private func problem(ofPort portText: Substring?) -> String? {
    guard streamProtocol.transport != .files else { return nil }
    if text.hasUnencodedUser { return "its user or password contains /, ? or #, which are written %2F, %3F and %23" }
    if host.contains(":"), !host.hasPrefix("[") { return "an address of IPv6 is in brackets" }
    if let portText, !portText.allSatisfy({ "0"..."9" ~= $0 }) || !(1...65_535).contains(port ?? 0) {
      return "its port is not a number from 1 to 65535"
    }
    if port == nil { return "it has no port" }
    if host.isEmpty, !waitsOnPort { return "it has no host" }
    return streamProtocol.problem(self)
  }

  /// Whether this side waits on a port. Without a host, UDP receives what is sent to any address of this machine.
  private var waitsOnPort: Bool { isListener || !isSent && streamProtocol.transport == .udp }

  /// The port on which this side listens; `nil` if it connects to a server.
  private var listeningPort: ListeningPort? {
    guard waitsOnPort, let port else { return nil }
    return ListeningPort(
      number: port, host: String(host.hasPrefix("[") ? host.dropFirst().dropLast() : host),
      isOfPackets: streamProtocol.transport != .tcp)
  }

  /// The URL for FFmpeg.
  var connectionURL: String {
    let url = text.url
    guard streamProtocol.listensByOption, isListener, let query = url.firstIndex(of: "?") else { return url }
    let items = queryItems.filter { !streamProtocol.isListening($0) }
    return url[..<query] + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// The options of FFmpeg for a connection, which checks nothing by default if it has TLS.
  func options(verifiesServer: Bool) -> StreamProtocol.Options {
    let options = isSent ? streamProtocol.sendingOptions : streamProtocol.receivingOptions(isListener)
    guard streamProtocol.secureSchemes.contains(text.scheme) else { return options }
    guard verifiesServer else { return options + [("tls_verify", "0")] }
    return options + [("tls_verify", "1")] + (Self.authorityFile.map { [("ca_file", $0)] } ?? [])
  }

  /// The file of authorities that the environment names, as in OpenSSL. Without it, GnuTLS uses the system's.
  private static var authorityFile: String? {
    getenv("SSL_CERT_FILE").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns whether a code of FFmpeg for reading is the end of the feed.
  func isEnd(_ status: FFmpegStatus, _ deadline: ConnectionDeadline) -> Bool {
    // Without connections, a sender ends by sending nothing.
    if streamProtocol.transport == .udp { return deadline.hasExpired }
    return streamProtocol.endsWithError && status == .inputOutput && !deadline.hasExpired
  }
}

extension StreamProtocol {
  /// The protocol of a URL that FFmpeg reads without options.
  fileprivate static let unknown = StreamProtocol(
    name: "", urlSchemes: [], fileExtensions: [], muxerName: "", transport: .files)
}

extension StreamURL {
  /// Replaces a code of FFmpeg by an error that names the stream, without its secrets.
  func namingErrors<Result: ~Copyable>(
    _ deadline: ConnectionDeadline, _ body: () throws(FFmpegStatus) -> Result
  ) throws(MediaError) -> Result {
    FFmpegLog.forgetError()
    do throws(FFmpegStatus) { return try body() } catch { throw failure(error, deadline) }
  }

  /// Returns the error for a code of FFmpeg when a connection is opened.
  func openingFailure(_ status: FFmpegStatus, _ deadline: ConnectionDeadline) -> MediaError {
    if status != .exit, let port = listeningPort, port.isTaken {
      return .portInUse(name: description, port: port.number)
    }
    guard !isListener, status == .inputOutput, !deadline.hasPassed, let reason = streamProtocol.refusal(self) else {
      return failure(status, deadline)
    }
    return .streamFailed(name: description, reason: reason)
  }

  /// Returns the error for a code of FFmpeg.
  func failure(_ status: FFmpegStatus, _ deadline: ConnectionDeadline) -> MediaError {
    let reason =
      deadline.hasPassed || status == .exit ? "no answer in time" : FFmpegLog.takeError() ?? status.description
    // The messages of FFmpeg's `tls_gnutls.c`.
    if reason.contains("certificate failed verification") {
      return .serverNotVerified(name: description, reason: "its certificate has expired, or its authority is unknown")
    } else if reason.contains("does not match hostname") {
      return .serverNotVerified(name: description, reason: "its certificate is for another host")
    } else if reason.contains("Error while reading file"), let file = Self.authorityFile {
      return .streamFailed(name: description, reason: "\(file), which SSL_CERT_FILE names, cannot be read")
    }
    return .streamFailed(name: description, reason: text.redacting(reason))
  }
}
