import Testing

@testable import OverlayRender

@Suite("ForEach and Group")
struct ForEachTests {
  private struct Guest: Identifiable {
    let id: Int
    var name: String { "guest \(id)" }
  }

  private func identities(of view: some View) -> [String: UInt64] {
    var identities: [String: UInt64] = [:]
    for node in Resolved.nodes(of: view) {
      if let text = node.textContent { identities[text.shape.string] = node.identity }
    }
    return identities
  }

  @Test("There is a view for each element, in order")
  func order() {
    #expect(Resolved.texts(of: ForEach(0..<3) { Text("n\($0)") }) == ["n0", "n1", "n2"])
    #expect(Resolved.texts(of: ForEach([Guest(id: 4), Guest(id: 2)]) { Text($0.name) }) == ["guest 4", "guest 2"])
    #expect(Resolved.texts(of: ForEach(["b", "a"], id: \.self) { Text($0) }) == ["b", "a"])
    #expect(Resolved.texts(of: ForEach([] as [String], id: \.self) { Text($0) }).isEmpty)
  }

  @Test("An element keeps its identity when it moves, and so do the views after it")
  func movedElements() {
    func list(_ names: [String]) -> some View {
      VStack {
        ForEach(names, id: \.self) { Text($0).padding(2) }
        Text("last")
      }
    }
    let before = identities(of: list(["a", "b", "c"]))
    let after = identities(of: list(["c", "x", "a"]))
    #expect(before["a"] == after["a"] && before["c"] == after["c"] && before["last"] == after["last"])
    #expect(before["b"] != after["x"])
  }

  @Test("The content may be a function that returns some View")
  func opaqueContent() {
    func row(_ number: Int) -> some View { Text("row \(number)").padding(1) }
    let view = VStack {
      ForEach(0..<2, content: row)
      ForEach([7], id: \.self) { row($0) }
    }
    #expect(Resolved.texts(of: view) == ["row 0", "row 1", "row 7"])
  }

  @Test("Elements with the same id or hash have different identities")
  func sharedIds() {
    struct Crowded: Hashable, Sendable {
      let number: Int
      func hash(into hasher: inout Hasher) {}
    }
    let same = Resolved.nodes(of: ForEach([1, 1, 2, 1], id: \.self) { Text(String($0)) })
    #expect(same.count == 4 && Set(same.map(\.identity)).count == 4)
    let crowded = Resolved.nodes(of: ForEach((0..<9).map(Crowded.init), id: \.self) { Text(String($0.number)) })
    #expect(Set(crowded.map(\.identity)).count == 9)
  }

  @Test("An element that moves damages only its old and new position")
  func damageOfMoves() {
    func scene(_ names: [String]) -> Scene {
      Scene(size: PixelSize(100, 100), alignment: .topLeading, at: .at(0), measuredBy: GridMeasurer()) { builder in
        VStack(spacing: 0) { ForEach(names, id: \.self) { Text($0) } }.resolve(into: &builder)
      }
    }
    let damage = scene(["a", "b", "c"]).list.damage(since: scene(["a", "b", "x"]).list, measuredBy: GridMeasurer())
    #expect(damage.rectangles == [PixelRect(x: 0, y: 40, width: 10, height: 20)])
  }

  @Test("A group adds its views to its container")
  func group() {
    LayoutCase("group", 100, 100, ["0,0 10x20", "10,0 10x20", "20,0 10x20"]) {
      HStack(spacing: 0) {
        Group {
          Text("a"); Text("b")
        }
        Text("c")
      }
    }.expectFrames()
  }
}
