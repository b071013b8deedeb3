import Foundation
import TestTools
import Testing

@Suite("Picture in picture", .ownThreads)
struct PictureInPictureTests {
  private static let noDisplay = ["DISPLAY": "", "WAYLAND_DISPLAY": ""]

  @Test("Without a display, one line says so", arguments: [["clock", "--pip"], ["text", "On air", "--pip"]])
  func noDisplay(arguments: [String]) throws {
    let outcome = try overlayRender(arguments, in: ScratchFolder(), variables: Self.noDisplay)
    #expect(outcome.status == 69)
    #expect(outcome.messages.count == 1)
    #expect(outcome.error.hasPrefix("overlay-render: --pip: picture in picture is not possible: "))
  }

  @Test(
    "A window is not combined with an output",
    arguments: [
      ["-o", "x.mp4"], ["--as", "raw"], ["--pixel-format", "gray"], ["--over", "x.mp4"], ["--tick"], ["--cfr"],
      ["--at", "0s"], ["--from-time", "1s"], ["--overwrite"],
    ])
  func outputs(arguments: [String]) throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(["clock", "--pip"] + arguments, in: folder, variables: Self.noDisplay)
    #expect(outcome.status == 64)
    #expect(
      outcome.error == "overlay-render: \(arguments[0]) cannot be used with --pip: leave one of them out, "
        + "or run the command once for each\n")
    #expect(try folder.names.isEmpty)
  }

  @Test("Options of the window need the window, and have their values")
  func options() throws {
    func error(_ arguments: String...) throws -> String {
      let outcome = try overlayRender(["clock"] + arguments, in: ScratchFolder(), variables: Self.noDisplay)
      #expect(outcome.status == 64 && outcome.messages.count == 1)
      return outcome.error
    }
    #expect(
      try error("--click-through", "-o", "x.y4m")
        == "overlay-render: --click-through requires --pip: add --pip, or leave it out\n")
    #expect(try error("--pip", "--position", "middle").hasPrefix("overlay-render: --position: 'middle' is not a place"))
    #expect(try error("--pip", "--position", "10,").hasPrefix("overlay-render: --position: '10,' is not a place"))
    #expect(try error("--pip", "--opacity", "0").hasPrefix("overlay-render: --opacity: '0' is not an opacity"))
    #expect(try error("--pip", "--close-after", "soon").hasPrefix("overlay-render: --close-after: 'soon' is not"))
  }

  @Test("A movie that does not exist is one line")
  func missingMovie() throws {
    let outcome = try overlayRender(["play", "none.mp4"], in: ScratchFolder(), variables: Self.noDisplay)
    #expect(outcome.status == 66)
    #expect(outcome.error == "overlay-render: none.mp4: there is no such file: check its name\n")
  }

  @Test("An audio track that is not there is one line, which says what there is", .requires(.ffmpeg))
  func audioTracks() throws {
    let folder = try ScratchFolder()
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=5:duration=1", "-f", "lavfi", "-i"]
        + ["sine=duration=1", "-map", "0", "-map", "1", "-map", "1", "-c:a", "pcm_s16le"]
        + ["-metadata:s:a:1", "language=deu", folder.url.appending(path: "film.mkv").path])
    func play(_ arguments: String...) throws -> Outcome {
      try overlayRender(["play", "film.mkv"] + arguments, in: folder, variables: Self.noDisplay)
    }
    let missing = try play("--audio-track", "3")
    #expect(missing.status == 64)
    #expect(
      missing.error == "overlay-render: film.mkv: has no audio track 3: choose 1 (pcm_s16le) or 2 (deu, pcm_s16le)\n")
    #expect(try play("--audio-track", "deu").error.hasPrefix("overlay-render: --audio-track: 'deu' is not a number"))
    #expect(try play("--audio-track", "2", "--mute").error.contains("--mute and --audio-track cannot be used together"))
  }

  /// The command in windows of an X server.
  @Suite("On an X server", .serialized, .requires(.xvfb))
  struct OnServer {
    private let server: TestServer
    private let variables: [String: String]

    init() throws {
      server = try TestServer(.xvfb) { _ in
        ["-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "640x480x24"]
      }
      let number = try #require(server.readLine())
      let folder = server.folder.path
      variables = [
        "DISPLAY": ":\(number)", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder,
        "DBUS_SESSION_BUS_ADDRESS": "",
      ]
    }

    private static let clock = ["clock", "--pip", "--size", "160x90", "--stats", "-", "--stats-every", "100ms"]

    private func startClock(_ arguments: String...) throws -> RunningCommand {
      try RunningCommand(Self.clock + arguments, in: ScratchFolder(), variables: variables)
    }

    /// Waits until a run has shown a picture.
    private func waitForPicture(_ run: RunningCommand) throws {
      while case let line = try run.readLine(), !line.isEmpty {
        if !line.hasPrefix(#"{"frames":0,"#) { return }
      }
      Issue.record("the run has ended without a picture")
    }

    @Test("The window closes after the given time, and the statistics count its pictures")
    func closeAfter() throws {
      let outcome = try overlayRender(
        ["clock", "--pip", "--size", "160x90", "--close-after", "1500ms", "--stats", "-"], in: ScratchFolder(),
        variables: variables)
      #expect(outcome.status == 0 && outcome.error.isEmpty)
      let statistics = String(decoding: outcome.output, as: UTF8.self)
      let frames = try #require(statistics.firstMatch(of: /"frames":(\d+)/)?.1)
      #expect((2...4).contains(try #require(Int(frames))))
    }

    /// Makes a movie of a second.
    private func movie(in folder: ScratchFolder) throws -> Data {
      let arguments = ["stopwatch", "--format", "ss.SS", "--size", "64x48", "--duration", "1s", "-o", "movie.mkv"]
      try #require(try overlayRender(arguments, in: folder).status == 0)
      return try folder.data("movie.mkv")
    }

    @Test("A movie closes its window at its end, and one that is cut off is noted")
    func movieEnd() throws {
      let folder = try ScratchFolder()
      let movie = try movie(in: folder)
      let whole = try overlayRender(["play", "movie.mkv"], in: folder, variables: variables)
      #expect(whole.status == 0 && whole.error.isEmpty)
      try movie.prefix(movie.count * 3 / 4).write(to: folder.url.appending(path: "cut.mkv"))
      let cut = try overlayRender(["play", "cut.mkv"], in: folder, variables: variables)
      #expect(cut.status == 0)
      #expect(
        cut.error
          == "overlay-render: note: cut.mkv: the movie is damaged or cut off: what cannot be decoded is left out\n")
    }

    @Test(
      "Sound is shown as its cover, or as captions at its time, and closes the window at its end", .requires(.ffmpeg),
      arguments: [
        ["play", "song.mp3"], ["play", "song.mp3", "--subtitles", "song.lrc", "--style", "listening"],
        ["subtitles", "song.lrc", "--style", "listening", "--pip", "--audio", "song.mp3"],
        ["stopwatch", "--pip", "--audio", "song.mp3"],
      ])
    func sound(arguments: [String]) throws {
      let folder = try ScratchFolder()
      _ = try TestTool.ffmpeg.output([
        "-v", "error", "-f", "lavfi", "-i", "sine=440:d=1.2", folder.url.appending(path: "song.mp3").path,
      ])
      try Data("[00:00.20]One\n[00:00.70]Two\n".utf8).write(to: folder.url.appending(path: "song.lrc"))
      let start = ContinuousClock.now
      let outcome = try overlayRender(
        arguments, in: folder, variables: variables.merging(["PULSE_SERVER": "unix:/nonexistent/native"]) { $1 })
      #expect(outcome.status == 0 && outcome.error.contains("the movie plays without sound for now"))
      #expect(ContinuousClock.now - start >= .milliseconds(1200))
    }

    @Test("A clock has no time that sound could have, and a picture has no sound", .requires(.ffmpeg))
    func soundRefused() throws {
      let folder = try ScratchFolder()
      try #require(
        try overlayRender(["clock", "--size", "64x48", "--at", "12:00", "-o", "picture.png"], in: folder).status == 0)
      let clock = try overlayRender(
        ["clock", "--pip", "--audio", "picture.png"], in: folder, variables: variables)
      #expect(clock.status == 64 && clock.error.contains("--audio: a clock shows the time of day"))
      let picture = try overlayRender(
        ["stopwatch", "--pip", "--audio", "picture.png"], in: folder, variables: variables)
      #expect(picture.status == 65 && picture.messages.count == 1 && picture.error.contains("picture.png"))
    }

    @Test("A movie begins at a time that is given, which is within it")
    func fromTime() throws {
      let folder = try ScratchFolder()
      _ = try movie(in: folder)
      let part = try overlayRender(
        ["play", "movie.mkv", "--from-time", "800ms", "--verbose"], in: folder, variables: variables)
      let match = try #require(part.error.firstMatch(of: /(\d+) different pictures of the movie/))
      let count = try #require(Int(match.1))
      #expect(part.status == 0 && (1...7).contains(count))
      let late = try overlayRender(["play", "movie.mkv", "--from-time", "1s"], in: folder, variables: variables)
      #expect(late.status == 64 && late.messages.count == 1 && late.error.contains("movie.mkv"))
    }

    @Test("A single picture stays until its window is closed")
    func picture() throws {
      let folder = try ScratchFolder()
      try #require(
        try overlayRender(["clock", "--size", "64x48", "--at", "12:00", "-o", "picture.png"], in: folder).status == 0)
      let start = ContinuousClock.now
      let outcome = try overlayRender(
        ["play", "picture.png", "--close-after", "1500ms"], in: folder, variables: variables)
      #expect(outcome.status == 0 && outcome.error.isEmpty)
      #expect(ContinuousClock.now - start >= .milliseconds(1500))
    }

    @Test(
      "A size that is given holds, and one that is not is that in which the window was left", .requires(.xdotool))
    func size() throws {
      let state = server.folder.appending(path: "overlay-render")
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      let natural = try windowSize("Clock", "clock", "--font-size", "32")
      try Data("10 20 \(2 * natural.0) \(2 * natural.1) \(natural.0) \(natural.1) a clock\n".utf8)
        .write(to: state.appending(path: "windows"))
      #expect(try windowSize("Clock", "clock", "--font-size", "32") == (2 * natural.0, 2 * natural.1))
      #expect(try windowSize("Clock", "clock", "--size", "200x100") == (200, 100))
    }

    @Test(
      "A window is as large as its content, and has a usual size for text that is still to come", .requires(.xdotool))
    func defaultSize() throws {
      let (short, long) = (try windowSize("Text", "text", "On"), try windowSize("Text", "text", "On air"))
      #expect(short.0 < long.0 && long.0 < 300 && short.1 == long.1)
      #expect(try windowSize("Text", "text", "--text-file", "-", "--live") == (640, 160))
    }

    /// Returns the width and the height of the window of a command.
    private func windowSize(_ title: String, _ arguments: String...) throws -> (Int, Int) {
      let run = try RunningCommand(
        arguments + ["--pip", "--stats", "-", "--stats-every", "100ms"], in: ScratchFolder(), variables: variables)
      try waitForPicture(run)
      defer {
        run.send(SIGTERM)
        _ = try? run.finish()
      }
      let geometry = String(
        decoding: try TestTool.xdotool.output(
          ["search", "--name", "^\(title)$", "getwindowgeometry"], environment: variables), as: UTF8.self)
      let size = try #require(geometry.firstMatch(of: /Geometry: (\d+)x(\d+)/))
      return (try #require(Int(size.1)), try #require(Int(size.2)))
    }

    @Test(
      "Media controls show the title and the cover of a movie, whose file goes with the window",
      .requires(.ffmpeg), .requires(.busDaemon), .requires(.playerctl))
    func artwork() throws {
      let bus = try TestServer(.busDaemon) { folder in
        ["--session", "--nofork", "--print-address=1", "--address=unix:path=\(folder.path)/bus"]
      }
      let address = ["DBUS_SESSION_BUS_ADDRESS": try #require(bus.readLine())]
      let folder = try ScratchFolder()
      let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=5:duration=30"]
      func path(_ name: String) -> String { folder.url.appending(path: name).path }
      _ = try TestTool.ffmpeg.output(source + ["-frames:v", "1", path("cover.png")])
      _ = try TestTool.ffmpeg.output(
        source + ["-i", path("cover.png"), "-map", "0", "-map", "1", "-c:v:0", "mpeg4", "-c:v:1", "copy"]
          + ["-disposition:v:1", "attached_pic", "-metadata", "title=A walk", path("walk.mp4")])
      let run = try RunningCommand(["play", "walk.mp4"], in: folder, variables: variables.merging(address) { $1 })
      func playerctl(_ arguments: String...) -> String {
        let output = try? TestTool.playerctl.output(arguments, environment: address)
        return output.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) } ?? ""
      }
      #expect(waitUntil { playerctl("metadata", "title") == "A walk" })
      let artwork = try #require(URL(string: playerctl("metadata", "mpris:artUrl")))
      #expect(try Data(contentsOf: artwork) == folder.data("cover.png"))
      run.send(SIGTERM)
      #expect(try run.finish().status == 0)
      #expect(!FileManager.default.fileExists(atPath: artwork.path))
    }

    /// What media controls and mixers show of `play film.mkv` with arguments, while `body` runs.
    private func play(
      _ arguments: String..., body: (_ output: (TestTool, String...) -> String) throws -> Void
    ) throws {
      let bus = try TestServer(.busDaemon) { folder in
        ["--session", "--nofork", "--print-address=1", "--address=unix:path=\(folder.path)/bus"]
      }
      let sound = try SoundServer()
      let address = ["DBUS_SESSION_BUS_ADDRESS": try #require(bus.readLine()), "PULSE_SERVER": sound.address]
      let variables = variables.merging(address) { $1 }
      let folder = try ScratchFolder()
      _ = try TestTool.ffmpeg.output([
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=5:duration=30", "-f", "lavfi", "-i",
        "sine=duration=30", "-c:a", "pcm_s16le", folder.url.appending(path: "film.mkv").path,
      ])
      let run = try RunningCommand(["play", "film.mkv"] + arguments, in: folder, variables: variables)
      try body { tool, arguments in
        let output = try? tool.output(arguments, environment: variables)
        return output.map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      run.send(SIGTERM)
      #expect(try run.finish().status == 0)
    }

    @Test(
      "Keys and media controls change the same volume, and a step pauses",
      .requires(.ffmpeg), .requires(.busDaemon), .requires(.playerctl), .requires(.pulseaudio), .requires(.pactl),
      .requires(.xdotool))
    func keys() throws {
      try play { output in
        func key(_ name: String) { _ = output(.xdotool, "search", "--name", "^film.mkv$", "key", name) }
        #expect(waitUntil { output(.playerctl, "status") == "Playing\n" })
        key("Down")
        #expect(waitUntil { output(.playerctl, "volume") == "0.950000\n" })
        key("m")
        #expect(waitUntil { output(.playerctl, "volume") == "0.000000\n" })
        _ = output(.playerctl, "volume", "0.5")
        #expect(waitUntil { output(.playerctl, "volume") == "0.500000\n" })
        key("period")
        #expect(waitUntil { output(.playerctl, "status") == "Paused\n" })
        let position = output(.playerctl, "position")
        #expect(Double(position.dropLast()).map { ($0 * 5).rounded() / 5 == $0 } == true)
        key("comma")
        #expect(
          waitUntil { Double(output(.playerctl, "position").dropLast()) ?? 99 < Double(position.dropLast()) ?? 0 })
        #expect(output(.pactl, "list", "sink-inputs").contains(#"media.name = "film.mkv""#))
      }
    }

    @Test(
      "Without media controls, the title of a movie is neither on the bus nor in mixers",
      .requires(.ffmpeg), .requires(.busDaemon), .requires(.playerctl), .requires(.pulseaudio), .requires(.pactl))
    func noMediaControls() throws {
      try play("--no-media-controls") { output in
        // It plays when its window is open.
        #expect(waitUntil { output(.pactl, "list", "sink-inputs").contains("Corked: no") })
        #expect(!output(.pactl, "list").contains("film"))
        #expect(output(.playerctl, "--list-all") == "")
      }
    }

    @Test("A signal closes the window, and is a normal end")
    func signal() throws {
      let run = try startClock()
      try waitForPicture(run)
      run.send(SIGTERM)
      let outcome = try run.finish()
      #expect(outcome.status == 0 && outcome.error.isEmpty)
    }

    @Test("A second window closes the first one, which ends normally")
    func replaced() throws {
      let first = try startClock()
      try waitForPicture(first)
      let second = try startClock("--close-after", "500ms")
      #expect(try first.finish().status == 0)
      let outcome = try second.finish()
      #expect(outcome.status == 0 && outcome.error.isEmpty)
    }

    @Test("A first window that does not answer is reported after three seconds, unless another one is allowed")
    func unanswered() throws {
      let first = try startClock()
      try waitForPicture(first)
      first.send(SIGSTOP)
      let second = try startClock("--close-after", "500ms").finish()
      #expect(second.status == 69 && second.messages.count == 1)
      #expect(second.error.contains("another program shows picture in picture and does not stop"))
      #expect(second.error.hasSuffix(", or give --another\n"))
      #expect(try startClock("--close-after", "500ms", "--another").finish().status == 0)
      first.send(SIGCONT)
      first.send(SIGTERM)
      _ = try first.finish()
    }

    @Test("A display that is lost and does not come back ends the run, and says so")
    func lostDisplay() throws {
      let run = try startClock()
      try waitForPicture(run)
      server.kill()
      #expect(waitUntil { (try? run.messages.isEmpty) == false })
      #expect(try run.messages.first?.contains("the display is lost") == true)
      run.send(SIGTERM)
      _ = try run.finish()
    }

    @Test(
      "Without a sound server, a movie plays, and one line says how to hear it",
      .requires(.ffmpeg), .requires(.pulseaudio))
    func noSoundServer() throws {
      let folder = try ScratchFolder()
      _ = try TestTool.ffmpeg.output([
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-f", "lavfi", "-i",
        "sine=sample_rate=48000:duration=1", "-c:a", "pcm_s16le", folder.url.appending(path: "talk.mov").path,
      ])
      let noServer = variables.merging(["PULSE_SERVER": "unix:/nonexistent/native"]) { $1 }
      func play(_ arguments: String..., variables: [String: String]) throws -> Outcome {
        try overlayRender(["play", "talk.mov"] + arguments, in: folder, variables: variables)
      }
      let outcome = try play(variables: noServer)
      #expect(outcome.status == 0)
      #expect(
        outcome.error
          == "overlay-render: note: the movie plays without sound for now: the sound server cannot be used: "
          + "Connection refused: start PulseAudio or PipeWire, or set PULSE_SERVER\n")
      #expect(try play("--mute", variables: noServer).error.isEmpty)
      // Where nothing can be shown, only that is said.
      let unseen = try play(variables: noServer.merging(PictureInPictureTests.noDisplay) { $1 })
      #expect(unseen.status == 69 && unseen.messages.count == 1)
      #expect(unseen.error.hasPrefix("overlay-render: picture in picture is not possible: "))
    }
  }
}
