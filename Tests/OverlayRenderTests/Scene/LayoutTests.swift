import Testing

@testable import OverlayRender

/// SwiftUI's documented rules; a character is 10 x 20 pixels.
@Suite("Layout")
struct LayoutTests {
  /// A view that is offered a size, and the frames of its texts and rectangles, in order, as `x,y WxH`.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let view: any View
    let offered: Size
    let frames: [String]

    init(_ name: String, _ width: Double, _ height: Double, _ frames: [String], @ViewBuilder _ view: () -> some View) {
      testDescription = name
      self.view = view()
      offered = Size(width, height)
      self.frames = frames
    }
  }

  private static func frames(of layout: Layout) -> [String] {
    layout.nodes.indices.compactMap { index in
      switch layout.nodes[index].kind {
      case .text, .fill: text(layout.placements[index].frame)
      default: nil
      }
    }
  }

  private static func text(_ frame: Rect) -> String {
    "\(text(frame.origin.x)),\(text(frame.origin.y)) \(text(frame.size.width))x\(text(frame.size.height))"
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
  }

  @Test("A stack shares its length out, the least flexible child first", arguments: stackCases)
  func stacks(_ example: Case) {
    expectFrames(example)
  }

  static let stackCases = [
    Case("equal shares", 208, 50, ["0,0 100x50", "108,0 100x50"]) {
      HStack {
        Rectangle(); Rectangle()
      }
    },
    Case("shares across a column", 50, 208, ["0,0 50x100", "0,108 50x100"]) {
      VStack {
        Rectangle(); Rectangle()
      }
    },
    Case("a text keeps its width", 100, 20, ["0,0 30x20", "30,0 70x20"]) {
      HStack(spacing: 0) {
        Text("abc"); Rectangle()
      }
    },
    Case("a fixed child in the middle", 300, 10, ["0,0 75x10", "75,0 150x10", "225,0 75x10"]) {
      HStack(spacing: 0) {
        Rectangle(); Rectangle().frame(width: 150); Rectangle()
      }
    },
    Case("a maximum leaves the rest", 200, 10, ["0,0 150x10", "150,0 50x10"]) {
      HStack(spacing: 0) {
        Rectangle(); Rectangle().frame(maxWidth: 50)
      }
    },
    Case("a minimum is kept", 200, 10, ["0,0 120x10", "120,0 80x10"]) {
      HStack(spacing: 0) {
        Rectangle().frame(minWidth: 120); Rectangle()
      }
    },
    Case("a spacer takes what is left", 200, 20, ["0,0 20x20", "180,0 20x20"]) {
      HStack {
        Text("ab"); Spacer(); Text("cd")
      }
    },
    Case("two spacers centre", 116, 20, ["48,0 20x20"]) {
      HStack {
        Spacer(); Text("ab"); Spacer()
      }
    },
    Case("spacers in a column", 20, 200, ["0,0 20x20", "0,180 20x20"]) {
      VStack(spacing: 0) {
        Text("ab"); Spacer(); Text("cd")
      }
    },
    Case("a spacer keeps its least length", 50, 10, ["0,0 30x10", "48,0 2x10"]) {
      HStack(spacing: 4) {
        Rectangle().frame(width: 30); Spacer(minLength: 10); Rectangle()
      }
    },
    Case("a spacer does not widen a column", 100, 100, ["0,0 10x20", "0,80 10x20"]) {
      VStack(alignment: .leading) {
        Text("a"); Spacer(); Text("b")
      }
    },
    Case("rectangles come before spacers", 100, 10, ["0,0 76x10"]) {
      HStack {
        Rectangle(); Spacer(minLength: 16)
      }
    },
    Case("spacing 8 when not given", 100, 20, ["0,0 10x20", "18,0 10x20", "36,0 10x20"]) {
      HStack {
        Text("a"); Text("b"); Text("c")
      }
    },
    Case("spacing 0", 100, 100, ["0,0 10x20", "0,20 10x20"]) {
      VStack(spacing: 0) {
        Text("a"); Text("b")
      }
    },
    Case("spacing of one's own", 100, 100, ["0,0 10x20", "0,32.5 10x20"]) {
      VStack(spacing: 12.5) {
        Text("a"); Text("b")
      }
    },
    Case("spacing below zero overlaps", 100, 20, ["0,0 30x20", "25,0 30x20"]) {
      HStack(spacing: -5) {
        Text("abc"); Text("def")
      }
    },
    Case("nested stacks", 208, 40, ["0,10 20x20", "28,0 10x20", "28,20 10x20", "46,0 162x40"]) {
      HStack {
        Text("ab");
        VStack(spacing: 0) {
          Text("c"); Text("d")
        }; Rectangle()
      }
    },
    Case("nothing is left", 20, 10, ["0,0 30x10", "30,0 0x10"]) {
      HStack(spacing: 0) {
        Rectangle().frame(width: 30); Rectangle()
      }
    },
  ]

  @Test("Children stand by their alignment", arguments: alignmentCases)
  func alignments(_ example: Case) {
    expectFrames(example)
  }

  static let alignmentCases = [
    Case("leading", 100, 100, ["0,0 10x20", "0,20 30x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        Text("a"); Text("bcd")
      }
    },
    Case("centre", 100, 100, ["10,0 10x20", "0,20 30x20"]) {
      VStack(spacing: 0) {
        Text("a"); Text("bcd")
      }
    },
    Case("trailing", 100, 100, ["20,0 10x20", "0,20 30x20"]) {
      VStack(alignment: .trailing, spacing: 0) {
        Text("a"); Text("bcd")
      }
    },
    Case("top", 100, 100, ["0,0 10x10", "10,0 10x30"]) {
      HStack(alignment: .top, spacing: 0) {
        box(10, 10); box(10, 30)
      }
    },
    Case("middle", 100, 100, ["0,10 10x10", "10,0 10x30"]) {
      HStack(spacing: 0) {
        box(10, 10); box(10, 30)
      }
    },
    Case("bottom", 100, 100, ["0,20 10x10", "10,0 10x30"]) {
      HStack(alignment: .bottom, spacing: 0) {
        box(10, 10); box(10, 30)
      }
    },
    Case("first baselines meet", 100, 100, ["0,15 10x20", "10,0 20x40"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        Text("a"); Text("b").font(size: 64)
      }
    },
    Case("what holds no text stands on the baseline", 100, 100, ["0,7 10x8", "10,0 10x20"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        box(10, 8); Text("a")
      }
    },
    Case("the baseline of a column is its first text's", 100, 100, ["0,0 10x20", "0,20 10x20", "10,0 10x20"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        VStack(spacing: 0) {
          Text("a"); Text("b")
        }; Text("c")
      }
    },
    Case("a baseline through padding", 100, 100, ["5,5 10x20", "20,5 10x20"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        Text("a").padding(5); Text("b")
      }
    },
    Case("a stack on baselines is as high as it reaches", 100, 100, ["0,0 20x40", "20,15 10x40", "0,0 30x55"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        Text("a").font(size: 64); Text("b\nc")
      }.background(.red)
    },
    Case("layers at the centre", 300, 300, ["0,0 100x60", "40,20 20x20"]) {
      ZStack {
        box(100, 60); Text("ab")
      }
    },
    Case("layers at a corner", 300, 300, ["0,0 100x60", "80,40 20x20"]) {
      ZStack(alignment: .bottomTrailing) {
        box(100, 60); Text("ab")
      }
    },
    Case("layers are offered everything", 80, 60, ["0,0 80x60", "30,20 20x20"]) {
      ZStack {
        Rectangle(); Text("ab")
      }
    },
  ]

  @Test("Padding, frames and backgrounds", arguments: boxCases)
  func boxes(_ example: Case) {
    expectFrames(example)
  }

  static let boxCases = [
    Case("padding moves what is in it", 100, 100, ["5,5 20x20"]) { Text("ab").padding(5) },
    Case("padding on some edges", 100, 100, ["7,0 93x97"]) {
      Rectangle().padding(EdgeInsets(top: 0, leading: 7, bottom: 3, trailing: 0))
    },
    Case("padding by a set of edges", 100, 100, ["16,0 68x100"]) { Rectangle().padding(.horizontal) },
    Case("padding takes room away", 100, 50, ["10,10 80x30"]) { Rectangle().padding(10) },
    Case("padding below zero", 100, 50, ["-5,-5 110x60"]) { Rectangle().padding(-5) },
    Case("padding over the offer", 10, 10, ["20,20 0x0"]) { Rectangle().padding(20) },
    Case("a fixed frame centres", 300, 300, ["40,15 20x20"]) { Text("ab").frame(width: 100, height: 50) },
    Case("a fixed frame aligns", 300, 300, ["80,30 20x20"]) {
      Text("ab").frame(width: 100, height: 50, alignment: .bottomTrailing)
    },
    Case("a frame fixed one way", 300, 300, ["0,0 60x300"]) { Rectangle().frame(width: 60) },
    Case("an infinite maximum fills", 200, 20, ["0,0 20x20", "180,0 20x20"]) {
      HStack(spacing: 0) {
        Text("ab").frame(maxWidth: .infinity, alignment: .leading); Text("cd")
      }
    },
    Case("infinite both ways", 100, 60, ["80,40 20x20"]) {
      Text("ab").frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
    },
    Case("a minimum widens", 200, 20, ["15,0 20x20"]) { Text("ab").frame(minWidth: 50) },
    Case("a minimum below the content changes nothing", 200, 20, ["0,0 20x20"]) { Text("ab").frame(minWidth: 5) },
    Case("a maximum limits", 200, 20, ["0,0 50x20"]) { Rectangle().frame(maxWidth: 50) },
    Case("an ideal is nothing beside an offer", 100, 50, ["0,0 100x50"]) { Rectangle().frame(idealWidth: 70) },
    Case("content overflows a frame on all sides", 200, 200, ["-100,-100 300x300"]) {
      box(300, 300).frame(width: 100, height: 100)
    },
    Case("content overflows what is offered", 100, 100, ["0,0 300x300"]) { box(300, 300) },
    Case("a background is as big as its content", 300, 300, ["4,4 20x20", "0,0 28x28"]) {
      Text("ab").padding(4).background(.red)
    },
    Case("a background takes no room", 300, 300, ["0,0 20x20", "-40,-40 100x100", "20,0 10x20"]) {
      HStack(spacing: 0) {
        Text("ab").background { box(100, 100) }; Text("c")
      }
    },
    Case("a background aligns", 300, 300, ["0,0 20x20", "10,0 10x5"]) {
      Text("ab").background(alignment: .topTrailing) { box(10, 5) }
    },
    Case("several views in a frame are a pile", 300, 300, ["10,10 20x20", "15,10 10x20"]) {
      pair.frame(width: 40, height: 40)
    },
  ]

  @Test("Texts break where the width ends", arguments: wrappingCases)
  func wrapping(_ example: Case) {
    expectFrames(example)
  }

  static let wrappingCases = [
    Case("it fits", 80, 100, ["0,0 80x20"]) { Text("aa bb cc") },
    Case("two lines", 79, 100, ["0,0 50x40"]) { Text("aa bb cc") },
    Case("within a word", 30, 100, ["0,0 30x40"]) { Text("abcde") },
    Case("higher than what is offered", 10, 10, ["0,0 10x60"]) { Text("a b c") },
    Case("line ends are kept", 100, 100, ["0,0 20x60"]) { Text("a\n\nbc") },
    Case("the short text first", 40, 100, ["0,0 20x40", "20,10 10x20"]) {
      HStack(spacing: 0) {
        Text("aa bb"); Text("c")
      }
    },
    Case("a clock never breaks", 30, 100, ["0,0 80x20"]) { Clock(timeZone: .gmt) },
    Case("a column as wide as its lines", 60, 100, ["0,0 50x40", "20,40 10x20"]) {
      VStack(spacing: 0) {
        Text("aa bb cc"); Text("d")
      }
    },
  ]

  @Test(
    "Where nothing is proposed, views take their ideal size",
    arguments: [
      Case("rectangle", 0, 0, ["10x10"]) { Rectangle() },
      Case("colour", 0, 0, ["10x10"]) { Color.red },
      Case("text in one line", 0, 0, ["80x20"]) { Text("aa bb cc") },
      Case("row", 0, 0, ["38x20"]) {
        HStack {
          Rectangle(); Text("ab")
        }
      },
      Case("row with a spacer", 0, 0, ["36x20"]) {
        HStack {
          Spacer(); Text("ab")
        }
      },
      Case("column", 0, 0, ["20x38"]) {
        VStack {
          Rectangle(); Text("ab")
        }
      },
      Case("layers", 0, 0, ["20x20"]) {
        ZStack {
          Rectangle(); Text("ab")
        }
      },
      Case("padding", 0, 0, ["26x26"]) { Text("ab").padding(3) },
      Case("ideal frame", 0, 0, ["70x40"]) { Rectangle().frame(idealWidth: 70, idealHeight: 40) },
      Case("ideal within limits", 0, 0, ["60x10"]) { Rectangle().frame(idealWidth: 70, maxWidth: 60) },
      Case("minimum", 0, 0, ["30x20"]) { Text("ab").frame(minWidth: 30) },
      Case("infinite maximum", 0, 0, ["20x20"]) { Text("ab").frame(maxWidth: .infinity, maxHeight: .infinity) },
      Case("empty row", 0, 0, ["0x0"]) { HStack {} },
      Case("empty layers", 0, 0, ["0x0"]) { ZStack {} },
      Case("empty padding", 0, 0, ["10x10"]) { ZStack {}.padding(5) },
    ])
  func idealSizes(_ example: Case) {
    let size = Layout.idealSize(of: Resolved.nodes(of: example.view), measuredBy: GridMeasurer())
    #expect("\(Self.text(size.width))x\(Self.text(size.height))" == example.frames.first)
  }

  @Test("What is absent takes no room, not even spacing")
  func absent() {
    expectFrames(
      Case("EmptyView", 100, 100, ["0,0 10x20", "0,28 10x20"]) {
        VStack {
          Text("a"); EmptyView(); Text("b")
        }
      })
    expectFrames(
      Case("if", 100, 100, ["0,0 10x20", "0,28 10x20"]) {
        VStack {
          Text("a")
          if Text("x").string.isEmpty { Text("absent") }
          Text("b")
        }
      })
  }

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
    #expect(Self.frames(of: layout) == ["0,0 10x20", "18,0 10x20"])
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
    default: break
    }
    return node
  }

  private func expectFrames(_ example: Case) {
    let layout = Layout(Resolved.nodes(of: example.view), in: example.offered, measuredBy: GridMeasurer())
    #expect(Self.frames(of: layout) == example.frames)
  }

  private static func box(_ width: Double, _ height: Double) -> some View {
    Rectangle().frame(width: width, height: height)
  }

  private static var pair: PairView<Text, Text> { PairView(first: Text("ab"), second: Text("c")) }
}
