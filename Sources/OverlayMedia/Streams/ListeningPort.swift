import Glibc

/// The port on which this side waits for a connection, or for packets.
struct ListeningPort {
  let number: Int
  /// The address of this machine; empty for all of them.
  let host: String
  /// Whether the port is one of UDP.
  let isOfPackets: Bool

  /// Whether another socket has the port. FFmpeg and libsrt have no error of their own for it in all protocols.
  var isTaken: Bool {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32((isOfPackets ? SOCK_DGRAM : SOCK_STREAM).rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host.isEmpty ? nil : host, "\(number)", &hints, &found) == 0, let address = found?.pointee else {
      return false
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // A connection that has ended keeps its port for a while, which does not matter to a listener.
    var reuses: Int32 = isOfPackets ? 0 : 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
    return bind(descriptor, address.ai_addr, address.ai_addrlen) != 0 && errno == EADDRINUSE
  }
}
