import Testing

@testable import OverlayRender

/// What may be replaced without laying everything out again.
@Suite("Layout: replacement")
struct LayoutReplacementTests {
  @Test("A replaced part is laid out as in a fresh layout, or everything stays as it was")
  func replaceEqualsFresh() {
    var replaced = 0
    var refused = 0
    for seed in 0..<1500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let view = RandomView.make(depth: 4, rate: .fps(30), &generator)
      var builder = SceneBuilder(time: .at(0))
      builder.container(.stack(.vertical, .horizontal(.center), spacing: 3)) { view._resolve(into: &$0) }
      let size = Size(Double.random(in: 0...300, using: &generator), Double.random(in: 0...200, using: &generator))
      var layout = Layout(builder.nodes, in: size, measuredBy: GridMeasurer())
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
        let expected = isReplaced ? Layout(nodes, in: size, measuredBy: GridMeasurer()) : before
        #expect(layout.nodes == expected.nodes)
        let isSame = zip(layout.placements, expected.placements).allSatisfy { $0.frame == $1.frame }
        #expect(isSame, "seed \(seed), replaced: \(isReplaced), node \(first) of \(view)")
        if isReplaced { replaced += 1 } else { refused += 1 }
      }
    }
    #expect(replaced > 1000 && refused > 200, "\(replaced) replaced, \(refused) refused")
  }

  @Test("A part of another structure is refused")
  func replaceOtherStructure() {
    let nodes = Resolved.nodes(
      of: HStack {
        Text("a"); Text("b")
      })
    var layout = Layout(nodes, in: Size(100, 100), measuredBy: GridMeasurer())
    let padded = layout.replace(1..<2, with: Resolved.nodes(of: Text("a").padding(1)), measuredBy: GridMeasurer())
    let empty = layout.replace(1..<2, with: [], measuredBy: GridMeasurer())
    #expect(!padded && !empty)
    #expect(layout.frames == ["0,0 10x20", "18,0 10x20"])
  }

  /// The same node with another text, colour or length.
  private static func changed(_ node: SceneNode, _ generator: inout SeededGenerator) -> SceneNode {
    var node = node
    guard !generator.chance(3) else { return node }
    switch node.kind {
    case .text(var text):
      let isShorter = generator.chance(6)
      text.shape.string = String(text.shape.string.map { $0.isLetter || $0.isNumber ? "7" : $0 })
      if isShorter { text.shape.string = String(text.shape.string.dropLast()) }
      node.kind = .text(text)
    case .fill: node.kind = generator.chance(8) ? .spacer(minLength: 3) : .fill(Fill(color: .red))
    case .spacer(let length): node.kind = .spacer(minLength: generator.chance(2) ? length : length + 3)
    case .padding(let insets) where generator.chance(6):
      node.kind = .padding(EdgeInsets(top: insets.top + 1, leading: 1, bottom: 0, trailing: 0))
    case .priority where generator.chance(4): node.kind = .priority(3)
    case .alignmentGuide where generator.chance(4):
      node.kind = .alignmentGuide(AlignmentGuide(generator.pick(AlignmentLine.allCases)) { $0.height })
    case .gridCell where generator.chance(4): node.kind = .gridCell(columns: 3)
    case .gridRow where generator.chance(4): node.kind = .gridRow(.bottom)
    case .fixedSize where generator.chance(4): node.kind = .fixedSize(horizontal: true, vertical: false)
    case .aspectRatio where generator.chance(4): node.kind = .aspectRatio(2, .fit)
    case .position where generator.chance(4): node.kind = .position(.zero)
    default: break
    }
    return node
  }
}
