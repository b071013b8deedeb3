import OverlayRender

/// A numbered box as sample content.
struct Box: View {
  let number: Int
  var color = Color.sky

  init(_ number: Int, _ color: Color = .sky) {
    self.number = number
    self.color = color
  }

  var body: some View {
    Text("\(number)").font(size: 16, weight: .bold).foregroundColor(.black).padding(.horizontal, 8)
      .background(color, cornerRadius: 4)
  }
}

struct ContainerCells: View {
  var body: some View {
    GridRow {
      Cell("HStack") {
        HStack(alignment: .firstTextBaseline) {
          Box(1)
          Text("base").font(size: 34)
          Box(2)
        }
      }
      Cell("VStack") {
        VStack(alignment: .trailing, spacing: 4) {
          Box(1)
          Box(200)
          Box(30)
        }
      }
      Cell("ZStack") {
        ZStack(alignment: .bottomTrailing) {
          Color.sky.frame(width: 110, height: 70)
          Color.amber.frame(width: 70, height: 40)
          Box(3, .rose)
        }
      }
      Cell("Spacer") {
        HStack {
          Box(1)
          Spacer()
          Box(2)
          Box(3)
        }
      }
      Cell("Divider") {
        VStack {
          Text("above")
          Divider()
          HStack {
            Text("left")
            Divider()
            Text("right")
          }
        }
      }
      Cell("Grid, GridRow") {
        Grid(alignment: .trailing, horizontalSpacing: 18, verticalSpacing: 4) {
          GridRow {
            Text("Home")
            Text("2")
          }
          GridRow {
            Text("Away")
            Text("11")
          }
        }
      }
      Cell(".gridCellColumns") {
        Grid(horizontalSpacing: 4, verticalSpacing: 4) {
          GridRow {
            Color.sky
            Color.amber
            Color.rose
          }
          GridRow {
            Color.mint.gridCellColumns(2)
            Color.sky
          }
        }
      }
    }
    GridRow {
      Cell("Group") {
        HStack {
          Group {
            Text("both")
            Text("amber")
          }
          .foregroundColor(.amber)
          Box(3)
        }
      }
      Cell("ForEach") { HStack(spacing: 4) { ForEach(1..<6) { Box($0) } } }
      Cell("for, if") {
        HStack(spacing: 4) {
          for number in 1..<6 {
            if number.isMultiple(of: 2) { Box(number, .amber) } else { Box(number) }
          }
        }
      }
      Cell("SafeArea") {
        ZStack {
          Color.black
          SafeArea(.action) { Rectangle().stroke(.amber) }
          SafeArea(.title) { Rectangle().stroke(.mint) }
        }
      }
      Cell("GeometryReader") {
        GeometryReader { size in
          HStack(spacing: 0) {
            Color.sky.frame(width: size.width / 3)
            Text("\(Int(size.width)) x \(Int(size.height))").padding(8)
          }
        }
      }
    }
  }
}
