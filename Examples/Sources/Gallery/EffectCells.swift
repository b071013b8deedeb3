import OverlayRender

/// The sample content for effects.
struct Sample: View {
  var body: some View {
    Text("Aa").font(size: 36, weight: .bold).foregroundColor(.black).padding(.horizontal, 14)
      .background(LinearGradient(colors: [.sky, .mint], startPoint: .top, endPoint: .bottom), in: Rectangle())
  }
}

struct EffectCells: View {
  var body: some View {
    GridRow {
      Cell(".opacity") {
        HStack {
          Sample()
          Sample().opacity(0.4)
        }
      }
      Cell(".clipped") { Sample().fixedSize().frame(width: 50, height: 34).clipped() }
      Cell(".clipShape") { Sample().clipShape(Circle()) }
      Cell(".cornerRadius") { Sample().cornerRadius(14) }
      Cell(".mask") {
        LinearGradient(colors: [.rose, .amber, .mint], startPoint: .leading, endPoint: .trailing)
          .mask { Text("MASK").font(size: 48, weight: .bold) }
      }
      Cell(".shadow") { Sample().shadow(color: .black, radius: 5, x: 6, y: 6) }
      Cell(".blur") {
        HStack {
          Sample().blur(radius: 1.5)
          Sample().blur(radius: 5)
        }
      }
    }
    GridRow {
      Cell(".rotationEffect") { Sample().rotationEffect(degrees: -15) }
      Cell(".scaleEffect") {
        HStack {
          Sample().scaleEffect(0.6)
          Sample().scaleEffect(x: -1)
        }
      }
      Cell(".offset") { Sample().border().overlay { Sample().offset(x: 40, y: 14) } }
      Cell(".movingOffset") { Sample().border().overlay { Sample().movingOffset(x: 40.375, y: 14.5) } }
    }
    GridRow {
      Cell(".blendMode", span: 7) {
        HStack(spacing: 6) { for mode in BlendMode.allCases { Blend(mode: mode) } }
      }
    }
  }
}

/// A disc that is blended with what lies beneath.
struct Blend: View {
  let mode: BlendMode

  var body: some View {
    VStack(spacing: 4) {
      ZStack {
        LinearGradient(colors: [.rose, .amber, .mint], startPoint: .leading, endPoint: .trailing)
        Circle().fill(.sky).padding(4).blendMode(mode)
      }
      .frame(height: 56)
      Text(mode.rawValue).font(size: 14).lineLimit(1).minimumScaleFactor(0.5)
    }
    .frame(width: 78)
  }
}
