import Foundation
import Glibc
import Synchronization

/// The number of ports that this process has given to its tests.
private let portCount = Atomic(Int.random(in: 0..<5000))

/// Returns an even port of loopback that is free now, together with the one after it, which RTP uses too.
///
/// The port is not one of those that the kernel gives to clients (ip(7), `ip_local_port_range`), and no other test of
/// this process gets it.
package func freePort() throws -> UInt16 {
  for _ in 0..<5000 {
    let port = UInt16(20_000 + portCount.wrappingAdd(1, ordering: .relaxed).oldValue % 5000 * 2)
    let isFree = [SOCK_STREAM, SOCK_DGRAM].allSatisfy { canBind(port, $0) && canBind(port + 1, $0) }
    if isFree { return port }
  }
  throw POSIXError(.EADDRINUSE)
}

/// A socket of TCP and one of UDP that have a port of loopback.
package final class PortHolder {
  private var descriptors: [Int32] = []

  /// Takes the port, which must be free.
  package init(_ port: UInt16) throws {
    for type in [SOCK_STREAM, SOCK_DGRAM] {
      descriptors.append(socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0))
      guard bind(descriptors[descriptors.count - 1], to: port) else { throw POSIXError(.EADDRINUSE) }
    }
    guard listen(descriptors[0], 1) == 0 else { throw POSIXError(.EADDRINUSE) }
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }
}

/// Whether a socket of loopback can have a port.
private func canBind(_ port: UInt16, _ type: __socket_type) -> Bool {
  let descriptor = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
  defer { close(descriptor) }
  return bind(descriptor, to: port)
}

private func bind(_ descriptor: Int32, to port: UInt16) -> Bool {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  address.sin_port = port.bigEndian
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}

/// Whether a process listens on a port of TCP, or has opened one of UDP (proc(5), /proc/net/tcp).
///
/// A listener that accepts only one connection stops listening with it, so a port with a connection counts too. A
/// client that tries again and again may connect before this function is called.
package func isOpen(_ port: UInt16) -> Bool {
  isListening(on: port) || hasSocket(on: port, in: ["tcp", "tcp6"], state: "01")
    || hasSocket(on: port, in: ["udp", "udp6"])
}

/// Whether a process listens on a port of TCP.
package func isListening(on port: UInt16) -> Bool {
  hasSocket(on: port, in: ["tcp", "tcp6"], state: "0A")
}

/// Whether the kernel lists a socket with a local port, and with a state if there is one (include/net/tcp_states.h).
private func hasSocket(on port: UInt16, in tables: [String], state: Substring? = nil) -> Bool {
  let suffix = ":" + String(format: "%04X", port)
  return tables.contains { table in
    let lines = (try? String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").dropFirst().contains { line in
      let fields = line.split(separator: " ")
      return fields[1].hasSuffix(suffix) && (state == nil || fields[3] == state)
    }
  }
}
