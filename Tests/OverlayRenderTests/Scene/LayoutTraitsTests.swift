import Testing

@testable import OverlayRender

@Suite("Layout: traits")
struct LayoutTraitsTests {
  private func traits(of view: some View) -> LayoutTraits {
    Resolved.nodes(of: view).traits(of: 0)
  }

  @Test("A view has no traits by default")
  func none() {
    #expect(traits(of: Text("a")) == LayoutTraits())
    #expect(traits(of: HStack { Text("a").layoutPriority(1) }) == LayoutTraits())
  }

  @Test("Modifiers pass on the traits of one view, and the outermost of several counts")
  func passedOn() {
    #expect(traits(of: Text("a").layoutPriority(2).padding(1).opacity(0.5).background(.red)).priority == 2)
    #expect(traits(of: Text("a").gridCellColumns(3).frame(width: 10)).grid.columns == 3)
    #expect(traits(of: Text("a").layoutPriority(2).layoutPriority(1)).priority == 1)
  }

  @Test("Modifiers of several views pass on nothing")
  func several() {
    let views = Group {
      Text("a").layoutPriority(2)
      Text("b").layoutPriority(2)
    }
    #expect(traits(of: views.padding(1)) == LayoutTraits())
    #expect(traits(of: views.background(.red)) == LayoutTraits())
  }

  @Test("A spacer stays one with a priority, but not in another modifier")
  func spacers() {
    #expect(traits(of: Spacer()).isSpacer && traits(of: Spacer()).priority == nil)
    #expect(traits(of: Spacer().layoutPriority(1)) == LayoutTraits(isSpacer: true, priority: 1))
    #expect(traits(of: Spacer().layoutPriority(1).padding(1)) == LayoutTraits(priority: 1))
  }

  @Test("A row of a grid is one only without modifiers")
  func rows() {
    let nodes = Resolved.nodes(
      of: Grid {
        GridRow(alignment: .top) { Text("a") }
        GridRow { Text("b") }.padding(1)
      })
    let rows = nodes.children(of: 0).map { nodes.traits(of: $0).grid.row }
    #expect(rows == [GridTraits.Row(alignment: .top), nil])
  }
}
