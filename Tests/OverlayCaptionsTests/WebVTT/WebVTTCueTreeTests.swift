import Testing

@testable import OverlayCaptions

/// Tests of W3C WebVTT, section 6.4: the states of the tokenizer, and the tree.
@Suite("WebVTT cue text")
struct WebVTTCueTreeTests {
  @Test(
    "Data state",
    arguments: [
      ("", ""), ("a", "'a'"), (" a \n b ", "' a \n b '"), ("a<b>b", "'a' b('b')"), ("a > b --> c", "'a > b --> c'"),
      ("&lt;b&gt;", "'<b>'"), ("a&amp;<i>&", "'a&' i('&')"), ("&<c", "'&' c()"), ("é漢😀", "'é漢😀'"),
    ])
  func data(text: String, dump: String) {
    #expect(WebVTTCueTree(text).dump == dump)
  }

  @Test(
    "Text that is read as a tag and not shown is reported, and so are unknown references",
    arguments: [
      ("A < B", ["3 unclosedTag(\"< B\")"]), ("a\nb <i and\nc", ["4 unclosedTag(\"<i and\\nc\")"]),
      ("<font color=red>x</font>\n<foo>y", ["3 droppedTag(\"<font color=red>\")", "4 droppedTag(\"<foo>\")"]),
      ("a <b and c> d", ["3 droppedTag(\"<b and c>\")"]), ("I <3 you> x", ["3 droppedTag(\"<3 you>\")"]),
      ("x</y>", ["3 droppedTag(\"</y>\")"]), ("a\n</", ["4 unclosedTag(\"</\")"]),
      ("<rt>x", ["3 droppedTag(\"<rt>\")"]),
      (
        "&am; &amp; &foo; &#; AT&T & B&B; &lt;",
        [
          "3 unknownCharacter(\"&am;\")", "3 unknownCharacter(\"&foo;\")", "3 unknownCharacter(\"&#;\")",
          "3 unknownCharacter(\"&B;\")",
        ]
      ),
      ("<v Mary>a</v> <c.x>b</c> <i>c <lang en>d</lang> <ruby>e<rt>f</ruby> <00:00.500>g </b> &#38; 1 > 0", []),
    ] as [(String, [String])])
  func remarks(text: String, expected: [String]) {
    let reading = WebVTTReader.read(Array("WEBVTT\n00:00.000 --> 00:01.000\n\(text)\n\n".utf8))
    #expect(reading?.warnings.first.map { "\($0.line) \($0.kind)" } == expected)
    #expect(reading?.problems.count == 0)
  }

  @Test(
    "Tag state",
    arguments: [
      // No name at all, and invalid names.
      ("<", ""), ("a<", "'a'"), ("<>a", "'a'"), ("< b>a", "'a'"), ("<\tb>a", "'a'"), ("<\nb>a", "'a'"),
      ("<\u{C}b>a", "'a'"), ("<.b>a", "'a'"), ("<.b", ""), ("<x>a</x>", "'a'"), ("<B>a", "'a'"), ("<bb>a", "'a'"),
      ("<<b>a", "'a'"), ("<&amp;>a", "'a'"), ("<-b>a", "'a'"), ("<!-- b -->a", "'a'"), ("<font color=\"red\">a", "'a'"),
      ("<b/>a", "'a'"), ("<é>a", "'a'"), ("<rtc>a", "'a'"),
    ])
  func tag(text: String, dump: String) {
    #expect(WebVTTCueTree(text).dump == dump)
  }

  @Test(
    "Start tag state",
    arguments: [
      ("<c>a", "c('a')"), ("<i>a", "i('a')"), ("<b>a", "b('a')"), ("<u>a", "u('a')"), ("<ruby>a", "ruby('a')"),
      ("<ruby><rt>a", "ruby(rt('a'))"), ("<v>a", "v{}('a')"), ("<lang>a", "lang{}('a')"), ("<b", "b()"),
      ("a<b", "'a' b()"),
      ("<b<i>a", "'a'"), ("<b>a<", "b('a')"),
    ])
  func startTag(text: String, dump: String) {
    #expect(WebVTTCueTree(text).dump == dump)
  }

