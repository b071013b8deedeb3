import Foundation

/// A program that listens on a Unix-domain socket.
package final class UnixListener {
  /// The path of the socket.
  package let path: String
  /// The descriptor on which connections arrive.
  package let descriptor: Int32

  /// Listens at a new path in the temporary folder, which is short enough for an address.
  ///
  /// - Parameters:
  ///   - fileExtension: The extension of the path.
  ///   - backlog: The number of connections that may wait, less one.
  package init(fileExtension: String = "socket", backlog: Int32 = 1) {
    path = "/tmp/\(UUID().uuidString).\(fileExtension)"
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafeBytes(of: &address) { bytes in
      _ = bind(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    listen(descriptor, backlog)
  }

  deinit {
    close(descriptor)
    unlink(path)
  }
}
