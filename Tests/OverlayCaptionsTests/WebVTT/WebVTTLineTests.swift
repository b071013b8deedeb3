import OverlayRender
import Testing

@testable import OverlayCaptions

/// Tests of the lines and runs for the tree of a cue.
@Suite("WebVTT lines")
struct WebVTTLineTests {
  @Test(
    "Line feeds start lines, including empty ones; a cue without any text has none",
    arguments: [
      ("", []), ("a", ["a"]), ("a\nb", ["a", "b"]), (" a \n\tb", [" a ", " b"]), ("<b>a\nb</b>\nc", ["a", "b", "c"]),
      ("<c></c>", [""]), ("<c></c>\na\n<c></c>\n", ["", "a", "", ""]), ("a&#10;b&#10;&#10;c", ["a", "b", "", "c"]),
      ("<ruby>a<rt>b</rt></ruby>", ["a"]), ("\n", ["", ""]),
    ])
  func lines(text: String, lines: [String]) {
    #expect(webVTTLines(text).map(\.plainText) == lines)
  }

  @Test(
    "Control characters are removed from runs",
    arguments: [
      ("a\tb", "a b"), ("a&#1;b\u{7}c\u{7F}d", "abcd"), ("a&#13;b\u{C}c\u{B}d", "a b c d"),
      ("a\u{2028}b\u{2029}c", "a b c"),
      ("a\u{9F}b&#x81;c", "abc"), ("\u{200E}a\u{200D}b\u{2066}", "\u{200E}a\u{200D}b\u{2066}"),
      ("’–é\u{A0}", "’–é\u{A0}"),
    ])
  func controls(text: String, expected: String) {
    #expect(webVTTLines(text) == [CaptionLine(expected)])
  }

