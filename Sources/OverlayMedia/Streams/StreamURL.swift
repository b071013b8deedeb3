import Glibc
import OverlayRender

// The URLs of live streams, of those that are received as of those that are sent.
extension RedactedURL {
  /// Whether this is the side that is called: the other one connects at any time.
  var isListener: Bool {
    switch scheme {
    case "srt": queryItems.contains("mode=listener")
    case "rtmp", "rtmps": queryItems.contains("listen=1")
    // As FFmpeg reads it, the option needs no value.
    case "tcp": queryItems.contains { $0 == "listen" || $0.hasPrefix("listen=") && $0 != "listen=0" }
    default: false
    }
  }

  private var queryItems: [Substring] {
    url.firstIndex(of: "?").map { url[url.index(after: $0)...].split(separator: "&") } ?? []
  }

  /// Checks the host, the port, and the passphrase of SRT, before anything is connected.
  ///
  /// - Parameter isOutput: Whether the URL is that of a stream that is sent.
  /// - Throws: `MediaError.streamURLNotValid`.
  func check(isOutput: Bool) throws(MediaError) {
    let isOfStream = StreamProtocol.all.contains { $0.urlSchemes.contains(scheme) }
    guard isOfStream, let (host, portText, start) = address else { return }
    if hasUnencodedUser {
      throw notValid("its user or password contains /, ? or #, which are written %2F, %3F and %23")
    }
    guard !host.contains(":") || host.hasPrefix("[") else { throw notValid("an address of IPv6 is in brackets") }
    if let portText {
      guard portText.allSatisfy(\.isASCIIDigit), let number = Int(portText), (1...65_535).contains(number) else {
        throw notValid("its port is not a number from 1 to 65535")
      }
    } else if !isRTMP {
      throw notValid("it has no port")
    }
    // Without a host, UDP receives what is sent to any address of this machine.
    let canOmitHost = isListener || !isOutput && ["udp", "rtp"].contains(scheme)
    guard !host.isEmpty || canOmitHost else { throw notValid("it has no host") }
    if isOutput, isRTMP {
      if isListener { throw notValid("RTMP cannot wait for a receiver") }
      let path = url[start...].drop { !"/?#".contains($0) }
      guard path.hasPrefix("/"), path.dropFirst().first.map({ !"/?#".contains($0) }) == true else {
        throw notValid("it has no application, as in rtmp://HOST/APPLICATION/KEY")
      }
    }
    if scheme == "srt" { try checkPassphrase() }
  }

  /// The host and the port, and where they begin in the URL, after a user.
  private var address: (host: Substring, port: Substring?, start: String.Index)? {
    guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    let address = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // An address of IPv6 contains colons in brackets.
    let portStart = address.lastIndex(of: ":").flatMap { address[$0...].contains("]") ? nil : $0 }
    let port = portStart.map { address[address.index(after: $0)...] }
    return (address[..<(portStart ?? address.endIndex)], port, start)
  }

  /// The port on which this side listens; `nil` if it connects to a server.
  private func listeningPort(isOutput: Bool) -> ListeningPort? {
    guard isListener || !isOutput && ["udp", "rtp"].contains(scheme), let (host, port, _) = address else { return nil }
    guard let number = port.map({ Int($0) }) ?? 1935 else { return nil }
    return ListeningPort(
      number: number, host: String(host.hasPrefix("[") ? host.dropFirst().dropLast() : host),
      isOfPackets: ["srt", "udp", "rtp"].contains(scheme))
  }

  /// Checks the passphrase. FFmpeg ignores an option that it does not know, and would send without encryption.
  private func checkPassphrase() throws(MediaError) {
    for item in queryItems {
      let key = item.prefix { $0 != "=" }
      guard key.lowercased() == "passphrase" else { continue }
      guard key == "passphrase" else { throw notValid("its option passphrase is not in lowercase") }
      guard (10...79).contains(item.dropFirst(key.count + 1).utf8.count) else {
        throw notValid("its passphrase does not have 10 to 79 bytes")
      }
    }
  }

