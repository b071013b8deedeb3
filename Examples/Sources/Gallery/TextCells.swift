import Foundation
import OverlayRender

struct TextCells: View {
  let markup: Text
  let file: String

  var body: some View {
    GridRow {
      Cell("Text") { Text("Hello, 世界 مرحبا") }
      Cell("Text + Text") { Text("plain ") + Text("bold").bold() + Text(" rose").foregroundColor(.rose) }
      Cell("Text(markup:)") { markup }
      Cell("Text(runs:)") {
        Text("four, five, six", runs: [TextRun(range: 6..<10, style: TextStyle(color: .amber, underline: .double))])
      }
      Cell("TextFile") { TextFile(path: file) }
      Cell(".font") {
        VStack(spacing: 2) {
          Text("serif").font(family: "DejaVu Serif", size: 28)
          Text("monospace").font(Font(family: "DejaVu Sans Mono", size: 20))
        }
      }
      Cell(".foregroundColor") { Text("mint").foregroundColor(.mint) }
    }
    GridRow {
      Cell(".bold .italic") { Text("bold ").bold() + Text("italic").italic() }
      Cell(".underline .strikethrough") {
        Text("one").underline() + Text(" ") + Text("two").underline(.double) + Text(" ") + Text("gone").strikethrough()
      }
      Cell(".baselineOffset") { Text("up").baselineOffset(10) + Text("level") + Text("down").baselineOffset(-10) }
      Cell(".style") { Text("marked").style(TextStyle(color: .black, backgroundColor: .amber)) }
      Cell(".outline") { Text("Outline").font(size: 32, weight: .bold).outline(.rose, width: 3) }
      Cell(".outlines") {
        Text("Two").font(size: 36, weight: .bold)
          .outlines([Outline(width: 8, color: .sky), Outline(width: 4, color: .black)])
      }
      Cell(".lineSpacing") { Text("two\nlines").lineSpacing(14) }
    }
    GridRow {
      Cell(".lineLimit") { Text("Of these many words only two lines are shown").lineLimit(2) }
      Cell(".truncationMode") {
        VStack(spacing: 2) {
          Text("beginning, middle, end").truncationMode(.head)
          Text("beginning, middle, end").truncationMode(.middle)
          Text("beginning, middle, end").truncationMode(.tail)
        }
        .lineLimit(1)
      }
      Cell(".minimumScaleFactor") { Text("Shrinks until it all fits").lineLimit(1).minimumScaleFactor(0.5) }
      Cell(".balancedLines") {
        VStack(spacing: 6) {
          Text("Balanced lines are of like length").balancedLines()
          Text("Other lines break where they must")
        }
        .font(size: 14)
        .multilineTextAlignment(.center)
        .frame(width: 175)
      }
      Cell(".multilineTextAlignment") {
        HStack(spacing: 14) {
          Text("to the\nleft").multilineTextAlignment(.leading)
          Text("in the\nmiddle").multilineTextAlignment(.center)
          Text("to the\nright").multilineTextAlignment(.trailing)
        }
        .font(size: 14)
      }
      Cell(".letterSpacing") { Text("spaced").letterSpacing(8) }
      Cell(".fontFeatures") {
        VStack(spacing: 2) {
          Text("ffi ffl")
          Text("ffi ffl").fontFeatures("liga=0")
        }
        .font(family: "DejaVu Serif", size: 26)
      }
    }
    GridRow {
      Cell(".monospacedDigit") {
        VStack(spacing: 2) {
          Text("11:11:11")
          Text("20:00:00")
        }
        .monospacedDigit()
      }
      Cell(".verticalText") { Text("日本語\ncolumns").font(size: 16).verticalText() }
      Cell("ClockText") { ClockText(format: "HH:mm:ss").font(size: 32) }
      Cell(".timeZone .locale") {
        ClockText(format: "EEE d MMM HH:mm").font(size: 18).timeZone(TimeZone.tokyo).locale(Locale(identifier: "de"))
      }
      Cell("CountdownText") {
        CountdownText(for: .seconds(754), format: "mm:ss").font(size: 32).foregroundColor(.amber)
      }
      Cell("StopwatchText") { StopwatchText(from: .seconds(83), format: "m:ss.S").font(size: 32) }
      Cell("TimecodeText") {
        if let timecode = try? Timecode(parsing: "01:00:00:12", rate: .fps(25)) { TimecodeText(from: timecode) }
      }
    }
  }
}

extension TimeZone {
  /// Tokyo is nine hours ahead of UTC all year.
  static let tokyo = TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt
}
