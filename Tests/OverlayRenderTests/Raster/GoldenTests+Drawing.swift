import OverlayRender
import RenderTestTools
import TestTools

// The golden pictures of shapes, pictures, effects and motion.
extension GoldenTests {
  static let drawingGoldens = [
    Golden("shapes", 330, 200, on: night) {
      Grid(horizontalSpacing: 12, verticalSpacing: 12) {
        GridRow {
          LinearGradient(colors: [.red, .clear], startPoint: .leading, endPoint: .trailing)
          Circle().fill(RadialGradient(colors: [.yellow, .orange, .red], center: .topLeading, endRadius: 70))
          Capsule().fill(AngularGradient(colors: [.cyan, .magenta, .yellow, .cyan]))
          Ellipse().fill(.lime).stroke(.white, lineWidth: 3)
        }
        GridRow {
          RoundedRectangle(cornerRadii: CornerRadii(topLeading: 20, bottomTrailing: 20)).fill(.orange)
          star.fill(Color.yellow, isEvenOdd: true)
          Line(from: .topLeading, to: .bottomTrailing)
            .stroke(.cyan, style: StrokeStyle(lineWidth: 6, lineCap: .round, dash: [1, 12]))
          RoundedRectangle(cornerRadius: 12).stroke(
            LinearGradient(colors: [.magenta, .cyan], startPoint: .top, endPoint: .bottom),
            style: StrokeStyle(lineWidth: 4, dash: [14, 6]))
        }
        GridRow {
          ProgressBar(0.62, height: 14).fill(.lime).gridCellColumns(2)
          ProgressRing(0.3, lineWidth: 9, lineCap: .round).fill(.orange)
          ZStack(alignment: .bottom) {
            Rectangle().fill(.blue)
            Divider()
          }
        }
      }
      .padding(12)
    },
    Golden("shadows-and-blur", 330, 130, on: .white) {
      HStack(spacing: 18) {
        Text("Soft").font(family: "Noto Sans", size: 36, weight: .bold).foregroundColor(.blue)
          .shadow(radius: 4, x: 3, y: 5)
        RoundedRectangle(cornerRadius: 12).fill(.orange).frame(width: 60, height: 60)
          .shadow(color: .red, radius: 0, x: 8, y: 8)
        Text("Blur").font(family: "Noto Sans", size: 36, weight: .bold).foregroundColor(.black).blur(radius: 2.5)
      }
    },
    Golden("colors-changed", 330, 150, on: night) {
      Grid(horizontalSpacing: 10, verticalSpacing: 10) {
        GridRow {
          flag
          flag.saturation(0.4)
          flag.grayscale(1)
          flag.brightness(0.3)
        }
        GridRow {
          flag.contrast(1.8)
          flag.hueRotation(.degrees(90))
          flag.colorInvert()
          flag.colorMultiply(.yellow).rotationEffect(degrees: 10)
        }
      }
      .padding(10)
    },
    Golden("turned-and-scaled", 330, 160, on: night) {
      ZStack {
        Text("Turned").font(family: "Noto Sans", size: 40, weight: .bold).outline(.red, width: 3)
          .rotationEffect(degrees: -20).offset(x: -70)
        Text("Wide").font(family: "Noto Sans", size: 24).scaleEffect(x: 2, y: 1).offset(x: 80, y: -40)
        Text("Mirror").font(family: "Noto Sans", size: 30).foregroundColor(.yellow).scaleEffect(x: -1)
          .offset(x: 80, y: 10)
        Text("Quarter").font(family: "Noto Sans", size: 20).rotationEffect(degrees: 90).offset(x: 145, y: 20)
      }
    },
    Golden("text-styles", 420, 330, on: night) {
      VStack(alignment: .leading, spacing: 8) {
        Text("Plain, ") + Text("bold").bold() + Text(", red").foregroundColor(.red) + Text(" under").underline()
          + Text(" gone").strikethrough() + Text(" up").baselineOffset(8)
        if let markup { markup }
        Text("This line is far too long to be seen to its very end").lineLimit(1)
        Text("This line is too long to be seen in its middle part").lineLimit(1).truncationMode(.middle)
        Text("This line shrinks until all of it fits its small width").lineLimit(1).minimumScaleFactor(0.5)
        Text("Lines that are balanced are of like length, so no word stands alone").balancedLines()
          .multilineTextAlignment(.center)
          .background(.black.opacity(0.4))
        Text("S p a c e d").letterSpacing(6)
      }
      .font(family: "Noto Sans", size: 20)
      .frame(width: 370)
    },
    Golden("ruby", 420, 290, on: night) {
      VStack(alignment: .leading, spacing: 10) {
        japanese.font(family: "Noto Sans", size: 36).frame(width: 390).background(.black.opacity(0.4))
        (Text("Words ") + Text("with").ruby("a much wider gloss", style: TextStyle(color: .orange)) + Text(" others ")
          + Text("gypsy").ruby("gypsy").foregroundColor(.yellow) + Text(" مرحبا ")
          + Text("بالعالم").ruby("to the world"))
          .font(family: "Noto Sans", size: 24).outline(.black, width: 2).lineLimit(2).frame(width: 390)
      }
    },
    Golden("ruby-columns", 220, 250, on: night) {
      japanese.font(family: "Noto Sans", size: 30).verticalText().frame(height: 230).background(.black.opacity(0.4))
    },
    Golden("pictures", 330, 130, on: night) {
      HStack(spacing: 12) {
        if let tile {
          tile.scaling(.nineParts(EdgeInsets(top: 4, leading: 4, bottom: 4, trailing: 4)))
            .frame(width: 110, height: 100)
          tile.scaling(.fit).interpolation(.nearest).frame(width: 80, height: 100)
          tile.scaling(.fill).interpolation(.good).frame(width: 40, height: 100)
          tile
        }
      }
    },
    Golden("masks-and-blending", 330, 130, on: night) {
      HStack(spacing: 12) {
        LinearGradient(colors: [.red, .yellow, .lime, .cyan], startPoint: .leading, endPoint: .trailing)
          .mask { Text("MASK").font(family: "Noto Sans", size: 44, weight: .bold) }
          .frame(width: 140, height: 60)
        ZStack {
          Circle().fill(.red).frame(width: 60, height: 60).offset(x: -14)
          Circle().fill(.lime).frame(width: 60, height: 60).offset(x: 14).blendMode(.screen)
        }
        .frame(width: 90, height: 90)
        Rectangle().fill(.orange).frame(width: 60, height: 60).clipShape(star).opacity(0.6)
      }
    },
    Golden("grid", 300, 130, on: night) {
      Grid(alignment: .leading, horizontalSpacing: 16, verticalSpacing: 6) {
        GridRow {
          Text("Team").bold()
          Text("Points").bold()
        }
        Divider()
        GridRow {
          Text("Home")
          Text("112").monospacedDigit()
        }
        GridRow { Text("All of both columns").gridCellColumns(2) }
      }
      .font(family: "Noto Sans", size: 18)
      .padding(12)
    },
    Golden("lower-third-entering", 420, 130) {
      VStack(alignment: .leading, spacing: 0) {
        Text("Grace Hopper").font(family: "Noto Sans", size: 34, weight: .bold)
          .transition(.slide(from: .leading), since: .milliseconds(-150))
        Text("Rear admiral").font(family: "Noto Sans", size: 20)
          .transition(.slide(from: .leading).combined(with: .opacity()), since: .milliseconds(-100))
      }
      .clipped()
      .padding(EdgeInsets(top: 10, leading: 20, bottom: 10, trailing: 24))
      .background(Color(white: 0.2))
      .overlay(alignment: .leading) {
        Rectangle().fill(.orange).frame(width: 6).transition(.wipe(from: .bottom), since: .milliseconds(-150))
      }
      .transition(.wipe(from: .leading), since: .milliseconds(-200))
    },
    Golden("ticker", 330, 90, on: night) {
      VStack(spacing: 6) {
        Ticker(speed: 97.3, gap: 30, since: .milliseconds(-3210)) { Text("News pass by") }
        Ticker(speed: 97.3, direction: .right, gap: 30, since: .milliseconds(-3210)) {
          Text("Both ways")
          Circle().fill(.red).frame(width: 16, height: 16)
        }
      }
      .font(family: "Noto Sans", size: 24)
    },
  ]

