extension StreamProtocol {
  /// UDP, to one receiver or to a multicast group: MPEG-TS. Nobody reports what is lost.
  public static let udp = StreamProtocol(
    name: "udp", urlSchemes: ["udp"], fileExtensions: [], muxerName: "mpegts", transport: .udp,
    // Seven packets of MPEG-TS, which fit in a packet of Ethernet.
    sendingOptions: [("pkt_size", "1316")],
    // A burst of packets, as a keyframe is, must fit, and packets that do not are lost instead of ending the feed.
    receivingOptions: { _ in [("fifo_size", "50000"), ("overrun_nonfatal", "1")] })
}
