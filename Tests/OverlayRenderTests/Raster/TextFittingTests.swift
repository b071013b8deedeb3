import CCairo
import Glibc
import TestTools
import Testing

@testable import OverlayRender

@Suite("Fitting text")
struct TextFittingTests {
  private let engine: TextEngine

  init() throws {
    engine = try TextEngine(FixtureFonts.configuration)
  }

  private func shape(_ string: String, _ change: (inout TextShape) -> Void = { _ in }) -> TextShape {
    var shape = TextShape(string: string, font: Font(family: "Noto Sans", size: 24))
    change(&shape)
    return shape
  }

  private func shown(_ shape: TextShape, width: Double?) -> TextMetrics {
    engine.metrics(of: shape, width: width)
  }

  static let sentences = [
    "The quick brown fox jumps over the lazy dog", "مرحبا بالعالم السلام عليكم مرحبا", "日本語中文字幕時計你好世界こんにちは",
    "Two words\nand lines that are long enough", "שלום עולם abc שלום עולם",
  ]

  @Test("A line that is too long ends with an ellipsis within the width", arguments: sentences)
  func ellipsis(sentence: String) {
    for mode in [TruncationMode.head, .middle, .tail] {
      for width in stride(from: 60.0, through: 400, by: 17) {
        let limited = shape(sentence) {
          $0.lineLimit = 1
          $0.truncation = mode
        }
        let metrics = shown(limited, width: width)
        #expect(metrics.lineCount == 1 && metrics.size.width <= width, "\(mode) at \(width)")
        #expect(metrics.size.width > 0 && metrics.ink.width > 0)
      }
    }
  }

  @Test("A word of 64 KiB takes no longer than other text, in a space of any width", arguments: [1.0, 64, nil])
  func longWord(width: Double?) {
    let word = shape(String(repeating: "x", count: 65_536))
    let begin = ThreadTime.now
    let metrics = shown(word, width: width)
    #expect(ThreadTime.now - begin < 5, "seconds of this thread")
    #expect(width == nil ? metrics.lineCount == 1 : metrics.lineCount > 1000)
  }

  @Test("A long word is as wide as its characters together")
  func longWordWidth() {
    for character in ["x", "é", "e\u{301}", "日"] {
      let few = shown(shape(String(repeating: character, count: 10)), width: nil).size.width
      let many = shown(shape(String(repeating: character, count: 2000)), width: nil).size.width
      #expect(abs(many - 200 * few) <= 200, "\(character)")
    }
  }

  @Test(
    "Letters that depend on their neighbors are shaped equally throughout a long phrase",
    arguments: ["السلام", "क्षत्रिय", "日本語"])
  func longPhrase(word: String) throws {
    func glyphs(_ count: Int) -> [UInt32] {
      GlyphRecording(engine.shaped(shape(String(repeating: word, count: count)), width: nil).layout).glyphs.map(\.index)
    }
    let few = glyphs(3)
    let four = glyphs(4)
    let period = four.count - few.count
    let many = glyphs(150)
    #expect(many.count == few.count + 147 * period)
    #expect(many.prefix(2 * period) == four.prefix(2 * period))
    #expect(many.dropFirst(2 * period).dropLast(period).elementsEqual(many.dropFirst(period).dropLast(2 * period)))
  }

  @Test("If letters depend on their neighbors, a phrase is split only next to other characters")
  func phrasePieces() {
    let khmer = "សួស្តីអ្នកទាំងអស់គ្នា"
    #expect(LongWords.pieces(of: String(repeating: khmer, count: 40)).isEmpty)
    #expect(LongWords.pieces(of: String(repeating: "สวัสดีครับ", count: 100)).isEmpty)
    let phrase = String(repeating: khmer + "\u{200B}", count: 40)
    let edges = LongWords.pieces(of: phrase).flatMap { [$0.lowerBound, $0.upperBound] }
    #expect(edges.count > 2)
    for edge in edges where edge < phrase.utf8.count {
      let index = phrase.utf8.index(phrase.startIndex, offsetBy: edge)
      #expect(phrase[..<index].hasSuffix("\u{200B}") || phrase[index...].hasPrefix("\u{200B}"))
    }
    // Shaping takes no longer, whatever characters a text has.
    #expect(LongWords.pieces(of: String(repeating: khmer, count: 1000)).count > 6)
  }

