import CCairo

/// Owns a Pango layout of a text.
final class TextLayout {
  /// Where lines that are too long may be broken.
  enum LineBreaking {
    /// Between words, and within a word that is too long for a line.
    case anywhere
    /// Only between words. A longer word exceeds the width, which shows that the text does not fit.
    case betweenWords
  }

  let pointer: OpaquePointer
  /// The annotations that the text has space for.
  let annotations: AnnotationLines?
  /// Whether the first line is at the bottom, as in columns that follow each other to the right. Pango only stacks
  /// lines downward, so each line must be moved by ``shift(ofLineAt:)``.
  let stacksUpward: Bool
  /// Whether the line limit leaves out text.
  private(set) var isTruncated = false
  /// The number of lines at the start that are not shown. The first line that is shown is at the top.
  private let hiddenLineCount: Int
  /// The height of the lines that are not shown, in whole pixels.
  private var hiddenHeight = 0

  /// Lays out a text. The text has space for `annotations`, which are not part of the layout.
  ///
  /// - Parameters:
  ///   - unbroken: The parts in which lines are not broken.
  ///   - lineLimit: The greatest number of lines of each paragraph. It applies only if there is a width.
  ///   - isCut: Whether the text was longer before.
  init(
    _ shape: TextShape, annotations: AnnotationLines? = nil, width: Double?, breaking: LineBreaking = .anywhere,
    unbroken: UnbrokenText? = nil, lineLimit: Int? = nil, isCut: Bool = false, context: OpaquePointer,
    digits: DigitCells
  ) {
    pointer = pango_layout_new(context)
    self.annotations = annotations
    stacksUpward = shape.writingMode == .verticalLeftToRight
    hiddenLineCount = shape.isVertical ? 0 : shape.hiddenLineCount
    pango_layout_set_text(pointer, shape.string, Int32(clamping: shape.string.utf8.count))
    setStyle(shape, width: width, unbroken: width == nil ? [] : unbroken?.ranges(of: shape) ?? [])
    if let width {
      pango_layout_set_width(pointer, pangoUnits(width.rounded(.down)))
      pango_layout_set_wrap(pointer, breaking == .anywhere ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
      if let lineLimit {
        pango_layout_set_ellipsize(pointer, shape.truncation.pangoMode)
        pango_layout_set_height(pointer, -Int32(clamping: lineLimit))
      }
    }
    if width != nil { ApproximateWidths.complete(in: pointer) }
    // What follows changes glyphs, which other lines would not have.
    DamagedGlyphs.remove(from: pointer)
    if shape.heightFit != nil { reduceSpacing(ofLinesWithFontSize: shape.largestFontSize) }
    if width != nil { AddedHyphens.remove(from: pointer) }
    isTruncated = isCut || lineLimit != nil && pango_layout_is_ellipsized(pointer) != 0
    if shape.hasEqualDigits { digits.equalize(pointer) }
    annotations?.widenBases(in: pointer, digits: shape.hasEqualDigits ? digits : nil)
    if hiddenLineCount > 0 { hiddenHeight = top(ofLine: hiddenLineCount) }
  }

  deinit {
    ShapedText.shaping.withLock { g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }

  var lineCount: Int { Int(pango_layout_get_line_count(pointer)) }

  /// The lines, which are valid as long as the layout does not change.
  var lines: [UnsafeMutablePointer<PangoLayoutLine>] {
    pango_layout_get_lines_readonly(pointer).elements(of: PangoLayoutLine.self)
  }

  /// The greatest distance of lines that is never reduced, relative to the font size.
  private static let usualLineDistance = 1.5

  /// Moves lines closer together whose fonts ask for much more space than their letters take, as fonts for Burmese and
  /// Tibetan do. The letters keep a distance.
  private func reduceSpacing(ofLinesWithFontSize size: Double) {
    let spacing = Int(pango_layout_get_spacing(pointer))
    let (usual, gap) = (Int(size * TextLayout.usualLineDistance) << 10, Int(size) << 7)
    guard lineCount > 1, Int(extents.logical.height) > lineCount * (usual + spacing) else { return }
    var excess = Int.max
    var last: (baseline: Int, inkBottom: Int)?
    forEachLine(from: 0) { iterator, ink, _ in
      let baseline = Int(pango_layout_iter_get_baseline(iterator))
      if let last {
        let letters = last.inkBottom - last.baseline + baseline - Int(ink.y) + gap
        excess = min(excess, baseline - last.baseline - spacing - max(usual, letters))
      }
      last = (baseline, Int(ink.y + ink.height))
    }
    guard excess > 0 else { return }
    pango_layout_set_spacing(pointer, Int32(clamping: spacing - (excess >> 10) << 10))
  }

  /// The number of lines that are shown.
  var shownLineCount: Int { max(lineCount - hiddenLineCount, 1) }

  /// The ink and the logical extents of the lines that are shown, in Pango units.
  var extents: (ink: PangoRectangle, logical: PangoRectangle) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(pointer, &ink, &logical)
    logical.height -= Int32(clamping: hiddenHeight << 10)
    return (movesLines ? shiftedInk : ink, logical)
  }

  /// Returns whether no line is longer than `width` pixels and there are at most `lineLimit` lines.
  func fits(_ width: Double, lineLimit: Int?) -> Bool {
    lineCount <= lineLimit ?? .max && extents.logical.width <= pangoUnits(width)
  }

  /// Returns the byte position in the text at which a line starts.
  func start(ofLine line: Int) -> Int {
    Int(pango_layout_get_line_readonly(pointer, Int32(clamping: line))?.pointee.start_index ?? 0)
  }

  private func setStyle(_ shape: TextShape, width: Double?, unbroken: [Range<Int>]) {
    let description = FontDescription(shape.font)
    pango_layout_set_font_description(pointer, description.pointer)

    switch shape.alignment {
    case .leading: pango_layout_set_alignment(pointer, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(pointer, PANGO_ALIGN_CENTER)
    case .trailing: pango_layout_set_alignment(pointer, PANGO_ALIGN_RIGHT)
    case .justified: pango_layout_set_justify(pointer, 1)
    }
    let spacing = shape.lineSpacing + Double(annotations?.spaceAbove ?? 0)
    if spacing != 0 { pango_layout_set_spacing(pointer, pangoUnits(spacing)) }
    guard
      shape.hasEqualDigits || shape.language != nil || shape.letterSpacing != 0 || shape.features != nil
        || !shape.runs.isEmpty || !shape.annotations.isEmpty || !unbroken.isEmpty
        || !LongWords.pieces(of: shape.string).isEmpty
    else { return }
    // The layout retains the list.
    let attributes = TextAttributes(shape, bases: annotations?.bases(brokenAt: width) ?? [], unbroken: unbroken)
    withExtendedLifetime(attributes) { pango_layout_set_attributes(pointer, $0.pointer) }
  }
}

extension TruncationMode {
  fileprivate var pangoMode: PangoEllipsizeMode {
    switch self {
    case .head: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .tail: PANGO_ELLIPSIZE_END
    }
  }
}

/// A line of a layout and the left end of its baseline, in Pango units.
struct PlacedLine {
  let line: UnsafeMutablePointer<PangoLayoutLine>
  let x: Int
  let baseline: Int
}

extension TextLayout {
  /// Whether lines are not where Pango puts them.
  private var movesLines: Bool { stacksUpward || hiddenLineCount > 0 }

  /// The lines that are shown with their positions, or `nil` if they are where Pango puts them.
  var placedLines: [PlacedLine]? {
    guard movesLines else { return nil }
    var lines: [PlacedLine] = []
    forEachLine { iterator, _, logical in
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { return }
      let baseline = Int(pango_layout_iter_get_baseline(iterator)) + shift(ofLineAt: iterator)
      lines.append(PlacedLine(line: line, x: Int(logical.x), baseline: baseline))
    }
    return lines
  }

  /// Returns the distance from Pango's position of an iterator's line down to its actual position, in Pango units.
  ///
  /// If the first line is at the bottom, each line is as far from the bottom as Pango puts it from the top.
  func shift(ofLineAt iterator: OpaquePointer) -> Int {
    guard stacksUpward else { return -hiddenHeight << 10 }
    var (all, line) = (PangoRectangle(), PangoRectangle())
    pango_layout_iter_get_layout_extents(iterator, nil, &all)
    pango_layout_iter_get_line_extents(iterator, nil, &line)
    return 2 * Int(all.y) + Int(all.height) - 2 * Int(line.y) - Int(line.height)
  }

  /// Moves an iterator by a number of lines, or to the last line.
  private func skip(_ count: Int, linesOf iterator: OpaquePointer) {
    var rest = count
    while rest > 0, pango_layout_iter_next_line(iterator) != 0 { rest -= 1 }
  }

  /// Returns the distance of a line, or of the last one, from the top of the layout, rounded down to whole pixels.
  private func top(ofLine line: Int) -> Int {
    guard let iterator = pango_layout_get_iter(pointer) else { return 0 }
    defer { pango_layout_iter_free(iterator) }
    skip(line, linesOf: iterator)
    var logical = PangoRectangle()
    pango_layout_iter_get_line_extents(iterator, nil, &logical)
    return wholePixels(floor: Int(logical.y))
  }

  /// The ink of the lines at their actual positions, in Pango units.
  var shiftedInk: PangoRectangle {
    var all: PangoRectangle?
    forEachLine { iterator, ink, _ in
      var ink = ink
      ink.y &+= Int32(clamping: shift(ofLineAt: iterator))
      if ink.width > 0, ink.height > 0 { all = all?.union(ink) ?? ink }
    }
    return all ?? PangoRectangle()
  }

  /// Calls `body` for each line, by default those that are shown, with its ink and logical extents as Pango computes
  /// them.
  func forEachLine(
    from first: Int? = nil,
    _ body: (_ iterator: OpaquePointer, _ ink: PangoRectangle, _ logical: PangoRectangle) -> Void
  ) {
    guard let iterator = pango_layout_get_iter(pointer) else { return }
    defer { pango_layout_iter_free(iterator) }
    skip(first ?? hiddenLineCount, linesOf: iterator)
    repeat {
      var (ink, logical) = (PangoRectangle(), PangoRectangle())
      pango_layout_iter_get_line_extents(iterator, &ink, &logical)
      body(iterator, ink, logical)
    } while pango_layout_iter_next_line(iterator) != 0
  }
}

extension Optional<UnsafeMutablePointer<GSList>> {
  /// Returns the elements of a GLib list, in order.
  func elements<Element>(of type: Element.Type) -> [UnsafeMutablePointer<Element>] {
    var elements: [UnsafeMutablePointer<Element>] = []
    var node = self
    while let current = node {
      if let data = current.pointee.data { elements.append(data.assumingMemoryBound(to: type)) }
      node = current.pointee.next
    }
    return elements
  }
}