  /// Colors, and half-transparent ones, beside a text.
  private static var flag: some View {
    ZStack {
      HStack(spacing: 0) {
        Rectangle().fill(.red)
        Rectangle().fill(.green)
        Rectangle().fill(Color.blue.opacity(0.5))
      }
      Text("Aa").font(family: "Noto Sans", size: 24, weight: .bold)
    }
  }

  /// A self-intersecting star with five points.
  private static let star = PathView(
    Path { path in
      path.move(to: Point(x: 50, y: 0))
      for corner in [Point(x: 79, y: 90), Point(x: 2, y: 35), Point(x: 98, y: 35), Point(x: 21, y: 90)] {
        path.addLine(to: corner)
      }
      path.closeSubpath()
    }, viewBox: Size(100, 95))

  private static let japanese =
    Text("日本語").ruby("にほんご") + Text("の") + Text("漢字").ruby("かんじ").foregroundColor(.yellow) + Text("を")
    + Text("読").ruby("よ") + Text("むこ") + Text("世").ruby("せかいい") + Text("界").ruby("かい") + Text("の")
    + Text("字幕").ruby("じまく", style: TextStyle(color: .orange))

  private static let markup =
    try? Text(
      markup: "Markup: <b>bold</b> <i>slanted</i> <span foreground='#ffd040'>gold</span> x<sup>2</sup> <s>old</s>")

  /// A tile of 16 by 16 pixels with a red border and a corner in another color.
  private static let tile: Image? = {
    guard
      let pixels = try? PixelBuffer.picture(
        16, 16,
        pixel: { x, y in
          if x < 4, y < 4 { return [0, 255, 255, 255] }
          if min(x, y) < 4 || max(x, y) > 11 { return [40, 40, 220, 255] }
          return (x + y).isMultiple(of: 2) ? [200, 120, 40, 255] : [120, 60, 0, 128]
        })
    else { return nil }
    return try? Image(pixels: pixels)
  }()
}
