extension StreamProtocol {
  /// RTMP, which video platforms receive: FLV over TCP, or over TLS with `rtmps`.
  public static let rtmp = StreamProtocol(
    name: "rtmp", urlSchemes: ["rtmp", "rtmps"], fileExtensions: [], muxerName: "flv", transport: .tcp,
    secureSchemes: ["rtmps"], defaultPort: 1935, isListening: { $0 == "listen=1" }, listensByOption: true,
    endsWithError: true,
    receivingOptions: { isListener in
      // FFmpeg cannot know that a feed has no sound, and waits for it. Sound and pictures arrive together.
      [("analyzeduration", "1000000"), isListener ? ("listen", "1") : ("rtmp_live", "live")]
    },
    // The server knows that a live stream has no duration; the connection cannot go back to write it.
    muxerOptions: { _, _, _ in [("flvflags", "no_duration_filesize")] },
    problem: { url in
      guard url.isSent else { return nil }
      if url.isListener { return "RTMP cannot wait for a receiver" }
      let application = url.text.path.dropFirst().first
      return application == nil || application == "/" ? "it has no application, as in rtmp://HOST/APPLICATION/KEY" : nil
    })
}
