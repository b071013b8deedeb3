import Testing

@testable import OverlayCaptions

@Suite("SRT: the text of a cue")
struct SubRipMarkupTests {
  @Test(
    "Tags apply to the text in them, in any nesting",
    arguments: [
      ("a<b>b</b>c", "a<b>b</>c"), ("<B>a</B>", "<b>a</>"), ("<b><i>a</b>b</i>c", "<b i>a</><i>b</>c"),
      ("<i>a\nb</i>\nc", "<i>a</>|<i>b</>|c"), ("<u>a", "<u>a</>"), ("a</b>b", "ab"),
      ("<s>a</s><strike>b</strike>", "<s>ab</>"),
      ("<i><i>a</i>b", "<i>a</>b"), ("<b >a</b >", "<b>a</>"), ("< i >a< /i >b", "<i>a</>b"), ("<i></i>", ""),
      ("a<br>b<br/>c<BR />d", "a|b|c|d"), ("<foo>a</foo><v Bob>b<i/>", "ab"), ("<i>\na\n</i>", "<i>a</>"),
      ("a<i> b </i>c", "a<i> b </>c"), ("<i> a </i>", "<i>a</>"),
    ])
  func tags(text: String, lines: String) {
    #expect(SubRipNotation.lines(text) == lines)
  }

  @Test(
    "Anything that is not a tag is text",
    arguments: [
      "a < b", "<3", "I <3 you", "a << c d >>", "<<foo>>", "<", "a <", "<>", "</>", "<00:00:01.000>", "<c.yellow>",
      "<!-- -->",
      "< foo>", "{words}", "{}", "{", "{\\an8", "{y", "a \\ b", "C:\\new", "\\", "&", "&;", "&foo;", "&#xZ;",
      "AT&T;",
      "-->", "[door]", "(x)", "♪ la ♪",
    ])
  func text(text: String) {
    #expect(SubRipNotation.lines(text) == text)
  }

  @Test(
    "A font tag has a color, a face and a size",
    arguments: [
      ("<font color=\"#ff0000\">a</font>b", "<15,0,0>a</>b"), ("<font color=red>a", "<15,0,0>a</>"),
      ("<font color='#0F0'>a", "<0,15,0>a</>"), ("<FONT COLOR=\"0000FF\">a", "<0,0,15>a</>"),
      ("<font color=##ff00ff>a", "<15,0,15>a</>"), ("<font color = \"rgb(255, 255, 0)\">a", "<15,15,0>a</>"),
      // The first six digits are the color, as in ffmpeg. No opacity makes text invisible.
      ("<font color=\"#ffff0000\">a", "<15,15,0>a</>"), ("<font color=\"#00ff00ff\">a", "<0,15,0>a</>"),
      ("<font color=\"rgba(255,0,0,0)\">a", "<15,0,0>a</>"),
      ("<font color=\"#0f00\">a", "<0,15,0>a</>"), ("<font color=\"#ffff00zz\">a", "a"),
      ("<font color=\"nothing\">a", "a"), ("<font color=\"\">a", "a"), ("<font color>a", "a"), ("<font>a</font>", "a"),
      ("<font face=\"Noto Sans\">a", "<Noto Sans>a</>"), ("<font face=Arial size=5>a", "<Arial x1.5>a</>"),
      ("<font size=1>a", "<x0.63>a</>"), ("<font size=\"7\">a", "<x3.0>a</>"), ("<font size=24px>a", "<x1.5>a</>"),
      ("<font size=+2>a", "<x1.5>a</>"), ("<font size=-9>a", "<x0.63>a</>"), ("<font size=0>a", "a"),
      (
        "<font color=red size=5>a<font size=7>b</font>c</font>d", "<15,0,0 x1.5>a</><15,0,0 x3.0>b</><15,0,0 x1.5>c</>d"
      ),
      ("</font>a", "a"), ("<font color=red><b>a</font>b", "<b 15,0,0>a</><b>b</>"),
    ])
  func fonts(text: String, lines: String) {
    #expect(SubRipNotation.lines(text) == lines)
  }

  @Test("Fonts nest to a large depth, and end in order")
  func deepFonts() {
    let lines = SubRipNotation.lines(
      String(repeating: "<font size=7>", count: 100) + "a" + String(repeating: "</font>", count: 99) + "b</font>c")
    #expect(lines == "<x3.0>ab</>c")
  }

