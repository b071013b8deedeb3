import Testing

@testable import OverlayRender

/// The distribution of the length of a stack.
@Suite("Layout: stacks")
struct StackLayoutTests {
  @Test("A stack distributes its length, least flexible child first", arguments: stackCases)
  func stacks(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let stackCases = [
    LayoutCase("equal shares", 208, 50, ["0,0 100x50", "108,0 100x50"]) {
      HStack {
        Rectangle(); Rectangle()
      }
    },
    LayoutCase("shares across a column", 50, 208, ["0,0 50x100", "0,108 50x100"]) {
      VStack {
        Rectangle(); Rectangle()
      }
    },
    LayoutCase("a text keeps its width", 100, 20, ["0,0 30x20", "30,0 70x20"]) {
      HStack(spacing: 0) {
        Text("abc"); Rectangle()
      }
    },
    LayoutCase("a fixed child in the middle", 300, 10, ["0,0 75x10", "75,0 150x10", "225,0 75x10"]) {
      HStack(spacing: 0) {
        Rectangle(); Rectangle().frame(width: 150); Rectangle()
      }
    },
    LayoutCase("a maximum leaves the rest", 200, 10, ["0,0 150x10", "150,0 50x10"]) {
      HStack(spacing: 0) {
        Rectangle(); Rectangle().frame(maxWidth: 50)
      }
    },
    LayoutCase("a minimum is kept", 200, 10, ["0,0 120x10", "120,0 80x10"]) {
      HStack(spacing: 0) {
        Rectangle().frame(minWidth: 120); Rectangle()
      }
    },
    LayoutCase("a spacer takes the rest", 200, 20, ["0,0 20x20", "180,0 20x20"]) {
      HStack {
        Text("ab"); Spacer(); Text("cd")
      }
    },
    LayoutCase("two spacers center", 116, 20, ["48,0 20x20"]) {
      HStack {
        Spacer(); Text("ab"); Spacer()
      }
    },
    LayoutCase("spacers in a column", 20, 200, ["0,0 20x20", "0,180 20x20"]) {
      VStack(spacing: 0) {
        Text("ab"); Spacer(); Text("cd")
      }
    },
    LayoutCase("a spacer keeps its minimum length", 50, 10, ["0,0 30x10", "48,0 2x10"]) {
      HStack(spacing: 4) {
        Rectangle().frame(width: 30); Spacer(minLength: 10); Rectangle()
      }
    },
    LayoutCase("a spacer does not widen a column", 100, 100, ["0,0 10x20", "0,80 10x20"]) {
      VStack(alignment: .leading) {
        Text("a"); Spacer(); Text("b")
      }
    },
    LayoutCase("rectangles come before spacers", 100, 10, ["0,0 76x10"]) {
      HStack {
        Rectangle(); Spacer(minLength: 16)
      }
    },
    LayoutCase("default spacing", 100, 20, ["0,0 10x20", "18,0 10x20", "36,0 10x20"]) {
      HStack {
        Text("a"); Text("b"); Text("c")
      }
    },
    LayoutCase("spacing 0", 100, 100, ["0,0 10x20", "0,20 10x20"]) {
      VStack(spacing: 0) {
        Text("a"); Text("b")
      }
    },
    LayoutCase("custom spacing", 100, 100, ["0,0 10x20", "0,32.5 10x20"]) {
      VStack(spacing: 12.5) {
        Text("a"); Text("b")
      }
    },
    LayoutCase("negative spacing overlaps", 100, 20, ["0,0 30x20", "25,0 30x20"]) {
      HStack(spacing: -5) {
        Text("abc"); Text("def")
      }
    },
    LayoutCase("nested stacks", 208, 40, ["0,10 20x20", "28,0 10x20", "28,20 10x20", "46,0 162x40"]) {
      HStack {
        Text("ab");
        VStack(spacing: 0) {
          Text("c"); Text("d")
        }; Rectangle()
      }
    },
    LayoutCase("no length is left", 20, 10, ["0,0 30x10", "30,0 0x10"]) {
      HStack(spacing: 0) {
        Rectangle().frame(width: 30); Rectangle()
      }
    },
  ]

  @Test("An absent view takes no space, not even spacing")
  func absent() {
    LayoutCase("EmptyView", 100, 100, ["0,0 10x20", "0,28 10x20"]) {
      VStack {
        Text("a"); EmptyView(); Text("b")
      }
    }.expectFrames()
    LayoutCase("if", 100, 100, ["0,0 10x20", "0,28 10x20"]) {
      VStack {
        Text("a")
        if Text("x").string.isEmpty { Text("absent") }
        Text("b")
      }
    }.expectFrames()
  }

  @Test("A stack serves the highest priority first", arguments: priorityCases)
  func priorities(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let priorityCases = [
    // layoutPriority: "all the space offered to the parent minus the minimum space required for all its lower-priority
    // children".
    LayoutCase("the first text keeps its line, and the other wraps", 100, 100, ["0,0 50x40", "50,10 50x20"]) {
      HStack(spacing: 0) {
        Text("aa aa aa"); Text("bbbbb").layoutPriority(1)
      }
    },
    LayoutCase("minimum lengths are kept", 100, 10, ["0,0 30x10", "30,0 70x10"]) {
      HStack(spacing: 0) {
        Rectangle().frame(minWidth: 30); Rectangle().layoutPriority(1)
      }
    },
    LayoutCase("nothing is left for flexible views", 100, 10, ["0,0 0x10", "0,0 100x10", "100,0 0x10"]) {
      HStack(spacing: 0) {
        Rectangle(); Rectangle().layoutPriority(1); Rectangle()
      }
    },
    LayoutCase("three priorities", 100, 10, ["0,0 20x10", "20,0 70x10", "90,0 10x10"]) {
      HStack(spacing: 0) {
        Rectangle().frame(maxWidth: 20).layoutPriority(2); Rectangle().layoutPriority(1)
        Rectangle().frame(minWidth: 10)
      }
    },
    LayoutCase("a negative priority comes last", 100, 10, ["0,0 90x10", "90,0 10x10"]) {
      HStack(spacing: 0) {
        Rectangle(); Rectangle().frame(minWidth: 10).layoutPriority(-1)
      }
    },
    LayoutCase("priorities in a column", 10, 100, ["0,0 10x25", "0,25 10x75"]) {
      VStack(spacing: 0) {
        Rectangle().frame(minHeight: 25); Rectangle().layoutPriority(1)
      }
    },
    // A spacer chooses last, unless it has a priority.
    LayoutCase("a spacer with a priority", 100, 10, ["0,0 0x10"]) {
      HStack(spacing: 0) {
        Rectangle(); Spacer(minLength: 0).layoutPriority(1)
      }
    },
    LayoutCase(
      "a spacer with a priority does not widen a column", 100, 100, ["0,0 10x20", "0,80 10x20", "10,80 10x20"]
    ) {
      HStack(alignment: .bottom, spacing: 0) {
        VStack {
          Text("a"); Spacer().layoutPriority(1); Text("b")
        }
        Text("c")
      }
    },
    // Modifiers pass on the priority of their content.
    LayoutCase("a priority through modifiers", 100, 10, ["0,0 0x10", "4,4 92x2", "0,0 100x10"]) {
      HStack(spacing: 0) {
        Rectangle(); Rectangle().layoutPriority(1).padding(4).background(.red)
      }
    },
    // Layers have the size of the views with the highest priority.
    LayoutCase(
      "layers with the highest priority decide the size", 100, 100, ["-15,-5 50x30", "0,0 20x20", "20,0 10x20"]
    ) {
      HStack(spacing: 0) {
        ZStack {
          box(50, 30); Text("ab").layoutPriority(1)
        }
        Text("c")
      }
    },
  ]
}