  @Test(
    "Start tag class state",
    arguments: [
      ("<c.a>x", "c.a('x')"), ("<c.a.b.c>x", "c.a.b.c('x')"), ("<b.a>x", "b.a('x')"), ("<v.a>x", "v.a{}('x')"),
      ("<ruby.a><rt.b>x", "ruby.a(rt.b('x'))"), ("<lang.a en>x", "lang.a{en}('x')"), ("<c.a.a>x", "c.a.a('x')"),
      // Empty classes are ignored.
      ("<c.>x", "c('x')"), ("<c..a...b.>x", "c.a.b('x')"), ("<c. a>x", "c('x')"),
      // Whitespace ends the classes.
      ("<v.a b>x", "v.a{b}('x')"), ("<v.a\tb>x", "v.a{b}('x')"), ("<v.a\nb.c>x", "v.a{b.c}('x')"),
      ("<v.a\u{C}b>x", "v.a{b}('x')"),
      // All other characters belong to the name.
      ("<c.a&amp;b>x", "c.a&amp;b('x')"), ("<c.a<b>x", "c.a<b('x')"), ("<c.a/b>x", "c.a/b('x')"),
      ("<c.é>x", "c.é('x')"),
      ("<c.a", "c.a()"), ("<c.", "c()"), ("<c.a.", "c.a()"),
    ])
  func classes(text: String, dump: String) {
    #expect(WebVTTCueTree(text).dump == dump)
  }

  @Test(
    "Start tag annotation state",
    arguments: [
      ("<v Mary>x", "v{Mary}('x')"), ("<v  Mary \t Ann\n Lee >x", "v{Mary Ann Lee}('x')"),
      ("<v\nMary>x", "v{Mary}('x')"),
      ("<v\u{C}a\u{C}b>x", "v{a b}('x')"), ("<v >x", "v{}('x')"), ("<v a<b>x", "v{a<b}('x')"), ("<v a", "v{a}()"),
      ("<v a.b>x", "v{a.b}('x')"), ("<v.loud a.b>x", "v.loud{a.b}('x')"), ("<b a>x", "b('x')"),
      ("<c a>x</c a>", "c('x')"),
      // Character references are replaced, but a greater-than sign always ends the tag.
      ("<v a&amp;b>x", "v{a&b}('x')"), ("<v a&gt;b>x", "v{a>b}('x')"), ("<v a&>x", "v{a&}('x')"),
      ("<v a&lt>x", "v{a<}('x')"), ("<v &#32;a&#32;&Tab;b>x", "v{a b}('x')"), ("<v &nbsp;a>x", "v{\u{A0}a}('x')"),
      ("<lang en-GB >x", "lang{en-GB}('x')"), ("<v a&", "v{a&}()"), ("<v a&amp", "v{a&}()"),
    ])
  func annotations(text: String, dump: String) {
    #expect(WebVTTCueTree(text).dump == dump)
  }

  @Test(
    "End tag state",
    arguments: [
      ("<b>a</b>b", "b('a') 'b'"), ("<b>a</b", "b('a')"), ("<b>a</", "b('a')"), ("<b>a</>b", "b('a' 'b')"),
      ("<b>a</ b>b", "b('a' 'b')"), ("<b>a</b >b", "b('a' 'b')"), ("<b>a</b.c>b", "b('a' 'b')"),
      ("<b>a</B>b", "b('a' 'b')"), ("<b>a<//b>b", "b('a' 'b')"), ("<b>a</b<i>b", "b('a' 'b')"), ("</b>a", "'a'"),
      ("<b>a</x>b", "b('a' 'b')"),
    ])
  func endTag(text: String, dump: String) {
    #expect(WebVTTCueTree(text).dump == dump)
  }

