import Foundation
import Testing

@Suite("Bad input of text", .ownThreads)
struct TextBadInputTests {
  static let refusals: [Refusal] = [
    Refusal("text", says: "there is no text: give TEXT, --title TEXT, or --text-file FILE"),
    Refusal("text", "", says: "TEXT is empty: give a text"),
    Refusal("text", " \n", says: "TEXT is empty: give a text"),
    Refusal("text", "a\tb", says: "TEXT: 'a\\tb' has a control character at 2: remove it"),
    Refusal(
      "text", "--title", "a\nb", says: "--title: 'a\\nb' has a control character at 2: give a single line of text"),
    Refusal("text", "a", "--text-file", "t", says: "TEXT and --text-file cannot be used together: give one of them"),
    Refusal(
      "text", "a", "--title", "t", says: "--title and TEXT cannot be used together: the first line of TEXT is the title"
    ),
    Refusal(
      "text", "--text-file", "t", "--title", "t",
      says: "--title and --text-file cannot be used together: the first line of the file is the title"),
    Refusal(
      "text", "--title", "t", "--style", "ticker",
      says: "--title is for a lower third: use --style lower-third, or give TEXT instead"),
    Refusal(
      "text", "a", "--subtitle", "t", "--style", "label",
      says: "--subtitle is for a lower third: use --style lower-third, or give TEXT instead"),
    Refusal(
      "text", "a", "--style", "banner",
      says: "The value 'banner' is invalid for '--style <style>'. Please provide one of 'label', 'lower-third' or "
        + "'ticker'. (see overlay-render text --help)"),
    Refusal(
      "text", "a", "--enter", "1s",
      says: "--enter is for a lower third: use --style lower-third, or leave it out"),
    Refusal(
      "text", "a", "--leave-at", "1s",
      says: "--leave-at is for a lower third: use --style lower-third, or leave it out"),
    Refusal(
      "text", "a", "--accent", "red",
      says: "--accent is for a lower third: use --style lower-third, or leave it out"),
    Refusal(
      "text", "--title", "a", "--speed", "9",
      says: "--speed is for a ticker: use --style ticker, or leave it out"),
    Refusal("text", "a", "--gap", "9", says: "--gap is for a ticker: use --style ticker, or leave it out"),
    Refusal(
      "text", "a", "--style", "ticker", "--speed", "0",
      says: "--speed: '0' is not a number of pixels from 1 to 100000: give one such as 48"),
    Refusal(
      "text", "a", "--style", "ticker", "--gap", "-1",
      says: "--gap: '-1' is not a number of pixels from 0 to 32767: give one such as 48"),
    Refusal(
      "text", "a", "--style", "ticker", "--size", "fit",
      says: "--size fit: a ticker fills the width of the picture: give a size such as 1280x720"),
    Refusal(
      "text", "a", "--style", "ticker", "--align", "left",
      says: "--align: a ticker is at the top or the bottom: give one of them"),
    Refusal(
      "text", "--title", "a", "--enter", "soon",
      says: "--enter: 'soon' is not a time span; write it as 90s, 1m30s, 250ms or 00:01:30"),
    Refusal("text", "--title", "a", "--accent", "redd", says: "--accent: 'redd': unknown color; near: red"),
    Refusal("text", "--markup", "<b>a", says: "TEXT: '<b>a' has <b> that is never closed; add </b>"),
    Refusal(
      "text", "--markup", "--title", "a & b",
      says: "--title: 'a & b' has an unescaped '&' at line 1, character 3; write &amp;"),
    Refusal(
      "text", "--markup", "--title", "a", "--subtitle", "<i>b",
      says: "--subtitle: '<i>b' has <i> that is never closed; add </i>"),
    Refusal(
      "text", "--text-file", "", says: "--text-file: the file name is empty: give a file, or - for standard input"),
    Refusal(
      "text", "--text-file", "-", says: "--text-file - requires --live: add --live, or give a file"),
    Refusal(
      "text", "--text-file", "good", "--live", "--size", "fit",
      says: "--size fit: the future content of good is not known: give a size such as 1280x720"),
    Refusal(
      "text", "--text-file", "none", status: 66,
      says: "none: no such text file: check the name, or use --live to wait for it"),
    Refusal(
      "text", "--text-file", "/dev/null", status: 66,
      says: "/dev/null: not a regular file: give a text file"),
    Refusal("text", "--text-file", "bytes", status: 65, says: "bytes: not UTF-8 text: save it as UTF-8"),
    Refusal("text", "--text-file", "empty", status: 65, says: "empty: the file is empty: write the text into it"),
    Refusal("text", "--text-file", "large", status: 65, says: "large: larger than 1 MiB: shorten the text"),
    Refusal(
      "text", "--markup", "--text-file", "good", status: 65,
      says: "good: '<good> & fine' has an unescaped '&' at line 1, character 8; write &amp;"),
  ]

  @Test("Invalid input is an error in one line, and no file is created", arguments: refusals)
  func refused(refusal: Refusal) throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "empty")
    try folder.write("<good> & fine\n", to: "good")
    try Data([0x61, 0xFF]).write(to: folder.url.appendingPathComponent("bytes"))
    try Data(repeating: 0x61, count: (1 << 20) + 1).write(to: folder.url.appendingPathComponent("large"))
    let outcome = try overlayRender(refusal.arguments + ["-o", "x.y4m", "--duration", "1s"], in: folder)
    #expect(outcome.status == refusal.status)
    #expect(outcome.messages == [refusal.message])
    #expect(try folder.names == ["bytes", "empty", "good", "large"])
  }

  @Test("Endless content requires a duration, and the suggested still shows the content")
  func endless() throws {
    let folder = try ScratchFolder()
    for (arguments, name, still) in [
      (["a"], "a label", "0s"), (["--title", "a"], "a lower third", "2s"),
      (["a", "--style", "ticker"], "a ticker", "5s"),
    ] {
      let movie = try overlayRender(["text"] + arguments + ["-o", "x.y4m"], in: folder)
      #expect(movie.status == 64)
      #expect(
        movie.messages == [
          "overlay-render: x.y4m: \(name) is endless: give --duration, such as --duration 10s, or --live"
        ])
      let picture = try overlayRender(["text"] + arguments + ["-o", "x.png"], in: folder)
      #expect(picture.status == 64)
      #expect(
        picture.messages == [
          "overlay-render: x.png holds only one frame: give --at \(still) for a still, "
            + "or a numbered name such as frames/%05d.png"
        ])
    }
    #expect(try folder.names.isEmpty)
  }
}
