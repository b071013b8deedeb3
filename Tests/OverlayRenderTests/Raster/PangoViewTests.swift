import Foundation
import TestTools
import Testing

@testable import OverlayRender

/// Compares text with Pango's viewer: the same pixels for the same font, size and text.
///
/// Neither side hints metrics. pango-view 1.50 interprets `--hint-metrics` incorrectly: it casts its own enumeration
/// (default, on, off) to Cairo's (default, off, on), so `on` disables hinting. The second test verifies this.
@Suite("Text pixels, compared with pango-view")
struct PangoViewTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var testDescription: String { name }
  }

  static let samples = [
    Sample(name: "Latin", text: "Hamburgefonstiv VAV To. fi"),
    Sample(name: "accents", text: "Ärger à Ø ñ – “quoted”…"),
    Sample(name: "digits", text: "12:34:56 1/7 0.98"),
    Sample(name: "Arabic", text: "مرحبا بالعالم"),
    Sample(name: "Arabic digits", text: "السلام عليكم ٠١٢٣٤٥٦٧٨٩"),
    Sample(name: "Hebrew with Latin", text: "abc שלום עולם 123 xyz"),
    Sample(name: "CJK", text: "日本語中文字幕 你好世界 한국어"),
    Sample(name: "Devanagari", text: "नमस्ते दुनिया क्षत्रिय ०१२"),
    Sample(name: "emoji", text: "😀 🎉 👍🏽 👩‍💻 🇯🇵"),
    Sample(name: "several lines", text: "First line\nमस्ते\n日本\n\nlast"),
    Sample(name: "several lines from right to left", text: "مرحبا\nשלום abc\nLatin"),
    Sample(name: "everything", text: "Hi مرحبا שלום 日本 नम 😀!"),
  ]

  struct Style: Sendable, CustomTestStringConvertible {
    let size: Double
    let weight: Font.Weight
    var isItalic = false
    var testDescription: String { "\(size) px, \(weight.rawValue)\(isItalic ? ", italic" : "")" }
    /// The style as Pango writes it, before the size.
    var name: String { (weight == .bold ? " Bold" : "") + (isItalic ? " Italic" : "") }
  }

  static let styles = [
    Style(size: 11, weight: .regular), Style(size: 23.5, weight: .bold),
    Style(size: 48, weight: .regular, isItalic: true),
  ]

  @Test(
    "All pixels are equal", .requires(.pangoView),
    arguments: samples, styles)
  func pixels(sample: Sample, style: Style) throws {
    let expected = try Self.pangoView(sample.text, style)
    // Enough space, so that nothing is wrapped.
    var configuration = RenderConfiguration(size: PixelSize(expected.width + 64, expected.height + 64), start: nil)
    configuration.fonts = FixtureFonts.configuration
    configuration.background = .white
    configuration.alignment = .topLeading
    let view = Text(sample.text).font(
      family: "Noto Sans", size: style.size, weight: style.weight, isItalic: style.isItalic
    )
    .foregroundColor(.black).padding(Double(Self.margin))
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    let actual = try #require(Picture(try renderer.render(at: .zero)))
    #expect(expected.bytes.contains { $0 < 128 }, "pango-view draws something")
    let differences = actual.differences(from: expected)
    guard let first = differences.first else { return }
    let panel = try Picture.writePanel(
      expected: expected, actual: actual, name: "pango-view-\(sample.name)-\(style.size)")
    Issue.record("\(differences.count) pixels differ, the first at \(first): see \(panel)")
  }

  @Test(
    "With --hint-metrics=on, pango-view does not hint metrics",
    .requires(.pangoView))
  func unhintedMetrics() throws {
    // Ten lines of 1.362 em, which hinting would round to 16 px each at 11 px.
    let picture = try Self.pangoView("x\nx\nx\nx\nx\nx\nx\nx\nx\nx", Style(size: 11, weight: .regular))
    #expect(picture.height - 2 * Self.margin == 150)
  }

  @Test(
    "With --hint-metrics=off, at whole sizes, the line has another position but the same pixels",
    .requires(.pangoView),
    arguments: samples.prefix(5), styles.filter { $0.size == $0.size.rounded() })
  func literalFlag(sample: Sample, style: Style) throws {
    let expected = try Self.pangoView(sample.text, style, hintMetrics: "off")
    var configuration = RenderConfiguration(size: PixelSize(expected.width + 64, expected.height + 64), start: nil)
    configuration.fonts = FixtureFonts.configuration
    configuration.background = .white
    let view = Text(sample.text).font(
      family: "Noto Sans", size: style.size, weight: style.weight, isItalic: style.isItalic
    ).foregroundColor(.black)
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    let actual = try #require(Picture(try renderer.render(at: .zero)))
    #expect(Self.inkRows(of: actual) == Self.inkRows(of: expected))
  }

  /// Returns the part of a picture that is not white: its rows, limited to the columns with ink.
  private static func inkRows(of picture: Picture) -> [[UInt8]] {
    let rows = (0..<picture.height).map { row in
      (0..<picture.width).map { picture.bytes[4 * (row * picture.width + $0)] }
    }
    let inked = rows.filter { row in row.contains { $0 != 255 } }
    let columns = (0..<picture.width).filter { column in inked.contains { $0[column] != 255 } }
    guard let first = columns.first, let last = columns.last else { return [] }
    return inked.map { Array($0[first...last]) }
  }

  private static let margin = 12

  /// Returns the output of pango-view with only the fonts in Fixtures.
  private static func pangoView(_ text: String, _ style: Style, hintMetrics: String = "on") throws -> Picture {
    let folder = try TemporaryFolder()
    let fonts = try #require(FixtureFonts.files.first.map { ($0 as NSString).deletingLastPathComponent })
    folder.make(
      "fonts.conf",
      """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
      <fontconfig>
        <dir>\(fonts)</dir>
        <cachedir>\(folder("cache"))</cachedir>
        <include>/etc/fonts/conf.d/10-scale-bitmap-fonts.conf</include>
      </fontconfig>
      """)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: TestTool.pangoView.path)
    process.arguments = [
      "--no-display", "--pixels", "--hinting=none", "--hint-metrics=\(hintMetrics)", "--antialias=gray",
      "--subpixel-positions",
      "--margin=\(margin)", "--font=Noto Sans\(style.name) \(style.size)px", "--text=\(text)",
      "--output=\(folder("text.png"))",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["FONTCONFIG_FILE": folder("fonts.conf")]) { $1 }
    try process.run()
    process.waitUntilExit()
    return try #require(Picture(png: folder("text.png")))
  }
}