  @Test("An ellipsis keeps the start, the middle or the end")
  func modes() throws {
    func glyphs(_ shape: TextShape, width: Double?) -> [UInt32] {
      GlyphRecording(engine.shaped(shape, width: width).layout).glyphs.map(\.index)
    }
    let whole = glyphs(shape("abcdefghijklmnopqrstuvwxyz"), width: nil)
    let ellipsis = try #require(glyphs(shape("…"), width: nil).first)
    for (mode, keeps) in [(TruncationMode.head, (false, true)), (.middle, (true, true)), (.tail, (true, false))] {
      let cut = glyphs(
        shape("abcdefghijklmnopqrstuvwxyz") {
          $0.lineLimit = 1
          $0.truncation = mode
        }, width: 150)
      #expect(cut.filter { $0 == ellipsis }.count == 1)
      #expect((cut.first == whole.first) == keeps.0 && (cut.last == whole.last) == keeps.1, "\(mode)")
    }
  }

  @Test("A limit counts the lines of all paragraphs", arguments: 1...4)
  func lineLimit(limit: Int) {
    let text = "one\ntwo two two two two two\n\nfour\u{2029}five\u{2028}six"
    for width in [nil, 70.0, 200] {
      let whole = shown(shape(text), width: width)
      let limited = shown(shape(text) { $0.lineLimit = limit }, width: width)
      #expect(limited.lineCount == min(limit, whole.lineCount), "\(width ?? 0)")
      #expect(limited.size.width <= width ?? whole.size.width + 40)
      #expect(limited.size.height < whole.size.height)
    }
    let enough = shape(text) { $0.lineLimit = 100 }
    #expect(shown(enough, width: 70) == shown(shape(text), width: 70))
  }

  @Test("Truncation keeps the runs at their words, and the last one includes the ellipsis")
  func cut() {
    let red = TextStyle(color: .red)
    let text = shape("ab\ncd\nef") { $0.runs = [TextRun(range: 1..<4, style: red), TextRun(range: 4..<8, style: red)] }
    let cut = text.cut(afterLineAt: 3)
    #expect(cut.string == "ab\u{2028}cd…")
    #expect(cut.runs.map(\.range) == [1..<6, 6..<10])
    #expect(text.cut(afterLineAt: 6).string == "ab\u{2028}cd\u{2028}ef")
    #expect(shape("a\n \n").cut(afterLineAt: 0).string == "a")
  }

  @Test(
    "Balancing keeps the number of lines and makes them narrower", arguments: sentences.prefix(1) + sentences.suffix(2))
  func balanced(sentence: String) {
    var narrower = 0
    for width in stride(from: 120.0, through: 480, by: 20) {
      let usual = shown(shape(sentence), width: width)
      let balanced = shown(shape(sentence) { $0.isBalanced = true }, width: width)
      #expect(balanced.lineCount == usual.lineCount && balanced.size.width <= usual.size.width, "\(width)")
      if balanced.size.width < usual.size.width { narrower += 1 }
    }
    #expect(narrower > 1)
    let centered = shape(sentence) {
      $0.isBalanced = true
      $0.alignment = .center
    }
    #expect(shown(centered, width: 240).size.width <= 240)
  }

  /// Returns the lines of a text.
  private func lines(_ shape: TextShape, width: Double) -> [String] {
    let shaped = engine.shaped(shape, width: width)
    let bytes = Array(shape.string.utf8)
    return pango_layout_get_lines_readonly(shaped.layout).elements(of: PangoLayoutLine.self).map { line in
      let start = Int(line.pointee.start_index)
      return String(decoding: bytes[start..<start + Int(line.pointee.length)], as: UTF8.self)
    }
  }

  @Test("Korean is broken between words, unless a word is longer than a line")
  func koreanWords() {
    let text = "대한민국의 모든 국민은 법률이 정하는 바에 의하여 (근로의) 권리를 가진다 KBS를"
    let words = Set(text.split(separator: " ").map(String.init))
    for isBalanced in [false, true] {
      for width in stride(from: 160.0, through: 600, by: 20) {
        let lines = lines(shape(text) { $0.isBalanced = isBalanced }, width: width)
        let all = lines.flatMap { $0.split(separator: " ").map(String.init) }
        #expect(Set(all) == words && lines.joined() == text, "\(width): \(lines)")
      }
    }
    // The first word is nearly as long as a line, and stays whole nevertheless.
    let uneven = shape("한국어한국어한국어한국 한국어") { $0.isBalanced = true }
    for width in stride(from: 270.0, through: 300, by: 5) {
      let lines = lines(uneven, width: width).map { $0.split(separator: " ").joined() }
      #expect(lines == ["한국어한국어한국어한국", "한국어"], "\(width)")
    }
    let long = String(repeating: "한", count: 40)
    #expect(lines(shape("가 \(long) 나"), width: 200).count > 4)
  }