  @Test("Bold, italic and underline can be nested")
  func styles() {
    #expect(
      webVTTLines("a<b>b<i>c<u>d</u></i></b>") == [
        CaptionLine(runs: [
          CaptionRun("a"), CaptionRun("b", style: TextStyle(weight: .bold)),
          CaptionRun("c", style: TextStyle(weight: .bold, isItalic: true)),
          CaptionRun("d", style: TextStyle(weight: .bold, isItalic: true, underline: .single)),
        ])
      ])
  }

  @Test(
    "The classes of section 5 are colors",
    arguments: [
      ("white", Color(rgb: 0xFFFFFF)), ("lime", Color(rgb: 0x00FF00)), ("cyan", Color(rgb: 0x00FFFF)),
      ("red", Color(rgb: 0xFF0000)), ("yellow", Color(rgb: 0xFFFF00)), ("magenta", Color(rgb: 0xFF00FF)),
      ("blue", Color(rgb: 0x0000FF)), ("black", Color(rgb: 0x000000)),
    ])
  func colors(name: String, color: Color) {
    #expect(webVTTLines("<c.\(name)>a") == [CaptionLine(runs: [CaptionRun("a", style: TextStyle(color: color))])])
    #expect(
      webVTTLines("<b.bg_\(name)>a") == [
        CaptionLine(runs: [CaptionRun("a", style: TextStyle(weight: .bold, backgroundColor: color))])
      ])
  }

  @Test("The last color of a tag is used, and the innermost tag wins; other names are classes")
  func classes() {
    let expected = CaptionRun(
      "a", style: TextStyle(color: .magenta, backgroundColor: .black), classes: ["x", "Red", "y"])
    #expect(webVTTLines("<c.x.yellow.bg_blue.magenta.Red.bg_black.y>a") == [CaptionLine(runs: [expected])])
    #expect(
      webVTTLines("<c.red.x>a<v.y.blue B>b</v>c") == [
        CaptionLine(runs: [
          CaptionRun("a", style: TextStyle(color: .red), classes: ["x"]),
          CaptionRun("b", style: TextStyle(color: .blue), classes: ["x", "y"], voice: "B"),
          CaptionRun("c", style: TextStyle(color: .red), classes: ["x"]),
        ])
      ])
    #expect(
      webVTTLines("<c.green.bg_.bg_green.bg_bg_red>a").first?.runs.first?.classes == [
        "green", "bg_", "bg_green", "bg_bg_red",
      ])
    let many = (0..<100).map { ".n\($0)" }.joined()
    #expect(webVTTLines("<c\(many)>a").first?.runs.first?.classes == (0..<16).map { "n\($0)" })
  }

  @Test("Voices and languages apply to their content; an empty one ends the outer one")
  func voices() {
    let runs = webVTTLines("<v Ann\u{1}>a<lang ja>b<lang>c</lang></lang><v>d</v></v>e").first?.runs
    #expect(
      runs == [
        CaptionRun("a", voice: "Ann"), CaptionRun("b", style: TextStyle(language: "ja"), voice: "Ann"),
        CaptionRun("c", voice: "Ann"), CaptionRun("de"),
      ])
  }

  @Test("Text that continues the previous run is part of it")
  func merging() {
    #expect(webVTTLines("a<c>b</c><x>c</x><b></b>d&amp;<b></b>") == [CaptionLine("abcd&")])
    #expect(webVTTLines("<b>a</b><b>b</b>") == [CaptionLine(runs: [CaptionRun("ab", style: TextStyle(weight: .bold))])])
  }

  @Test("A time starts a run, the last of several is used, and it applies to text on later lines")
  func times() {
    #expect(
      webVTTLines("a<00:01.000>b<00:02.000><00:03.000><b>c</b>d<00:04.000>\ne\n<00:05.000>f") == [
        CaptionLine(runs: [
          CaptionRun("a"), CaptionRun("b", time: .seconds(1)),
          CaptionRun("c", style: TextStyle(weight: .bold), time: .seconds(3)), CaptionRun("d"),
        ]),
        CaptionLine(runs: [CaptionRun("e", time: .seconds(4))]),
        CaptionLine(runs: [CaptionRun("f", time: .seconds(5))]),
      ])
  }

  @Test("A time after all text is the end of the last word")
  func endTime() {
    #expect(
      webVTTLines("<00:01.000>a<00:02.000>") == [
        CaptionLine(runs: [CaptionRun("a", time: .seconds(1)), CaptionRun("", time: .seconds(2))])
      ])
    #expect(webVTTLines("<00:02.000>") == [CaptionLine(runs: [CaptionRun("", time: .seconds(2))])])
  }

  @Test("Ruby is above the text before it, and is not in the line")
  func ruby() {
    let first = CaptionRuby("にほん", number: 0)
    let second = CaptionRuby("ご", number: 1)
    #expect(
      webVTTLines("x<ruby>日本<rt>にほん</rt>語<rt>ご</rt></ruby>y") == [
        CaptionLine(runs: [
          CaptionRun("x"), CaptionRun("日本", ruby: first), CaptionRun("語", ruby: second), CaptionRun("y"),
        ])
      ])
    #expect(
      webVTTLines("<ruby>日<b>本</b><rt>に<i>ほ</i>ん</ruby><ruby>語<rt>ご</ruby>") == [
        CaptionLine(runs: [
          CaptionRun("日", ruby: first), CaptionRun("本", style: TextStyle(weight: .bold), ruby: first),
          CaptionRun("語", ruby: second),
        ])
      ])
  }

  @Test(
    "Ruby without base text or without annotation is ignored",
    arguments: [
      "<ruby>a</ruby>", "<ruby>a<rt></rt></ruby>", "<ruby>a<rt> \n </rt></ruby>", "<ruby><rt>x</rt></ruby>a",
      "<ruby>a<rt></rt><rt>x</rt></ruby>",
    ])
  func noRuby(text: String) {
    #expect(webVTTLines(text) == [CaptionLine("a")])
  }

  @Test("In nested ruby each text has its own annotation; times in annotations apply to the following text")
  func nestedRuby() {
    #expect(
      webVTTLines("<ruby>a<ruby>b<rt>1</rt></ruby><rt>2\n3<00:01.000></rt></ruby>c") == [
        CaptionLine(runs: [
          CaptionRun("a", ruby: CaptionRuby("2 3", number: 0)), CaptionRun("b", ruby: CaptionRuby("1", number: 1)),
          CaptionRun("c", time: .seconds(1)),
        ])
      ])
  }
}
