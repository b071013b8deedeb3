import TestTools
import Testing

@testable import OverlayRender

@Suite("The law for texts in several styles")
struct StyledTextLawTests {
  /// A text whose words change their styles several times a second.
  private struct Words: View {
    let words: [String]
    /// The annotations of the words in turn; an empty one is none.
    let annotations: [String]
    let styles: [TextStyle]
    let limit: Int?
    let alignment: TextAlignment
    let scale: Double

    var body: some View {
      TimelineView(.every(MediaTime(value: 1, timescale: 10))) { context in
        words.enumerated().reduce(Text("")) { text, word in
          // The styles of annotations change on their own.
          let style = styles[(word.offset * 5 + Int(context.count) / 2) % styles.count]
          return text
            + Text(word.element).ruby(annotations[word.offset % annotations.count], style: style)
            .style(styles[(word.offset * 7 + Int(context.count)) % styles.count])
        }
      }
      .lineLimit(limit).multilineTextAlignment(alignment).minimumScaleFactor(scale).balancedLines(limit == nil)
    }
  }

  @Test("Incremental drawing equals drawing from scratch", arguments: 0..<4)
  func law(part: Int) throws {
    let shared = try Rasterizer(fonts: FixtureFonts.configuration)
    for seed in (0..<100).map({ 4 * $0 + part }) {
      var generator = SeededGenerator(seed: UInt64(seed))
      let view = words(&generator)
      var configuration = RenderConfiguration(
        size: PixelSize(Int.random(in: 20...160, using: &generator), Int.random(in: 20...90, using: &generator)),
        start: nil)
      configuration.fonts = FixtureFonts.configuration
      func renderer(_ rasterizer: Rasterizer) throws -> Renderer {
        try Renderer(
          root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: .zero, clock: ManualClock(),
          rasterizer: rasterizer)
      }
      let incremental = try renderer(shared)
      // The reference has new masks and surfaces for each text.
      let other = try Rasterizer(fonts: FixtureFonts.configuration, masks: CoverageMasks())
      for frame in 0..<6 as Range<Int64> {
        let time = configuration.frameRate.time(ofFrame: 3 * frame)
        let sample = try incremental.render(at: time)
        let expected = try renderer(other).render(at: time)
        try #require(sample.hasSamePicture(as: expected), "seed \(seed), frame \(frame)")
      }
    }
  }

  private func words(_ generator: inout SeededGenerator) -> Words {
    let words = (0..<Int.random(in: 1...7, using: &generator)).map { _ in
      generator.pick(["word ", "fi VAV ", "日本", " مرحبا ", "\n", "12:34 ", "😀", "नमस्ते "])
    }
    let styles = (0..<Int.random(in: 1...4, using: &generator)).map { _ in style(&generator) }
    let annotations = !generator.chance(3) ? [""] : ["かんじ", "", "the gloss", "עולם", "."].shuffled(using: &generator)
    return Words(
      words: words, annotations: annotations, styles: styles, limit: generator.pick([nil, nil, 1, 2]),
      alignment: generator.pick([.leading, .center, .trailing, .justified]), scale: generator.pick([1, 0.5]))
  }

  private func style(_ generator: inout SeededGenerator) -> TextStyle {
    func sometimes<Value>(_ values: [Value]) -> Value? { generator.chance(3) ? generator.pick(values) : nil }
    let colors: [Color] = [.red, .blue.opacity(0.4), .lime, .clear]
    return TextStyle(
      size: sometimes([9, 30.5]), scale: sometimes([0.7, 1.4]), weight: sometimes([.bold]), isItalic: sometimes([true]),
      color: sometimes(colors), backgroundColor: sometimes(colors), underline: sometimes([.single, .double]),
      isStruckThrough: sometimes([true]), letterSpacing: sometimes([-2, 3.3]), rise: sometimes([-5, 7.5]),
      position: sometimes([.superscript, .subscript]))
  }
}