  @Test("Balanced lines of Chinese and Japanese end after punctuation if that takes no more lines")
  func phrases() {
    func balanced(_ text: String, columns: Int) -> [String] {
      lines(shape(text) { $0.isBalanced = true }, width: Double(24 * columns + 4))
    }
    #expect(balanced("日本語中文!字幕時計你好世界漢読", columns: 12) == ["日本語中文!", "字幕時計你好世界漢読"])
    #expect(balanced("「日本。」語中文字!幕時計你好世", columns: 12) == ["「日本。」語中文字!", "幕時計你好世"])
    // The second phrase does not fit in a line.
    #expect(balanced("日本語中文!字幕時計你好世界漢読", columns: 9) == ["日本語中文!字幕", "時計你好世界漢読"])
    // One line would be much longer than the other.
    #expect(balanced("日!本語中文字幕時計你好世界", columns: 12) == ["日!本語中文字", "幕時計你好世界"])
    #expect(balanced("日本語中文字幕時計你好世界", columns: 10) == ["日本語中文字幕", "時計你好世界"])
    #expect(balanced("日本、日本", columns: 12) == ["日本、日本"])
  }

  @Test("The parts in which lines are not broken are words with Hangul, and phrases with their punctuation")
  func unbrokenParts() {
    func words(_ text: String) -> [String] {
      UnbrokenText.koreanWords(of: text, fontSize: 10, width: 100).map { String(text.utf8Bytes($0)) ?? "" }
    }
    func phrases(_ text: String) -> [String] {
      UnbrokenText.phrases(of: text).map { String(text.utf8Bytes($0)) ?? "" }
    }
    #expect(words("가나 abc 다\nKBS를 라마") == ["가나 ", "KBS를 ", "라마"])
    #expect(words("no 日本語") == [] && words(String(repeating: "가", count: 10)) == [])
    #expect(phrases("「はい。」と、x y, 日本") == ["「はい。」", "日本"])
    #expect(phrases("English, only.") == [])
    let many = shape(String(repeating: "가나 ", count: 257))
    #expect(UnbrokenText(width: 1000).ranges(of: many).isEmpty)
  }

  @Test("Lines of captions are not as far apart as fonts for Burmese say, and letters do not touch")
  func lineDistance() throws {
    let word = "ဂုဏ်သိက္ခာဖြင့်"
    func distance(_ count: Int, isCaption: Bool, spacing: Double = 0) -> Double {
      let text = shape(Array(repeating: word, count: count).joined(separator: "\n")) {
        $0.heightFit = isCaption ? HeightFit() : nil
        $0.lineSpacing = spacing
      }
      let metrics = shown(text, width: nil)
      return (metrics.lastBaseline - metrics.firstBaseline) / Double(count - 1)
    }
    let (usual, caption) = (distance(2, isCaption: false), distance(2, isCaption: true))
    #expect(usual > 48 && caption >= 36 && caption < 46)
    #expect(distance(5, isCaption: true) == caption)
    #expect(distance(2, isCaption: true, spacing: 10) == caption + 10)
    let extents = engine.shaped(shape(word), width: nil).recording.glyphs.map(\.placedExtents)
    let height = try #require(extents.map(\.maxY).max()) - (try #require(extents.map(\.minY).min()))
    #expect(caption * 1024 > Double(height))
    let latin = shape("one\ntwo") { $0.heightFit = HeightFit() }
    #expect(shown(latin, width: nil) == shown(shape("one\ntwo"), width: nil))
  }

  @Test("Balancing does not break a long word, and does not affect many lines")
  func unbalanced() {
    for (text, width) in [("incomprehensibilities of it", 100.0), (String(repeating: "word ", count: 60), 100)] {
      #expect(shown(shape(text) { $0.isBalanced = true }, width: width) == shown(shape(text), width: width))
    }
  }

