import Testing

@testable import OverlayRender

@Suite("URLs without secrets")
struct RedactedURLTests {
  @Test(
    "The key, the user and the query are left out",
    arguments: [
      ("rtmp://example.com/live/key", "rtmp://example.com/live/…"),
      ("rtmp://example.com:1935/live/a/b?token=c", "rtmp://example.com:1935/live/…"),
      ("rtmp://user:word@example.com/live/key", "rtmp://example.com/live/…"),
      ("rtmp://example.com/key", "rtmp://example.com/…"),
      ("srt://[::1]:9000?passphrase=secret&streamid=x", "srt://[::1]:9000?…"),
      ("udp://239.0.0.1:1234", "udp://239.0.0.1:1234"),
      ("tcp://example.com:5000/", "tcp://example.com:5000"),
      ("live.m3u8", "live.m3u8"),
      ("rtmp://example.com/key/", "rtmp://example.com/…"),
      ("rtmp://user:pa/ss@example.com/live/key", "rtmp://example.com/live/…"),
      ("rtmp://user:p?s#s@example.com:1935/live/key", "rtmp://example.com:1935/live/…"),
      ("rtmp://user:pa/s@s@example.com/live/key", "rtmp://example.com/live/…"),
      ("rtmp://example.com:1935/live/key@1", "rtmp://example.com:1935/live/…"),
      ("rtmp://[::1]/live/key@1", "rtmp://[::1]/live/…"),
    ])
  func description(url: String, name: String) {
    #expect(RedactedURL(url).description == name)
    #expect(OutputDestination(url).name == name)
  }

  @Test("Messages do not contain the parts that are left out")
  func messages() {
    let url = RedactedURL("rtmp://user:pass@example.com/live/key-1?token=t-12345")
    #expect(
      url.redacting("rtmp://user:pass@example.com/live/key-1?token=t-12345: refused")
        == "rtmp://example.com/live/…: refused")
    #expect(url.redacting("publish key-1?token=t-12345 failed") == "publish …?… failed")
    #expect(url.redacting("token t-12345, user user") == "token …, … …")
    // Parts that are too short to be a secret would be found everywhere.
    #expect(RedactedURL("rtmp://example.com/live/1").redacting("in 1 of 11 s") == "in 1 of 11 s")
  }
}
