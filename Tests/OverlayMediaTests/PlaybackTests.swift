import Foundation
import OverlayMedia
import OverlayRender
import TestTools
import Testing

/// Movies are played by a player and by a browser.
@Suite("Movies in players", .timeLimit(.minutes(10)))
struct PlaybackTests {
  /// The containers, and one in fragments.
  static let formats: [(name: String, format: OutputFormat)] = {
    var fragmented = MovieOptions()
    fragmented.isFragmented = true
    return [
      ("a.mp4", .movie(.mp4)), ("b.mp4", .movie(.mp4, fragmented)), ("a.mkv", .movie(.mkv)), ("a.webm", .movie(.webm)),
      ("a.mov", .movie(.mov)),
    ]
  }()

  /// Seeks to each target, prints where the player then is, plays to the end, and prints the last position.
  private static let script = """
    local targets, index = {TARGETS}, 0
    mp.register_event("playback-restart", function()
      if index > 0 and index <= #targets then print("AT", targets[index], mp.get_property_number("time-pos")) end
      index = index + 1
      if index <= #targets then mp.commandv("seek", targets[index], "absolute", "exact")
      else mp.set_property_bool("pause", false) end
    end)
    mp.observe_property("eof-reached", "bool", function(_, isAtEnd)
      if isAtEnd then print("END", mp.get_property_number("time-pos"), 0); mp.command("quit") end
    end)
    """

  @Test("mpv seeks within a second of any place and plays to the end", .requires(.mpv), arguments: formats.indices)
  func player(format: Int) async throws {
    let (name, format) = Self.formats[format]
    for view in [AnyView(ColorClock()), AnyView(Color.orange)] {
      let file = try await MovieFile(view, name: name, as: format, duration: .seconds(20))
      let script = file.folder.appendingPathComponent("seek.lua")
      let targets = [13.5, 3.4, 18.95, 0.25, 7, 15]
      let list = targets.map { "\($0)" }.joined(separator: ", ")
      try Self.script.replacing("TARGETS", with: list).write(to: script, atomically: true, encoding: .utf8)
      let output = try TestTool.mpv.output([
        "--no-config", "--vo=null", "--ao=null", "--pause", "--keep-open=yes", "--speed=10", "--quiet",
        "--script=" + script.path, file.path,
      ])
      let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap {
        line -> (String, Double, Double)? in
        let words = line.split(whereSeparator: \.isWhitespace).drop { $0 != "AT" && $0 != "END" }.map(String.init)
        guard words.count == 3, let first = Double(words[1]), let second = Double(words[2]) else { return nil }
        return (words[0], first, second)
      }
      let found = lines.filter { $0.0 == "AT" }
      #expect(found.map { $0.1 } == targets)
      // With exact seeking a player shows the next picture, which is at most a second later.
      #expect(found.allSatisfy { abs($0.2 - $0.1) <= 1.001 })
      let end = try #require(lines.last { $0.0 == "END" })
      #expect(end.1 > 19.9)
    }
  }

  /// Serves a folder, and ends with the first request for /result, whose query it prints, or after two minutes.
  private static let server = """
    import http.server, time, urllib.parse
    class Handler(http.server.SimpleHTTPRequestHandler):
      def do_GET(self):
        if self.path.startswith("/result?"):
          print(urllib.parse.unquote(self.path[8:]), flush=True)
          self.send_response(204); self.end_headers()
          self.server.is_done = True
        else: super().do_GET()
      def log_message(self, *arguments): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.is_done = False
    print(server.server_address[1], flush=True)
    server.timeout, end = 1, time.monotonic() + 120
    while not server.is_done and time.monotonic() < end: server.handle_request()
    """

