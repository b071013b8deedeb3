import Glibc
import TestTools
import Testing

/// The servers that the other tests start.
@Suite(.serialized)
struct ServerTests {
  @Test("A server ends with the object of a test", .requires(.xvfb))
  func endsWithTheObject() throws {
    var process: pid_t = 0
    do {
      let server = try TestServer(.xvfb) { _ in ["-displayfd", "1", "-screen", "0", "640x480x24"] }
      process = server.processIdentifier
      #expect(server.readLine() != nil)
      #expect(server.isRunning)
      withExtendedLifetime(server) {}
    }
    #expect(kill(process, 0) != 0)
  }
}
