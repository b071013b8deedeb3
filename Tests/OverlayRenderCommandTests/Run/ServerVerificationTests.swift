import Foundation
import TestTools
import Testing

/// Certificates of servers, which an authority of the test has signed.
private struct TestCertificates {
  let folder: ScratchFolder

  /// The file with the certificate of the authority.
  var authority: String { path("authority.pem") }

  init() throws {
    folder = try ScratchFolder()
    try folder.write("[req]\ndistinguished_name=name\n[name]\n", to: "request.conf")
    try makeKey("authority")
    try openssl(
      ["req", "-new", "-x509", "-key", "authority.key", "-out", "authority.pem", "-days", "2"],
      ["-subj", "/CN=Authority of the tests", "-addext", "basicConstraints=critical,CA:TRUE"])
    try makeSigned("valid", name: "IP:127.0.0.1", days: 2)
    try makeSigned("expired", name: "IP:127.0.0.1", days: -1)
    try makeSigned("otherHost", name: "DNS:example.org", days: 2)
    try makeKey("selfSigned")
    try openssl(
      ["req", "-new", "-x509", "-key", "selfSigned.key", "-out", "selfSigned.pem", "-days", "2"],
      ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"])
  }

  func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func makeKey(_ name: String) throws {
    try openssl(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "\(name).key"])
  }

  private func makeSigned(_ name: String, name host: String, days: Int) throws {
    try makeKey(name)
    try openssl(
      ["req", "-new", "-key", "\(name).key", "-out", "\(name).csr", "-subj", "/CN=\(name)"])
    try folder.write("subjectAltName=\(host)\n", to: "\(name).conf")
    try openssl(
      ["x509", "-req", "-in", "\(name).csr", "-out", "\(name).pem", "-CA", "authority.pem", "-CAkey", "authority.key"],
      ["-CAcreateserial", "-days", "\(days)", "-extfile", "\(name).conf"])
  }

  private func openssl(_ arguments: [String]...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: TestTool.openssl.path)
    process.arguments = arguments.flatMap(\.self)
    process.currentDirectoryURL = folder.url
    process.environment = ["OPENSSL_CONF": path("request.conf")]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
  }
}

@Suite("Certificates of servers", .ownThreads, .requires(.openssl), .requires(.bash), .timeLimit(.minutes(10)))
struct ServerVerificationTests {
  private let certificates: TestCertificates

  init() throws {
    certificates = try TestCertificates()
  }

  /// Sends a stream to a server with a certificate. Returns the outcome, and the number of bytes that the server got.
  private func send(
    to certificate: String, authority: String?, _ options: [String] = []
  ) throws -> (outcome: Outcome, received: Int) {
    let port = try freePort()
    // The server never answers the stream in RTMP, but shows what it receives.
    let server = try TestServer(.bash) { folder in
      [
        "-c",
        "exec \(TestTool.openssl.path) s_server -accept 127.0.0.1:\(port) -cert \(certificates.path(certificate)).pem"
          + " -key \(certificates.path(certificate)).key -quiet </dev/zero >\(folder.path)/received",
      ]
    }
    #expect(waitUntil { isListening(on: port) })
    func received() -> Int {
      let file = server.folder.appending(path: "received").path
      return (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
    }
    let command = try RunningCommand(
      smallClock + ["--duration", "1s", "--quiet"] + options + ["-o", "rtmps://127.0.0.1:\(port)/live/secret-key"],
      in: ScratchFolder(), variables: ["SSL_CERT_FILE": authority ?? ""])
    #expect(waitUntil { received() > 0 || !command.process.isRunning })
    let count = received()
    command.send(SIGTERM)
    let outcome = try command.finish()
    #expect(!outcome.error.contains("secret-key"))
    return (outcome, count)
  }

  @Test("A server whose certificate a known authority has signed gets the stream")
  func valid() throws {
    let (outcome, received) = try send(to: "valid", authority: certificates.authority)
    #expect(received > 0, "\(outcome.error)")
  }

  @Test(
    "A server that cannot be verified gets nothing, and the message says why",
    arguments: [
      ("expired", true, "its certificate has expired, or its authority is unknown"),
      ("otherHost", true, "its certificate is for another host"),
      ("selfSigned", true, "its certificate has expired, or its authority is unknown"),
      ("valid", false, "its certificate has expired, or its authority is unknown"),
    ])
  func invalid(certificate: String, knowsAuthority: Bool, reason: String) throws {
    let (outcome, received) = try send(to: certificate, authority: knowsAuthority ? certificates.authority : nil)
    #expect(outcome.status == 74 && received == 0)
    let message = try #require(outcome.messages.last)
    #expect(message.contains("/live/…: the server cannot be verified (\(reason)): "), "\(message)")
    #expect(message.hasSuffix(", or give --insecure"), "\(message)")
  }

  @Test("With --insecure nothing is verified")
  func insecure() throws {
    let (outcome, received) = try send(to: "selfSigned", authority: nil, ["--insecure"])
    #expect(received > 0, "\(outcome.error)")
  }

  @Test("A live feed is verified in the same way")
  func feed() throws {
    let port = try freePort()
    let server = try TestServer(.openssl) { _ in
      [
        "s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificates.path("selfSigned.pem"), "-key",
        certificates.path("selfSigned.key"), "-quiet",
      ]
    }
    #expect(waitUntil { isListening(on: port) })
    let outcome = try overlayRender(
      ["clock", "--over", "rtmps://127.0.0.1:\(port)/live/secret-key", "-o", "a.mp4"], in: ScratchFolder())
    #expect(outcome.status == 74 && outcome.error.contains("the server cannot be verified"), "\(outcome.error)")
    withExtendedLifetime(server) {}
  }

  @Test("A file of authorities that cannot be read is named")
  func missingAuthority() throws {
    let (outcome, _) = try send(to: "valid", authority: "/missing/authority.pem")
    #expect(outcome.status == 74 && outcome.error.contains("/missing/authority.pem, which SSL_CERT_FILE names"))
  }
}
