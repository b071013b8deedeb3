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
  let suffix = ":" + String(format: "%04X", port)
  return ["tcp", "tcp6", "udp", "udp6"].contains { table in
    let lines = (try? String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").dropFirst().contains { line in
      let fields = line.split(separator: " ")
      let (isEstablished, listens) = (fields[3] == "01", fields[3] == "0A")
      return fields[1].hasSuffix(suffix) && (table.hasPrefix("udp") || listens || isEstablished)
    }
  }
}