  @Test(
    "ASS overrides are applied or ignored, and never shown",
    arguments: [
      ("{\\i1}a{\\i0}b", "<i>a</>b"), ("{\\b1\\u1}a{\\b0}b{\\s1}c", "<b u>a</><u>b</><u s>c</>"),
      ("{\\b700}a", "<b>a</>"),
      ("{\\an5}a", "a"), ("{\\fad(200,300)}a{\\pos(10,20)\\c&H00FF00&}b", "a<0,15,0>b</>"),
      ("{\\fs24}{\\fnDejaVu Sans}a{\\fs}b{\\r}c", "<DejaVu Sans x1.5>a</><DejaVu Sans>b</>c"),
      ("{\\c&HFF&}a{\\c}b{\\1c&H80FF0000&}c{\\2c&HFF&}d", "<15,0,0>a</>b<0,0,15>cd</>"),
      (
        "<font color=red>a{\\c&H00FF00&}b<font size=5>c</font>d</font>e",
        "<15,0,0>a</><0,15,0>b</><0,15,0 x1.5>c</><15,0,0>d</>e"
      ),
      ("{\\c&Hxyz&}a{\\fs-3}b{\\c&H123456789&}c", "abc"),
      ("{Y:i}a{c:$0000ff}b", "ab"), ("{\\p1}m 0 0 l 9 9{\\p0}a", "a"), ("{\\k20}ka{\\k30}ra", "kara"),
      ("a\\Nb\\hc", "a|b\u{A0}c"),
      ("{\\blur3}a{\\be1}b{\\bord2}c", "abc"), ("{\\}a", "a"), ("{\\an8}\na\n{\\i1}", "a"),
    ])
  func overrides(text: String, lines: String) {
    #expect(SubRipNotation.lines(text) == lines)
  }

  @Test(
    "The first override with an alignment is used",
    arguments: [
      ("{\\an1}a", 1), ("{\\an2}a", 2), ("{\\an3}a", 3), ("{\\an4}a", 4), ("{\\an5}a", 5), ("{\\an6}a", 6),
      ("{\\an7}a", 7),
      ("{\\an8}a", 8), ("{\\an9}a", 9), ("{\\a1}a", 1), ("{\\a2}a", 2), ("{\\a3}a", 3), ("{\\a5}a", 7), ("{\\a6}a", 8),
      ("{\\a7}a", 9), ("{\\a9}a", 4), ("{\\a10}a", 5), ("{\\a11}a", 6), ("{\\an0}a", 2), ("{\\an10}a", 2),
      ("{\\a4}a", 2),
      ("a\n{\\an8}b{\\an5}", 8), ("{\\i1\\an9}a", 9),
    ])
  func alignment(text: String, number: Int) {
    let cue = SubRipReader.read(Array("0:01 --> 0:02\n\(text)\n".utf8))?.cues.first?.cue
    #expect(cue?.placement == SubRipAlignment(number)?.placement)
  }

  @Test("The nine alignments are three rows of three columns")
  func alignments() {
    func placement(_ number: Int) -> CaptionPlacement? { SubRipAlignment(number)?.placement }
    #expect(placement(2) == CaptionPlacement())
    #expect(
      placement(1) == CaptionPlacement(textAlignment: .left) && placement(3) == CaptionPlacement(textAlignment: .right))
    #expect(placement(5) == CaptionPlacement(line: .percentage(50), lineAlignment: .center))
    #expect(placement(9) == CaptionPlacement(line: .number(0), textAlignment: .right))
    for number in 1...9 {
      #expect(placement(number).map { SubRipAlignment(nearestTo: $0).number } == number)
    }
  }

  @Test(
    "Character references have names or numbers",
    arguments: [
      ("&lt;b&gt;a&lt;/b&gt;", "<b>a</b>"), ("a&nbsp;b", "a\u{A0}b"), ("&amp;lt;", "&lt;"),
      ("&#39;&#x2014;&quot;&apos;", "'—\"'"),
      ("a&#0;b&#7;c&#xD800;", "abc&#xD800;"), ("a&#10;b", "a b"),
    ])
  func entities(text: String, lines: String) {
    #expect(SubRipNotation.lines(text) == lines)
  }

  @Test("Control characters are removed")
  func controls() {
    #expect(SubRipNotation.lines("a\tb\u{0B}c\u{7}d\u{85}e\u{9F}f\u{2028}g\u{7F}h\u{1B}") == "a b cdef gh")
    let face = SubRipReader.read(Array("0:01 --> 0:02\n<font face='a\u{7}b'>x".utf8))?.cues.first?.cue.lines.first
    #expect(face?.runs.first?.style.family == "ab")
  }

  @Test("Spaces at the ends of lines are removed, others are kept")
  func blanks() {
    #expect(SubRipNotation.lines("  a  b \n\t<i>  c</i>  \n{\\an8} d") == "a  b|<i>c</>|d")
  }
}
