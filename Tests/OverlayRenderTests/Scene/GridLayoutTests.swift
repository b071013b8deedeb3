import Testing

@testable import OverlayRender

/// The distribution of width and height in a grid.
@Suite("Layout: grids")
struct GridLayoutTests {
  @Test("Columns are as wide as their widest cell, rows as high as their highest", arguments: cases)
  func grids(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let cases = [
    LayoutCase("columns", 300, 300, ["0,0 10x20", "38,0 20x20", "0,20 30x20", "38,20 10x20"]) {
      Grid(alignment: .leading, verticalSpacing: 0) {
        GridRow {
          Text("a"); Text("bb")
        }
        GridRow {
          Text("ccc"); Text("d")
        }
      }
    },
    LayoutCase("cells are centered", 300, 300, ["10,0 10x20", "30,0 10x20", "0,20 30x20", "30,20 10x20"]) {
      Grid(horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow {
          Text("a"); Text("b")
        }
        GridRow {
          Text("ccc"); Text("d")
        }
      }
    },
    LayoutCase("custom spacing", 300, 300, ["0,0 10x20", "15,0 10x20", "0,23 10x20", "15,23 10x20"]) {
      Grid(horizontalSpacing: 5, verticalSpacing: 3) {
        GridRow {
          Text("a"); Text("b")
        }
        GridRow {
          Text("c"); Text("d")
        }
      }
    },
    LayoutCase("rows with fewer cells", 300, 300, ["0,0 10x20", "0,20 10x20", "10,20 10x20"]) {
      Grid(horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow { Text("a") }
        GridRow {
          Text("c"); Text("d")
        }
      }
    },
    LayoutCase("a row with its own alignment", 300, 300, ["0,20 10x10", "10,0 10x30", "0,40 10x10", "10,30 10x30"]) {
      Grid(horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow(alignment: .bottom) {
          box(10, 10); box(10, 30)
        }
        GridRow {
          box(10, 10); box(10, 30)
        }
      }
    },
    LayoutCase("a row on baselines", 300, 300, ["0,15 10x20", "10,0 20x40", "0,40 10x20"]) {
      Grid(alignment: .leading, horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow(alignment: .firstTextBaseline) {
          Text("a"); Text("b").font(size: 64)
        }
        GridRow { Text("c") }
      }
    },
    // gridCellColumns: the cell is proposed its columns and the space between them.
    LayoutCase("a cell that spans two columns", 300, 300, ["0,0 10x20", "18,0 10x20", "0,20 28x5"]) {
      Grid(verticalSpacing: 0) {
        GridRow {
          Text("a"); Text("b")
        }
        GridRow { Rectangle().frame(maxWidth: 28, maxHeight: 5).gridCellColumns(2) }
      }
    },
    LayoutCase("a wide cell widens its columns", 300, 300, ["10,0 10x20", "40,0 10x20", "0,20 60x20"]) {
      Grid(horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow {
          Text("a"); Text("b")
        }
        GridRow { Text("cccccc").gridCellColumns(2).padding(0) }
      }
    },
    // A child that is not a row spans all columns. If it is flexible, the grid takes the proposed size.
    LayoutCase("a child that is not a row", 300, 300, ["0,0 10x20", "10,0 10x20", "5,20 10x20"]) {
      Grid(horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow {
          Text("a"); Text("b")
        }
        Text("c")
      }
    },
    LayoutCase("a flexible child that is not a row", 100, 300, ["20,0 10x20", "70,0 10x20", "0,20 100x2"]) {
      Grid(horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow {
          Text("a"); Text("b")
        }
        Rectangle().frame(height: 2)
      }
    },
    // Flexible columns and rows share the rest, as in stacks.
    LayoutCase("flexible columns", 100, 10, ["0,0 20x10", "20,0 40x10", "60,0 40x10"]) {
      Grid(horizontalSpacing: 0) {
        GridRow {
          box(20, 10); Rectangle(); Rectangle()
        }
      }
    },
    LayoutCase("flexible rows", 20, 100, ["0,0 10x20", "10,0 10x20", "0,20 10x80", "10,20 10x80"]) {
      Grid(horizontalSpacing: 0, verticalSpacing: 0) {
        GridRow {
          Text("a"); Text("b")
        }
        GridRow {
          Rectangle(); Rectangle()
        }
      }
    },
    LayoutCase("a text wraps in its column", 60, 100, ["0,10 10x20", "10,0 50x40"]) {
      Grid(horizontalSpacing: 0) {
        GridRow {
          Text("a"); Text("bb bb bb")
        }
      }
    },
    LayoutCase("a flexible cell fills its row", 300, 300, ["0,0 10x40", "10,0 10x40"]) {
      Grid(horizontalSpacing: 0) {
        GridRow {
          Text("a\nb"); Rectangle()
        }
      }.fixedSize()
    },
    LayoutCase("rows from a loop, without empty ones", 300, 300, ["0,0 10x20", "0,28 10x20", "0,56 10x20"]) {
      Grid {
        ForEach(0..<3) { number in
          GridRow { Text(String(number)) }
          GridRow {}
        }
      }
    },
    LayoutCase("a row outside of a grid is a group", 300, 300, ["0,0 10x20", "10,0 10x20"]) {
      HStack(spacing: 0) {
        GridRow {
          Text("a"); Text("b")
        }
      }
    },
  ]

  @Test("An empty grid has no size, and extreme values do not trap")
  func extremes() {
    LayoutCase("empty", 0, 0, ["0x0"]) { Grid {} }.expectIdealSize()
    LayoutCase("negative spacing", 0, 0, ["0x20"]) {
      Grid(horizontalSpacing: -.infinity) {
        GridRow {
          Text("a"); Text("b")
        }
      }
    }.expectIdealSize()
    LayoutCase("very many columns", 100, 100, ["0,0 10x20"]) {
      Grid(alignment: .topLeading, horizontalSpacing: 0) { GridRow { Text("a").gridCellColumns(.max) } }
    }.expectFrames()
  }
}
