import OverlayRender

struct LayoutCells: View {
  var body: some View {
    GridRow {
      Cell(".padding") { Text("padded").padding(14).background(.sky.opacity(0.5)) }
      Cell(".frame") { Text("framed").frame(width: 150, height: 60, alignment: .bottomTrailing).border() }
      Cell(".frame(maxWidth:)") { Text("grows").frame(maxWidth: .infinity).border() }
      Cell(".fixedSize") { Text("stays on one line").fixedSize().frame(width: 90).border() }
      Cell(".aspectRatio") { Color.sky.aspectRatio(16.0 / 9, contentMode: .fit) }
      Cell(".scaledToFit") { Color.sky.frame(idealWidth: 40, idealHeight: 30).scaledToFit().border() }
      Cell(".scaledToFill") {
        Color.sky.frame(idealWidth: 40, idealHeight: 30).scaledToFill().frame(width: 120, height: 40).border()
      }
    }
    GridRow {
      Cell(".position") { Box(1).position(x: 40, y: 20).border() }
      Cell(".layoutPriority") {
        HStack {
          Text("This gives way").lineLimit(1)
          Text("first come").lineLimit(1).layoutPriority(1)
        }
      }
      Cell(".alignmentGuide") {
        VStack(alignment: .leading, spacing: 4) {
          Box(100)
          Box(200, .amber).alignmentGuide(.leading) { $0[.leading] - 20 }
          Box(300).alignmentGuide(.leading) { $0[.leading] - 40 }
        }
      }
      Cell(".background") { Text("on amber").foregroundColor(.black).padding(8).background(.amber, cornerRadius: 12) }
      Cell(".background(in:)") {
        Text("in a capsule").padding(.horizontal, 16).padding(.vertical, 6)
          .background(LinearGradient(colors: [.rose, .sky], startPoint: .leading, endPoint: .trailing), in: Capsule())
      }
      Cell(".background { }") {
        Text("before a disc").background { Circle().fill(.rose).frame(width: 70, height: 70) }
      }
      Cell(".overlay") { Color.sky.frame(width: 110, height: 60).overlay(alignment: .topTrailing) { Box(1, .rose) } }
    }
  }
}

extension View {
  /// Shows the frame of the view.
  func border() -> some View {
    overlay { Rectangle().stroke(.amber) }
  }
}
