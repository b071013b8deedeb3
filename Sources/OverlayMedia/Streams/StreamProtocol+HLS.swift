extension StreamProtocol {
  /// HLS: a playlist of the latest segments, each of two seconds or more and complete when it is listed, for a web
  /// server.
  public static let hls = StreamProtocol(
    name: "hls", urlSchemes: [], fileExtensions: ["m3u8"], muxerName: "hls", transport: .files,
    muxerOptions: { path, keyframeInterval, continues in
      [
        // A keyframe must not be a rounded clock tick too early to begin a segment.
        ("hls_time", (keyframeInterval.seconds - 0.00001).description),
        ("hls_list_size", "6"), ("hls_delete_threshold", "3"),
        // The numbers of segments in a playlist must not start again (RFC 8216, section 6.2.2).
        ("hls_flags", "delete_segments+independent_segments" + (continues ? "+append_list" : "")),
        ("hls_segment_filename", segmentPattern(path)),
      ]
    })

  /// Returns the pattern of the names of segments: `live-%05d.ts` for `live.m3u8`.
  static func segmentPattern(_ path: String) -> String {
    let name = path.hasSuffix(".m3u8") ? String(path.dropLast(5)) : path
    return name.replacing("%", with: "%%") + "-%05d.ts"
  }
}