  @Test("A text shrinks until it fits, but not below its minimum size", arguments: sentences)
  func shrinking(sentence: String) {
    for lineLimit in [1, 2, 3] {
      for width in stride(from: 40.0, through: 600, by: 35) {
        let full = shape(sentence) { $0.lineLimit = lineLimit }
        var shrinking = full
        shrinking.minimumScale = 0.5
        let metrics = shown(shrinking, width: width)
        let least = shown(full.scaled(by: 0.5), width: width)
        let fitsAtLeast = shown(shape(sentence).scaled(by: 0.5), width: width).lineCount <= lineLimit
        #expect(metrics.size.width <= width && metrics.lineCount <= lineLimit, "\(lineLimit) at \(width)")
        #expect(metrics.size.height >= least.size.height, "\(lineLimit) at \(width)")
        if !fitsAtLeast { #expect(metrics == least, "\(lineLimit) at \(width)") }
      }
    }
  }

  @Test("A text that fits does not shrink, and the size is the largest that fits")
  func largest() {
    let line = shape("Breaking news") {
      $0.lineLimit = 1
      $0.minimumScale = 0.25
    }
    let natural = shown(line, width: nil)
    #expect(shown(line, width: natural.size.width) == natural)
    let narrow = natural.size.width * 0.8
    let width = shown(line, width: narrow).size.width
    // The steps are 1/64 of the range from a quarter to the full size.
    #expect(width <= narrow && width > narrow - natural.size.width * 0.75 / 64 - 1)
  }

  @Test("A value shrinks on one line and is never truncated", arguments: ["Noto Sans", "ProportionalDigits"])
  func values(family: String) {
    let value = shape("12:34:56") {
      $0.font.family = family
      $0.hasEqualDigits = true
      $0.wraps = false
      $0.minimumScale = 0.5
      $0.lineLimit = 1
    }
    let natural = shown(value, width: nil)
    let fitted = shown(value, width: natural.size.width * 0.7)
    #expect(fitted.size.width <= natural.size.width * 0.7 && fitted.size.width > natural.size.width * 0.65)
    let narrow = shown(value, width: 10)
    #expect(narrow == shown(value.scaled(by: 0.5), width: nil) && narrow.lineCount == 1)
    var other = value
    other.string = "11:11:11"
    #expect(shown(other, width: natural.size.width * 0.7).size == fitted.size)
  }

  @Test("A value uses its proposal only if it may shrink")
  func valueProposal() {
    var value = shape("12:34:56") { $0.wraps = false }
    let proposal = ProposedViewSize(width: 20, height: 20)
    #expect(value.wrapWidth(for: proposal, measuredBy: engine) == nil)
    value.minimumScale = 0.5
    #expect(value.wrapWidth(for: proposal, measuredBy: engine) == 20)
    var vertical = shape("日本語")
    vertical.writingMode = .verticalRightToLeft
    #expect(vertical.wrapWidth(for: ProposedViewSize(width: 1, height: 500), measuredBy: engine) == nil)
    #expect(vertical.wrapWidth(for: ProposedViewSize(width: 500, height: 30), measuredBy: engine) == 30)
  }

  @Test("Colors and lines of runs do not move glyphs", arguments: sentences)
  func paint(sentence: String) {
    func glyphs(_ shape: TextShape) -> [GlyphRecording.Glyph] {
      GlyphRecording(engine.shaped(shape, width: 300).layout).glyphs
    }
    let plain = shape(sentence)
    var painted = plain
    let half = sentence.utf8.count / 2
    painted.runs = TextRun.disjoint(
      [
        TextRun(range: 1..<half, style: TextStyle(color: .red, backgroundColor: .blue)),
        TextRun(range: half..<Int.max, style: TextStyle(underline: .double, isStruckThrough: true)),
      ], in: sentence)
    #expect(glyphs(painted) == glyphs(plain))
    #expect(shown(painted, width: 300).size == shown(plain, width: 300).size)
    #expect(shown(painted, width: 300).ink.contains(shown(plain, width: 300).ink))
  }

  @Test("Runs change only their part")
  func runs() {
    func width(_ style: TextStyle) -> Double {
      shown(shape("aa bb") { $0.runs = [TextRun(range: 3..<5, style: style)] }, width: nil).size.width
    }
    let plain = shown(shape("aa bb"), width: nil)
    #expect(width(TextStyle(weight: .bold)) > plain.size.width)
    #expect(width(TextStyle(letterSpacing: 10)) >= plain.size.width + 10)
    #expect(width(TextStyle(size: 48)) > plain.size.width + 10)
    #expect(width(TextStyle(scale: 2)) == width(TextStyle(size: 48)))
    #expect(width(TextStyle(position: .superscript)) < plain.size.width)
    let raised = shown(shape("aa bb") { $0.runs = [TextRun(range: 3..<5, style: TextStyle(rise: 20))] }, width: nil)
    #expect(raised.ink.y < plain.ink.y || raised.size.height > plain.size.height)
  }

  @Test("Line spacing moves lines, and the last line has its own baseline")
  func lines() {
    let one = shown(shape("x"), width: nil)
    #expect(one.lineCount == 1 && one.lastBaseline == one.firstBaseline)
    let three = shown(shape("x\nx\nx"), width: nil)
    let spaced = shown(shape("x\nx\nx") { $0.lineSpacing = 7 }, width: nil)
    #expect(three.lineCount == 3 && spaced.size.height == three.size.height + 14)
    #expect(abs(spaced.lastBaseline - three.lastBaseline - 14) < 0.01)
    #expect(abs(three.lastBaseline - (three.size.height - one.size.height + one.lastBaseline)) <= 1)
    let justified = shape(TextFittingTests.sentences[0]) { $0.alignment = .justified }
    #expect(shown(justified, width: 211).size.width == 211)
    #expect(
      shown(shape("xx") { $0.letterSpacing = 5 }, width: nil).size.width > shown(shape("xx"), width: nil).size.width)
  }

