import Testing

@testable import OverlayRender

@Suite("Text interpolation")
struct TextInterpolationTests {
  private enum Side { case home }

  @Test("Values are described as in a string")
  func values() {
    let (name, count, missing): (String, Int, Int?) = ("Ada", 2, nil)
    let texts = [
      Text("Goal \(name) \(count) \(1.5) \(name.prefix(1))"),
      Text("\(Side.home) \([1, 2]) \(missing, default: "none")"),
      Text(name), Text(name.dropFirst()), Text("Ada"), Text(verbatim: "Ada \(count)"), Text(name + " \(count)"),
    ]
    #expect(
      texts.flatMap { Resolved.texts(of: $0) } == [
        "Goal Ada 2 1.5 A", "home [1, 2] none", "Ada", "da", "Ada", "Ada 2", "Ada 2",
      ])
  }

  @Test("Control characters are removed from literals")
  func controlCharacters() {
    #expect(Resolved.texts(of: Text("a\u{7}b\u{7}\(1)\u{7}")) == ["ab1"])
  }

  @Test("An interpolated text keeps its style")
  func texts() {
    let joined = Text("Goal ") + Text("Ada").bold().foregroundColor(.yellow) + Text("!")
    let interpolated = Text("Goal \(Text("Ada").bold().foregroundColor(.yellow))!")
    #expect(Resolved.nodes(of: interpolated).map(\.textContent) == Resolved.nodes(of: joined).map(\.textContent))
    #expect(Resolved.texts(of: Text("\(Text("漢").ruby("かん"))字")) == ["漢字"])
  }

  @Test("A text in a string is its characters")
  func description() {
    #expect("\(Text("Ada").bold())" == "Ada")
  }
}
