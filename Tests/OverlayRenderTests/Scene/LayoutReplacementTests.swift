import TestTools
import Testing

@testable import OverlayRender

/// Parts of a tree that may be replaced without a new layout.
@Suite("Layout: replacement")
struct LayoutReplacementTests {
  @Test("A replaced part is laid out as in a new layout, or nothing changes")
  func replaceEqualsFresh() {
    var replaced = 0
    var refused = 0
    for seed in 0..<1500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let view = RandomView.make(depth: 4, rate: .fps(30), &generator)
      var builder = SceneBuilder(time: .at(0))
      let stack = StackArrangement(axis: .vertical, alignment: .horizontal(.center), spacing: 3)
      builder.arrange(.stack(stack)) { view.resolve(into: &$0) }
      let size = Size(Double.random(in: 0...300, using: &generator), Double.random(in: 0...200, using: &generator))
      var layout = SceneLayout(builder.nodes, in: size, measuredBy: GridMeasurer())
      for _ in 0..<4 {
        let before = layout
        let first = Int.random(in: 0..<layout.nodes.count, using: &generator)
        let range = first..<layout.nodes[first].end
        let part = layout.nodes[range].map { node in
          var changed = Self.changed(node, &generator)
          changed.end -= first
          return changed
        }
        var nodes = layout.nodes
        for (index, node) in zip(range, part) { nodes[index].kind = node.kind }
        let isReplaced = layout.replace(range, with: part, measuredBy: GridMeasurer())
        let expected = isReplaced ? SceneLayout(nodes, in: size, measuredBy: GridMeasurer()) : before
        #expect(layout.nodes == expected.nodes)
        let isSame = zip(layout.placements, expected.placements).allSatisfy { $0.frame == $1.frame }
        #expect(isSame, "seed \(seed), replaced: \(isReplaced), node \(first) of \(view)")
        if isReplaced { replaced += 1 } else { refused += 1 }
      }
    }
    #expect(replaced > 1000 && refused > 200, "\(replaced) replaced, \(refused) refused")
  }

  @Test("A part with another structure is rejected")
  func replaceOtherStructure() {
    let nodes = Resolved.nodes(
      of: HStack {
        Text("a"); Text("b")
      })
    var layout = SceneLayout(nodes, in: Size(100, 100), measuredBy: GridMeasurer())
    let padded = layout.replace(1..<2, with: Resolved.nodes(of: Text("a").padding(1)), measuredBy: GridMeasurer())
    let empty = layout.replace(1..<2, with: [], measuredBy: GridMeasurer())
    #expect(!padded && !empty)
    #expect(layout.frames == ["0,0 10x20", "18,0 10x20"])
  }

  /// Returns the same node with another text, color or length.
  private static func changed(_ node: SceneNode, _ generator: inout SeededGenerator) -> SceneNode {
    var node = node
    guard !generator.chance(3) else { return node }
    switch node.kind {
    case .leaf(.text(var text)):
      let isShorter = generator.chance(6)
      text.shape.string = String(text.shape.string.map { $0.isLetter || $0.isNumber ? "7" : $0 })
      if isShorter { text.shape.string = String(text.shape.string.dropLast()) }
      node.kind = .leaf(.text(text))
    case .leaf(.fill):
      node.kind = .leaf(generator.chance(8) ? .spacer(minLength: 3) : .fill(Fill(color: .red)))
    case .leaf(.spacer(let length)):
      node.kind = .leaf(.spacer(minLength: generator.chance(2) ? length : length + 3))
    case .wrapper(let wrapper): node.kind = .wrapper(changed(wrapper, &generator))
    case .arrangement(.gridRow) where generator.chance(4):
      node.kind = .arrangement(.gridRow(GridRowArrangement(alignment: .bottom)))
    default: break
    }
    return node
  }

  private static func changed(_ wrapper: Wrapper, _ generator: inout SeededGenerator) -> Wrapper {
    switch wrapper {
    case .padding(let padding) where generator.chance(6):
      .padding(PaddingWrapper(insets: EdgeInsets(top: padding.insets.top + 1, leading: 1, bottom: 0, trailing: 0)))
    case .priority where generator.chance(4): .priority(PriorityWrapper(priority: 3))
    case .alignmentGuide where generator.chance(4):
      .alignmentGuide(AlignmentGuide(generator.pick(AlignmentLine.allCases)) { $0.height })
    case .gridCell where generator.chance(4): .gridCell(GridCellWrapper(columns: 3))
    case .fixedSize where generator.chance(4): .fixedSize(FixedSizeWrapper(horizontal: true, vertical: false))
    case .aspectRatio where generator.chance(4): .aspectRatio(AspectRatioWrapper(ratio: 2, mode: .fit))
    case .position where generator.chance(4): .position(PositionWrapper(center: .zero))
    default: wrapper
    }
  }
}
