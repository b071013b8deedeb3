import Glibc

/// Unix-domain stream sockets (unix(7)). None of the calls waits.
extension SystemCalls {
  /// The greatest length of a socket's path in bytes. The address ends with a zero byte.
  package static let maximumSocketPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Connects to a socket. The path has at most `maximumSocketPathLength` bytes.
  package static func connect(toSocket path: String) throws(SystemError) -> Int32 {
    try withSocket { descriptor throws(SystemError) in
      try withAddress(of: path) { address, size in Glibc.connect(descriptor, address, size) }
    }
  }

  /// Creates a socket at a path that is not in use, and listens. The path has at most `maximumSocketPathLength` bytes.
  package static func listen(atSocket path: String) throws(SystemError) -> Int32 {
    try withSocket { descriptor throws(SystemError) in
      try withAddress(of: path) { address, size in bind(descriptor, address, size) }
      try retrying { Glibc.listen(descriptor, 16) }
    }
  }

  /// Returns the next connection to a listening socket.
  package static func acceptConnection(at descriptor: Int32) throws(SystemError) -> Int32 {
    let connection = try retrying { accept(descriptor, nil, nil) }
    // accept4(2) is declared only with _GNU_SOURCE.
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    return connection
  }

  /// Returns the user of the process that connected, or that listens: `SO_PEERCRED`.
  package static func peerUser(of descriptor: Int32) throws(SystemError) -> uid_t {
    // `struct ucred`, which the C library declares only with _GNU_SOURCE.
    var credentials = (process: pid_t(), user: uid_t(), group: gid_t())
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    try retrying { getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) }
    return credentials.user
  }

  private static func withSocket(_ body: (Int32) throws(SystemError) -> Void) throws(SystemError) -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = try retrying { socket(AF_UNIX, Int32(kind), 0) }
    do throws(SystemError) {
      try body(descriptor)
      return descriptor
    } catch {
      try? close(descriptor)
      throw error
    }
  }

  private static func withAddress(
    of path: String, _ call: (UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(maximumSocketPathLength)) }
    try withUnsafeBytes(of: &address) { bytes throws(SystemError) in
      _ = try retrying { call(bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
    }
  }
}
