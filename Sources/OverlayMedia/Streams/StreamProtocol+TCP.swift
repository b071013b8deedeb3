extension StreamProtocol {
  /// TCP: MPEG-TS.
  public static let tcp = StreamProtocol(
    name: "tcp", urlSchemes: ["tcp"], fileExtensions: [], muxerName: "mpegts", transport: .tcp,
    // As FFmpeg reads it, the option needs no value.
    isListening: { $0 == "listen" || $0.hasPrefix("listen=") && $0 != "listen=0" })
}