  private func notValid(_ reason: String) -> MediaError { .streamURLNotValid(name: description, reason: reason) }

  /// The URL for FFmpeg.
  var connectionURL: String {
    // For RTMP, listening is an option. In the URL it would be a part of the name of the stream.
    guard isRTMP, isListener, let query = url.firstIndex(of: "?") else { return url }
    let items = queryItems.filter { $0 != "listen=1" }
    return url[..<query] + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// The options of FFmpeg for a connection with TLS, which checks nothing by default.
  func securityOptions(verifiesServer: Bool) -> [(name: String, value: String)] {
    guard scheme == "rtmps" else { return [] }
    guard verifiesServer else { return [("tls_verify", "0")] }
    return [("tls_verify", "1")] + (Self.authorityFile.map { [("ca_file", $0)] } ?? [])
  }

  /// The file of authorities that the environment names, as in OpenSSL. Without it, GnuTLS uses the system's.
  private static var authorityFile: String? {
    getenv("SSL_CERT_FILE").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The options of FFmpeg for receiving.
  var feedOptions: [(name: String, value: String)] {
    if isRTMP {
      // FFmpeg cannot know that a feed has no sound, and waits for it. Sound and pictures arrive together.
      let search = [("analyzeduration", "1000000")]
      return search + (isListener ? [("listen", "1")] : [("rtmp_live", "live")])
    }
    // A burst of packets, as a keyframe is, must fit, and packets that do not are lost instead of ending the feed.
    return scheme == "udp" ? [("fifo_size", "50000"), ("overrun_nonfatal", "1")] : []
  }

  /// Returns whether a code of FFmpeg for reading is the end of the feed.
  func isEnd(_ status: FFmpegStatus, _ deadline: ConnectionDeadline) -> Bool {
    switch scheme {
    // Without connections, a sender ends by sending nothing.
    case "udp", "rtp": deadline.hasExpired
    // FFmpeg has no other code for a sender that closes the connection.
    case "rtmp", "rtmps", "srt": status == .inputOutput && !deadline.hasExpired
    default: false
    }
  }

  /// Whether the protocol itself ends a connection on which nothing arrives.
  var endsWhenSilent: Bool { scheme == "srt" }

  private var isRTMP: Bool { StreamProtocol.rtmp.urlSchemes.contains(scheme) }

  private var scheme: String { url.firstRange(of: "://").map { url[..<$0.lowerBound].lowercased() } ?? "" }

  /// Replaces a code of FFmpeg by an error that names the stream, without its secrets.
  func namingErrors<Result: ~Copyable>(
    _ deadline: ConnectionDeadline, _ body: () throws(FFmpegStatus) -> Result
  ) throws(MediaError) -> Result {
    FFmpegLog.forgetError()
    do throws(FFmpegStatus) { return try body() } catch { throw failure(error, deadline) }
  }

  /// Returns the error for a code of FFmpeg when a connection is opened.
  func openingFailure(_ status: FFmpegStatus, _ deadline: ConnectionDeadline, isOutput: Bool) -> MediaError {
    if status != .exit, let port = listeningPort(isOutput: isOutput), port.isTaken {
      return .portInUse(name: description, port: port.number)
    }
    guard scheme == "srt", !isListener, status == .inputOutput, !deadline.hasPassed else {
      return failure(status, deadline)
    }
    // FFmpeg has no other code for a server that refuses the connection.
    let hasPassphrase = queryItems.contains { $0.hasPrefix("passphrase=") }
    return .streamFailed(
      name: description,
      reason: hasPassphrase
        ? "no server answers, or it has another passphrase" : "no server answers, or it requires a passphrase")
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
    return .streamFailed(name: description, reason: redacting(reason))
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}
