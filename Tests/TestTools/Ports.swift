import Foundation
import Glibc
import Testing

/// Returns a port of loopback that is free now.
package func freePort() throws -> UInt16 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
    }
  }
  try #require(status == 0)
  return UInt16(bigEndian: address.sin_port)
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
