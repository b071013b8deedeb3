import Foundation
import OverlayMedia
import OverlayRender
import TestTools
import Testing

@Suite("Subtitle tracks of movies as captions", .requires(.ffmpeg))
struct SubtitleTrackTests {
  private let folder: TracksFolder

  init() throws {
    folder = try TracksFolder()
  }

  /// Writes a movie with a track of subtitles and returns its path.
  private func movie(_ name: String, _ subtitles: String, codec: String = "copy", pictures: [String] = []) throws
    -> String
  {
    let codecs = name.hasSuffix("webm") ? ["-c:v", "libvpx"] : ["-c:v", "libx264", "-bf", "0"]
    return try folder.ffmpeg(
      TracksFolder.pictures + ["-i", subtitles, "-map", "0", "-map", "1", "-c:s", codec] + codecs + pictures, to: name)
  }

  private static let subRip = """
    1
    00:00:00,500 --> 00:00:01,500
    Hello <i>world</i> <font color="#ff0000">red</font>

    2
    00:00:02,000 --> 00:00:04,200 X1:0
    Second line
    of <u>two</u> <b>bold</b> &amp; more

    3
    00:00:03,000 --> 00:00:09,500
    {\\an8}Ünïcode ♫

    """

  @Test("SubRip in Matroska is read as its file")
  func subRip() throws {
    let path = try folder.file("a.srt", Self.subRip)
    let track = try CaptionTrack(movie: movie("a.mkv", path), subtitlesTrack: 1)
    #expect(try track == CaptionDocument(contentsOfFile: path).track)
    #expect(track.cues.count == 3)
  }

  @Test("The captions of a track are in its language", arguments: [("jpn", "ja"), ("und", nil)])
  func language(_ code: String, _ language: String?) throws {
    let path = try folder.file("a.srt", Self.subRip)
    let movie = try movie("a.mkv", path, pictures: ["-metadata:s:s:0", "language=\(code)"])
    #expect(try CaptionTrack(movie: movie, subtitlesTrack: 1).language == language)
  }

  @Test("WebVTT is read as its file, with settings and identifiers", arguments: ["a.mkv", "a.webm"])
  func webVTT(_ name: String) throws {
    let path = try folder.file("a.vtt", TracksFolder.webVTT)
    let track = try CaptionTrack(movie: movie(name, path), subtitlesTrack: 1)
    #expect(try track == CaptionDocument(contentsOfFile: path).track)
    #expect(track.cues.first?.identifier == "intro" && track.cues.first?.placement.line == .number(0))
  }

  @Test("The timed text of mp4 has the lines and styles of its source", arguments: ["a.mp4", "a.mov"])
  func timedText(_ name: String) throws {
    let text = """
      1
      00:00:00,500 --> 00:00:01,500
      Hello <i>world</i> {braces} & \\backslash

      2
      00:00:02,000 --> 00:00:04,200
      Second line
      of <u>two</u> <b>bold</b> <b><i>both</i></b>

      """
    let path = try folder.file("a.srt", text)
    let track = try CaptionTrack(movie: movie(name, path, codec: "mov_text"), subtitlesTrack: 1)
    #expect(try track.cues.map(\.lines) == CaptionDocument(contentsOfFile: path).track.cues.map(\.lines))
    #expect(track.cues.map { [$0.start.seconds, $0.end.seconds] } == [[0.5, 1.5], [2, 4.2]])
  }

  @Test("Of ASS, line breaks, positions and simple styles are kept")
  func subStationAlpha() throws {
    let script = """
      [Script Info]
      ScriptType: v4.00+
      [V4+ Styles]
      Format: Name, Fontname, Fontsize
      Style: Default,Arial,16
      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\an8\\fs40\\pos(10,20)}One, two{\\i1}three{\\i0}\\Nfour\\nfive\\hsix
      Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\b1\\u1}A <i>tag</i> &amp; {comment}{\\b0\\u0} more
      Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p1}m 0 0 l 10 0 10 10{\\p0}
      Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,\\{literal\\} and C:\\temp

      """
    let path = try folder.file("a.ass", script)
    let cues = try CaptionTrack(movie: movie("a.mkv", path), subtitlesTrack: 1).cues
    #expect(
      cues.map(\.plainText)
        == ["One, twothree\nfour\nfive\u{A0}six", "A <i>tag</i> &amp;  more", "{literal} and C:\\temp"])
    #expect(cues[0].lines[0].runs.map(\.style.isItalic) == [nil, true])
    #expect(cues[0].placement.line == .number(0))
    #expect(cues[1].lines[0].runs.map(\.style.weight) == [.bold, nil])
    #expect(cues.map { [$0.start.seconds, $0.end.seconds] } == [[1, 2.5], [3, 4], [5, 6]])
  }

  @Test("Times match the pictures, even if the movie does not begin at zero")
  func times() throws {
    let path = try folder.file("a.srt", Self.subRip)
    let late = try folder.ffmpeg(
      ["-itsoffset", "100"] + TracksFolder.pictures + ["-itsoffset", "100", "-i", path, "-map", "0", "-map", "1"]
        + ["-c:v", "libx264", "-bf", "0", "-c:s", "copy", "-copyts"], to: "late.mkv")
    let expected = try CaptionDocument(contentsOfFile: path).track
    #expect(try CaptionTrack(movie: late, subtitlesTrack: 1) == expected)
    // A file without pictures begins with its first cue.
    let alone = try folder.ffmpeg(["-i", path, "-c", "copy"], to: "alone.mkv")
    #expect(try CaptionTrack(movie: alone, subtitlesTrack: 1) == expected)
  }

  @Test("An error lists the tracks that there are")
  func wrongNumber() throws {
    let film = try folder.film()
    for number in [0, 3, -1, Int.max] {
      #expect(
        message(film.path, number)
          == "\(film.path): has no subtitle track \(number): choose 1 (fra, subrip) or 2 (webvtt)")
    }
    let plain = try folder.ffmpeg(TracksFolder.pictures, to: "plain.mp4")
    #expect(
      message(plain, 1) == "\(plain): contains no subtitle tracks: give a movie with subtitles, or a caption file")
    #expect(message("none.mkv", 1) == "none.mkv: there is no such file: check its name")
  }

  private func message(_ path: String, _ number: Int) -> String? {
    do throws(MediaError) {
      _ = try CaptionTrack(movie: path, subtitlesTrack: number)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("A damaged movie gives the cues before the damage, or one line")
  func damage() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.film().path))
    for part in 1..<16 {
      let path = folder.path("cut.mkv")
      try bytes.prefix(bytes.count * part / 16).write(to: URL(fileURLWithPath: path))
      do {
        let track = try CaptionTrack(movie: path, subtitlesTrack: 1)
        #expect(track.cues.count <= 3)
      } catch {
        #expect(!error.description.contains("\n"))
      }
    }
  }
}
