extension StreamProtocol {
  /// SRT, which sends lost packets again: MPEG-TS.
  public static let srt = StreamProtocol(
    name: "srt", urlSchemes: ["srt"], fileExtensions: [], muxerName: "mpegts", transport: .connectionOverUDP,
    isListening: { $0 == "mode=listener" }, endsWithError: true,
    // `SRTO_PEERIDLETIMEO`.
    silence: .seconds(5),
    // Seconds in which what is not sent yet is sent after the end.
    sendingOptions: [("linger", "1")], problem: problemOfPassphrase,
    refusal: { url in
      url.queryItems.contains { $0.hasPrefix("passphrase=") }
        ? "no server answers, or it has another passphrase" : "no server answers, or it requires a passphrase"
    })

  /// Returns what is wrong with a passphrase. FFmpeg ignores an option that it does not know, and would send without
  /// encryption.
  private static func problemOfPassphrase(in url: StreamURL) -> String? {
    for item in url.queryItems {
      let key = item.prefix { $0 != "=" }
      guard key.lowercased() == "passphrase" else { continue }
      guard key == "passphrase" else { return "its option passphrase is not in lowercase" }
      guard (10...79).contains(item.dropFirst(key.count + 1).utf8.count) else {
        return "its passphrase does not have 10 to 79 bytes"
      }
    }
    return nil
  }
}