  /// Shows the movie at 0.5, 1.5 and 2.5 seconds, and reports the color in the middle of each picture.
  private static let page = """
    <video id="video" muted preload="auto"></video><script>
    // The server does not support ranges, without which a browser does not seek, but a blob does. The segments of HLS
    // are read as a whole.
    if ("NAME".endsWith(".m3u8")) video.src = "NAME";
    else fetch("NAME").then(answer => answer.blob()).then(blob => { video.src = URL.createObjectURL(blob); });
    const report = text => fetch("/result?" + encodeURIComponent(text));
    video.onerror = () => report("error " + video.error.message);
    video.onloadeddata = async () => {
      const canvas = document.createElement("canvas"), found = [video.duration.toFixed(2)];
      canvas.width = video.videoWidth; canvas.height = video.videoHeight;
      const context = canvas.getContext("2d");
      for (const time of [0.5, 1.5, 2.5]) {
        await new Promise(done => { video.onseeked = done; video.currentTime = time; });
        // The picture is presented a little later.
        await new Promise(done => setTimeout(done, 300));
        context.clearRect(0, 0, canvas.width, canvas.height);
        context.drawImage(video, 0, 0);
        found.push([...context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data].join(","));
      }
      report(found.join(" "));
    };
    </script>
    """

  @Test(
    "A browser plays mp4, webm and HLS with the right colors, and webm with alpha", .requires(.chromium),
    .requires(.python), arguments: ["a.mp4", "b.mp4", "a.webm", "alpha.webm", "a.m3u8"])
  func browser(name: String) async throws {
    let hasAlpha = name == "alpha.webm"
    let colors: [Color] =
      hasAlpha ? [.red.opacity(0.5), .clear, .blue] : [.red, Color(red: 0, green: 1, blue: 0), .blue]
    let others = [("alpha.webm", OutputFormat.movie(.webm)), ("a.m3u8", .stream(.hls))]
    let format = try #require((Self.formats + others).first { $0.name == name }).format
    let file = try await MovieFile(
      ColorClock(colors: colors), name: name, as: format, duration: .seconds(3), pixelFormat: hasAlpha ? .yuva420p : nil
    )
    try Self.page.replacing("NAME", with: name)
      .write(to: file.folder.appendingPathComponent("index.html"), atomically: true, encoding: .utf8)

    let (server, output) = (Process(), Pipe())
    server.executableURL = URL(fileURLWithPath: TestTool.python.path)
    server.arguments = ["-c", Self.server]
    server.currentDirectoryURL = file.folder
    server.standardOutput = output
    try server.run()
    defer { server.terminate() }
    let port = output.fileHandleForReading.line()
    let browser = Process()
    browser.executableURL = URL(fileURLWithPath: TestTool.chromium.path)
    browser.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
      "--user-data-dir=" + file.folder.appendingPathComponent("profile").path, "--remote-debugging-port=0",
      "http://127.0.0.1:\(port)/index.html",
    ]
    browser.standardOutput = FileHandle.nullDevice
    browser.standardError = FileHandle.nullDevice
    try browser.run()
    defer {
      browser.terminate()
      browser.waitUntilExit()
    }
    let result = output.fileHandleForReading.line()
    let parts = result.split(separator: " ")
    try #require(parts.count == 4, "\(result)")
    let duration = try #require(Double(parts[0]))
    #expect(abs(duration - 3) < 0.05)
    for (part, color) in zip(parts.dropFirst(), colors) {
      let found = part.split(separator: ",").compactMap { Int($0) }
      let expected = [color.red, color.green, color.blue, color.alpha].map { Int(($0 * 255).rounded()) }
      // The canvas multiplies by alpha and divides again.
      let tolerance = color.alpha < 1 ? 12 : 8
      guard color.alpha > 0 else {
        #expect(found.count == 4 && found[3] <= tolerance)
        continue
      }
      #expect(found.count == 4 && zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }, "\(result)")
    }
  }
}

extension FileHandle {
  /// Waits for a line, and returns it without the line break.
  fileprivate func line() -> String {
    var line: [UInt8] = []
    while let byte = readData(ofLength: 1).first, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}
