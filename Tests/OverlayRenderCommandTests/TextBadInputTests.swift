import Foundation
import Testing

@Suite("Bad input of text")
struct TextBadInputTests {
  static let refusals: [Refusal] = [
    Refusal("text", says: "there is nothing to show: give TEXT, --title TEXT, or --text-file FILE with the text in it"),
    Refusal("text", "", says: "TEXT is empty: give what is to be shown"),
    Refusal("text", " \n", says: "TEXT is empty: give what is to be shown"),
    Refusal("text", "a\tb", says: "TEXT: 'a\\tb' has a control character at 2: leave it out"),
    Refusal(
      "text", "--title", "a\nb", says: "--title: 'a\\nb' has a control character at 2: give text on one line"),
    Refusal("text", "a", "--text-file", "t", says: "TEXT and --text-file exclude each other: give one of them"),
    Refusal(
      "text", "a", "--title", "t", says: "--title and TEXT exclude each other: the first line of TEXT is the title"),
    Refusal(
      "text", "--text-file", "t", "--title", "t",
      says: "--title and --text-file exclude each other: the first line of the file is the title"),
    Refusal(
      "text", "--title", "t", "--style", "ticker",
      says: "--title is of a lower third: choose --style lower-third, or give TEXT instead"),
    Refusal(
      "text", "a", "--subtitle", "t", "--style", "label",
      says: "--subtitle is of a lower third: choose --style lower-third, or give TEXT instead"),
    Refusal(
      "text", "a", "--style", "banner",
      says: "The value 'banner' is invalid for '--style <style>'. Please provide one of 'label', 'lower-third' or "
        + "'ticker'. (see overlay-render text --help)"),
    Refusal(
      "text", "a", "--enter", "1s",
      says: "--enter is of a lower third: choose --style lower-third, or leave it out"),
    Refusal(
      "text", "a", "--leave-at", "1s",
      says: "--leave-at is of a lower third: choose --style lower-third, or leave it out"),
    Refusal(
      "text", "a", "--accent", "red",
      says: "--accent is of a lower third: choose --style lower-third, or leave it out"),
    Refusal(
      "text", "--title", "a", "--speed", "9",
      says: "--speed is of a ticker: choose --style ticker, or leave it out"),
    Refusal("text", "a", "--gap", "9", says: "--gap is of a ticker: choose --style ticker, or leave it out"),
    Refusal(
      "text", "a", "--style", "ticker", "--speed", "0",
      says: "--speed: '0' is not a number of pixels from 1 to 100000: give one such as 48"),
    Refusal(
      "text", "a", "--style", "ticker", "--gap", "-1",
      says: "--gap: '-1' is not a number of pixels from 0 to 32767: give one such as 48"),
    Refusal(
      "text", "a", "--style", "ticker", "--size", "fit",
      says: "--size fit: a ticker is as wide as the picture: give a size such as 1280x720"),
    Refusal(
      "text", "a", "--style", "ticker", "--align", "left",
      says: "--align: a ticker runs along the top or the bottom: give one of them"),
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
    Refusal("text", "--text-file", "", says: "--text-file: the name is empty: give a file, or - for standard input"),
    Refusal(
      "text", "--text-file", "-", says: "--text-file -: lines come as time goes by: give --live, or a file"),
    Refusal(
      "text", "--text-file", "good", "--live", "--size", "fit",
      says: "--size fit: what will be in good is not known: give a size such as 1280x720"),
    Refusal(
      "text", "--text-file", "none", status: 66,
      says: "none: no such text file: check its name, or wait for it with --live"),
    Refusal(
      "text", "--text-file", "/dev/null", status: 66,
      says: "/dev/null: is no regular file: give one that holds text"),
    Refusal("text", "--text-file", "bytes", status: 65, says: "bytes: is no UTF-8 text: save it as UTF-8"),
    Refusal("text", "--text-file", "empty", status: 65, says: "empty: is empty: put the text into it"),
    Refusal("text", "--text-file", "large", status: 65, says: "large: holds more than 1 MiB: shorten it"),
    Refusal(
      "text", "--markup", "--text-file", "good", status: 65,
      says: "good: '<good> & fine' has an unescaped '&' at line 1, character 8; write &amp;"),
  ]

  @Test("It is refused in one line, and nothing is made", arguments: refusals)
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

  @Test("What never ends needs a duration, and a still is advised where there is something to see")
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
          "overlay-render: x.y4m: \(name) never ends: give --duration, such as --duration 10s, or --live"
        ])
      let picture = try overlayRender(["text"] + arguments + ["-o", "x.png"], in: folder)
      #expect(picture.status == 64)
      #expect(
        picture.messages == [
          "overlay-render: x.png takes one PNG file only: give --at \(still) for a still, "
            + "or a numbered name such as frames/%05d.png"
        ])
    }
    #expect(try folder.names.isEmpty)
  }
}
