extension StreamProtocol {
  /// RTP: MPEG-TS.
  public static let rtp = StreamProtocol(
    name: "rtp", urlSchemes: ["rtp"], fileExtensions: [], muxerName: "rtp_mpegts", transport: .udp,
    // A packet of UDP with the header of RTP.
    sendingOptions: [("pkt_size", "1328")])
}
