import Testing

@testable import OverlayRender

@Suite("Markup")
struct MarkupTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let markup: String
    let style: TextStyle
    var testDescription: String { markup }

    init(_ markup: String, _ style: TextStyle) {
      self.markup = markup
      self.style = style
    }
  }

  @Test(
    "Tags and attributes become styles",
    arguments: [
      Sample("<b>x</b>", TextStyle(weight: .bold)), Sample("<i>x</i>", TextStyle(isItalic: true)),
      Sample("<b><i>x</i></b>", TextStyle(weight: .bold, isItalic: true)),
      Sample("<u>x</u>", TextStyle(underline: .single)), Sample("<s>x</s>", TextStyle(isStruckThrough: true)),
      Sample("<tt>x</tt>", TextStyle(family: "Monospace")), Sample("<big>x</big>", TextStyle(scale: 1.2)),
      Sample("<sup>x</sup>", TextStyle(position: .superscript)),
      Sample("<sub>x</sub>", TextStyle(position: .subscript)),
      Sample("<span face='Noto Sans'>x</span>", TextStyle(family: "Noto Sans")),
      Sample("<span size='24pt'>x</span>", TextStyle(size: 32)),
      Sample("<span size='24pt'><span size='200%'>x</span></span>", TextStyle(size: 64)),
      Sample("<span size='150%'>x</span>", TextStyle(scale: 1.5)),
      Sample(
        "<span font='Serif Bold Italic 20px'>x</span>",
        TextStyle(family: "Serif", size: 20, weight: .bold, isItalic: true)),
      Sample("<span weight='300'>x</span>", TextStyle(weight: .light)),
      Sample("<span foreground='red'>x</span>", TextStyle(color: .red)),
      Sample("<span color='#00f' background='#ffff00'>x</span>", TextStyle(color: .blue, backgroundColor: .yellow)),
      Sample(
        "<span foreground='#ff000080'>x</span>",
        TextStyle(color: Color(red: 1, green: 0, blue: 0, alpha: 32896 / 65535))),
      Sample(
        "<span underline='double' strikethrough='false'>x</span>", TextStyle(underline: .double, isStruckThrough: false)
      ),
      Sample("<span underline='low'>x</span>", TextStyle(underline: .single)),
      Sample("<span letter_spacing='2048' rise='-1024'>x</span>", TextStyle(letterSpacing: 2, rise: -1)),
      Sample(
        "<span font_features='ss01=1, liga=0' lang='ja'>x</span>", TextStyle(features: "ss01=1, liga=0", language: "ja")
      ),
    ])
  func styles(sample: Sample) throws {
    let markup = try Markup(sample.markup)
    #expect(markup.string == "x")
    #expect(markup.runs == [TextRun(range: 0..<1, style: sample.style)])
  }

  @Test("Runs are at the position of their text, in bytes")
  func ranges() throws {
    let markup = try Markup("é &amp; <b>日 <i>&lt;b&gt;</i></b> end")
    #expect(markup.string == "é & 日 <b> end")
    #expect(
      markup.runs == [
        TextRun(range: 5..<9, style: TextStyle(weight: .bold)),
        TextRun(range: 9..<12, style: TextStyle(weight: .bold, isItalic: true)),
      ])
    #expect(try Markup("").string == "" && Markup("plain").runs.isEmpty)
  }

  @Test("Invisible characters are removed, and the runs move with the text")
  func unprintable() throws {
    let text = try Text(markup: "a&#7;b<b>c&#13;d</b>")
    #expect(text.string == "abc\nd")
    #expect(try Text(markup: "a\u{0}b").string == "ab")
    #expect(text.runs == [TextRun(range: 2..<5, style: TextStyle(weight: .bold))])
  }

  @Test(
    "Invalid markup is refused with the position and how to fix it",
    arguments: [
      ("a & b", MarkupCause.unescaped("&", line: 1, character: 3)),
      ("<b>Q&A</b>", .unescaped("&", line: 1, character: 5)),
      ("one\ntwo < three", .unescaped("<", line: 2, character: 5)),
      ("<!-- a & b -->\n1 < 2", .unescaped("<", line: 2, character: 3)),
      ("a <b>bold", .unclosed(element: "b")), ("a\nb</i>", .unopened(element: "i", line: 2)),
      ("<span overline='single'>x</span>", .unsupported("overline")),
      ("<span alpha='50%'>x</span>", .unsupported("alpha without foreground")),
      ("<span underline='error'>x</span>", .unsupported("underline=\"error\"")),
      ("<span variant='smallcaps'>x</span>", .unsupported("variant")),
      ("<span font='Sans Condensed 9'>x</span>", .unsupported("stretch")),
      ("<span fallback='no'>x</span>", .unsupported("fallback")),
    ])
  func refused(markup: String, cause: MarkupCause) {
    #expect(throws: MarkupError(cause, in: markup)) { try Text(markup: markup) }
  }

  @Test("Messages of GLib are quoted with the position in the text, in one line")
  func malformed() throws {
    func message(_ markup: String) -> String {
      do throws(MarkupError) { _ = try Markup(markup) } catch { return error.description }
      return ""
    }
    #expect(message("ab<foo>x</foo>") == "'ab<foo>x</foo>' is not markup at line 1, character 8: Unknown tag 'foo'")
    #expect(message("a & b").hasSuffix("has an unescaped '&' at line 1, character 3; write &amp;"))
    #expect(message("<b>x").hasSuffix("has <b> that is never closed; add </b>"))
    #expect(message("x\n<b>a</i>").contains("at line 2, character"))
    for markup in ["<span color='zz'>x</span>", "&nope;", "<b", "<span\nx='1'>y</span>", "&#0;", "<>"] {
      #expect(!message(markup).isEmpty && !message(markup).contains("\n"), "\(markup)")
    }
  }

  @Test("Markup that is too long is refused")
  func tooLong() {
    let markup = String(repeating: "a", count: Markup.maximumByteCount + 1)
    #expect(throws: MarkupError(.tooLong, in: markup)) { try Markup(markup) }
  }

  @Test("Deeply nested tags are read quickly")
  func deep() throws {
    let depth = 20_000
    let markup = String(repeating: "<b>", count: depth) + "x" + String(repeating: "</b>", count: depth)
    #expect(try Markup(markup).runs == [TextRun(range: 0..<1, style: TextStyle(weight: .bold))])
  }
}