  @Test("A word that is too long for a line is broken without a hyphen")
  func hyphens() throws {
    for text in ["extraordinarily", "abc extraordinarily"] {
      let plain = GlyphRecording(engine.shaped(shape(text), width: nil).layout).glyphs.map(\.index)
      for width in [40.0, 60, 90] {
        let shaped = engine.shaped(shape(text), width: width)
        #expect(shaped.metrics.lineCount > 1 && GlyphRecording(shaped.layout).glyphs.map(\.index).count <= plain.count)
      }
    }
    let styled = engine.shaped(
      shape("extraordinarily") { $0.runs = [TextRun(range: 3..<9, style: TextStyle(weight: .bold))] }, width: 50)
    #expect(GlyphRecording(styled.layout).glyphs.count == 15)
  }

  @Test("Columns follow each other to the left or to the right, within the ink")
  func columnOrder() throws {
    let text = "日\n日本語\n時計"
    func places(_ mode: WritingMode) -> [Int] {
      let shaped = engine.shaped(shape(text) { $0.writingMode = mode }, width: nil)
      let inner = shaped.recording.glyphExtents.ink
      #expect(!inner.isEmpty)
      return shaped.recording.glyphs.map(\.baseline)
    }
    let (left, right) = (places(.verticalRightToLeft), places(.verticalLeftToRight))
    // The top of a layout is the right side of the page.
    #expect(left == left.sorted() && right == right.sorted(by: >) && Set(left).count == 3)
    #expect(left.count == 6 && right.first == left.last && right.last == left.first)
    let metrics = [WritingMode.verticalRightToLeft, .verticalLeftToRight].map { mode in
      shown(shape(text) { $0.writingMode = mode }, width: nil)
    }
    #expect(metrics[0].size == metrics[1].size && metrics[1].lineCount == 3)
  }

  @Test("Columns are as high as lines are long")
  func vertical() {
    for text in ["日本語", "日本語\n時計 abc"] {
      let upright = shown(shape(text), width: nil)
      let columns = shown(shape(text) { $0.writingMode = .verticalRightToLeft }, width: nil)
      #expect(columns.lineCount == upright.lineCount && columns.firstBaseline == columns.size.height)
      #expect(columns.size.height > columns.size.width / Double(columns.lineCount))
      let bounds = PixelRect(x: 0, y: 0, width: Int(columns.size.width), height: Int(columns.size.height))
      #expect(bounds.insetBy(dx: -6, dy: -6).contains(columns.ink), "\(columns)")
    }
  }

  @Test("NaN and huge numbers neither trap nor loop")
  func numbers() {
    var generator = SeededGenerator(seed: 3)
    let numbers: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e300, -1e300, 0.001, 5, 64]
    for _ in 0..<300 {
      let view = Text(generator.pick(TextFittingTests.sentences))
        .style(
          TextStyle(
            scale: generator.pick(numbers), letterSpacing: generator.pick(numbers), rise: generator.pick(numbers))
        )
        .baselineOffset(generator.pick(numbers))
        .letterSpacing(generator.pick(numbers))
        .font(size: generator.pick(numbers))
        .lineSpacing(generator.pick(numbers))
        .minimumScaleFactor(generator.pick(numbers))
        .lineLimit(generator.pick([nil, Int.min, 0, 1, 2, Int.max]))
        .balancedLines(generator.chance(2))
        .verticalText(generator.chance(3))
        .frame(width: generator.pick([0, 40, 200, .infinity]), height: generator.pick([0, 40, 200]))
      let size = SceneLayout.idealSize(of: Resolved.nodes(of: view), measuredBy: engine)
      #expect(!size.width.isNaN && !size.height.isNaN)
      if let text = Resolved.nodes(of: view).compactMap(\.textContent).first {
        let metrics = shown(text.shape, width: generator.pick(numbers))
        #expect(metrics.size.width >= 0 && metrics.size.height >= 0)
        // NaN does not even equal itself.
        let copy = text.shape
        #expect(copy == text.shape)
      }
    }
  }
}

/// The processor time of the current thread.
private enum ThreadTime {
  /// In seconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
