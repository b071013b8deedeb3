import TestTools
import Testing

@testable import OverlayRender

@Suite("ViewBuilder")
struct ViewBuilderTests {
  private enum Mode: CaseIterable { case one, two, none }

  private struct Branches: View {
    let mode: Mode
    let isShown: Bool
    let names: [String]

    var body: some View {
      Text("first")
      if isShown { Text("if") } else { Text("else") }
      switch mode {
      case .one: Text("one")
      case .two:
        Text("two")
        Text("and more")
      case .none: EmptyView()
      }
      for name in names { Text(name) }
      if let name = names.first { Text("head \(name)") }
      Text("last")
    }
  }

  private func identity(of string: String, in view: some View) -> UInt64? {
    Resolved.nodes(of: view).first { $0.textContent?.shape.string == string }?.identity
  }

  @Test("if, switch, for and optionals build the chosen views, in order")
  func content() {
    #expect(
      Resolved.texts(of: Branches(mode: .two, isShown: true, names: ["x", "y"])) == [
        "first", "if", "two", "and more", "x", "y", "head x", "last",
      ])
    #expect(
      Resolved.texts(of: Branches(mode: .none, isShown: false, names: [])) == ["first", "else", "last"])
  }

  @Test("The views after a statement keep their identity")
  func stableIdentity() {
    let expected = identity(of: "last", in: Branches(mode: .one, isShown: true, names: []))
    #expect(expected != nil)
    for mode in Mode.allCases {
      for isShown in [false, true] {
        for names in [[], ["x"], ["x", "y"]] {
          #expect(identity(of: "last", in: Branches(mode: mode, isShown: isShown, names: names)) == expected)
        }
      }
    }
  }

  @Test("The branches of an if have different identities")
  func branchIdentity() {
    struct Either: View {
      let isFirst: Bool
      var body: some View { if isFirst { Text("same") } else { Text("same") } }
    }
    #expect(identity(of: "same", in: Either(isFirst: true)) != identity(of: "same", in: Either(isFirst: false)))
  }

  @Test("The body of a loop may be a function that returns some View")
  func loopOverFunction() {
    struct Rows: View {
      var body: some View {
        for name in ["a", "b"] { ViewBuilderTests.row(name) }
      }
    }
    #expect(Resolved.texts(of: Rows()) == ["a", "b"])
  }

  private static func row(_ name: String) -> some View {
    Text(name).padding(2)
  }

  @Test("A type-erased view keeps the identity of its content")
  func anyView() {
    struct Plain: View {
      var body: some View {
        Text("first").padding(1)
        Text("last")
      }
    }
    struct Wrapped: View {
      var body: some View {
        AnyView(Text("first").padding(1))
        AnyView(AnyView(Text("last")))
      }
    }
    #expect(Resolved.nodes(of: Wrapped()).map(\.identity) == Resolved.nodes(of: Plain()).map(\.identity))
    #expect(Resolved.nodes(of: AnyView(Plain())).map(\.identity) == Resolved.nodes(of: Plain()).map(\.identity))
    #expect(MemoryLayout<AnyView>.size <= 2 * MemoryLayout<AnyObject>.size)
  }

  @Test("Identities in a tree are unique")
  func uniqueIdentities() {
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let nodes = Resolved.nodes(of: RandomView.make(depth: 5, rate: .fps(30), &generator))
      #expect(Set(nodes.map(\.identity)).count == nodes.count, "seed \(seed)")
    }
  }

  @Test("Every node ends where its next sibling starts")
  func treeIsWellFormed() {
    for seed in 0..<100 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let nodes = Resolved.nodes(of: RandomView.make(depth: 5, rate: .fps(30), &generator))
      for (index, node) in nodes.enumerated() {
        var child = index + 1
        while child < node.end { child = nodes[child].end }
        #expect(child == node.end, "seed \(seed), node \(index)")
      }
    }
  }
}