  @Test(
    "Timestamp tag state",
    arguments: [
      ("a<00:01.500>b", "'a' 1500 'b'"), ("<1:00:00.001>", "3600001"), ("<b>a<00:01.000>b</b>", "b('a' 1000 'b')"),
      ("<00:01.000", "1000"), ("<00:01.000><00:00.500>", "1000 500"), ("<99:00:00.000>", "356400000"),
      // Anything except a time is ignored.
      ("a<1>b", "'a' 'b'"), ("<0", ""), ("<00:01>", ""), ("<00:01.000 >a", "'a'"), ("<00:01.000.c>a", "'a'"),
      ("<00:61.000>a", "'a'"), ("<00:01,000>a", "'a'"), ("< 00:01.000>a", "'a'"), ("<00:01.000<b>a", "'a'"),
    ])
  func timestamps(text: String, dump: String) {
    #expect(WebVTTCueTree(text).dump == dump)
  }

  @Test(
    "End tags only close the innermost open element",
    arguments: [
      ("<b><i>a</b>b</i>c", "b(i('a' 'b') 'c')"), ("<b><i>a</i></b>b", "b(i('a')) 'b'"),
      ("<c><b><u>a</c></b>b", "c(b(u('a' 'b')))"), ("<b><b>a</b>b</b>c", "b(b('a') 'b') 'c'"),
      ("<v A><i>a</v>b", "v{A}(i('a' 'b'))"), ("<v A>a<v B>b</v>c</v>d", "v{A}('a' v{B}('b') 'c') 'd'"),
      ("<b>a</b></b></b>b", "b('a') 'b'"), ("<c>a</c>b", "c('a') 'b'"), ("<u>a</u>b", "u('a') 'b'"),
    ])
  func nesting(text: String, dump: String) {
    #expect(WebVTTCueTree(text).dump == dump)
  }

  @Test(
    "Ruby text is directly in a ruby; the end of a ruby also ends ruby text",
    arguments: [
      ("<ruby>a<rt>b</rt>c<rt>d</rt></ruby>e", "ruby('a' rt('b') 'c' rt('d')) 'e'"),
      ("<ruby>a<rt>b</ruby>c", "ruby('a' rt('b')) 'c'"), ("<ruby>a<rt>b<rt>c", "ruby('a' rt('b' 'c'))"),
      ("<rt>a</rt>b", "'a' 'b'"), ("<ruby><b>a<rt>b</rt></b>c", "ruby(b('a' 'b') 'c')"),
      ("<ruby>a<rt><i>b</ruby>c</i></ruby>d", "ruby('a' rt(i('b' 'c'))) 'd'"),
      ("<ruby>a<rt>b</rt></rt></ruby></ruby>c", "ruby('a' rt('b')) 'c'"),
      ("<ruby>a<ruby>b<rt>c</ruby>d<rt>e", "ruby('a' ruby('b' rt('c')) 'd' rt('e'))"),
      ("<b><ruby>a<rt>b</ruby>c</b>d", "b(ruby('a' rt('b')) 'c') 'd'"),
    ])
  func ruby(text: String, dump: String) {
    #expect(WebVTTCueTree(text).dump == dump)
  }

  @Test("A node has its own language, or the language of the language tag around it")
  func languages() {
    let tree = WebVTTCueTree("<b>a</b><lang en><i>b<lang>c</lang></i><lang de><u>d</u></lang></lang><c>e</c>")
    let languages = tree.nodes.filter { $0.kind.tagName != nil }.map {
      "\($0.kind.tagName ?? "") \($0.language ?? "-")"
    }
    #expect(languages == ["b -", "lang en", "i en", "lang ", "lang de", "u de", "c -"])
  }

  @Test("Thirty thousand nested tags do not overflow the stack")
  func depth() {
    let depth = 30_000
    let tree = WebVTTCueTree(
      String(repeating: "<b>", count: depth) + "x" + String(repeating: "</b>", count: depth) + "y")
    #expect(tree.nodes.count == depth + 2)
    #expect(tree.nodes.last?.parent == nil)
    #expect(WebVTTLines(tree).lines.map(\.plainText) == ["xy"])
  }
}
