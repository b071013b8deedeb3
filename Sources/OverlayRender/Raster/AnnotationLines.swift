import CCairo

/// The annotations of a text, shaped: each is a line of one layout.
///
/// What they need above a line depends on the text and its fonts alone, and every line is given it: so the lines of a text
/// are equally far apart, wherever they are broken.
final class AnnotationLines {
  /// An annotation, in Pango units.
  struct Line {
    let pointer: UnsafeMutablePointer<PangoLayoutLine>
    /// The bytes of the text that it belongs to.
    let base: Range<Int>
    let width: Int
    /// How wide its base is at least.
    let baseWidth: Int
    /// How far its baseline is above that of the line which it belongs to.
    let lift: Int
    /// What is added to each character of its base, so that it is wide enough.
    let spread: Int
    /// What drawing it may touch, from the left end of its baseline.
    let ink: PangoRectangle
  }

  private(set) var lines: [Line] = []
  /// What they need above each line of the text, in whole pixels.
  private(set) var room = 0
  /// Owns the lines.
  private let layout: TextLayout

  /// Shapes the annotations of a text; `nil` when it has none.
  init?(_ shape: TextShape, context: OpaquePointer, digits: DigitCells) {
    guard !shape.annotations.isEmpty else { return nil }
    let annotations = shape.annotationLines
    layout = TextLayout(annotations, width: nil, context: context, digits: digits)
    // The bases as they are by themselves, on lines that are not broken.
    let text = TextLayout(shape, width: nil, context: context, digits: digits)
    let bases = text.bases(of: shape.annotations.map(\.range))
    for (index, pointer) in layout.lines.enumerated().prefix(bases.count) {
      let range = shape.annotations[index].range
      var (ink, logical) = (PangoRectangle(), PangoRectangle())
      pango_layout_line_get_extents(pointer, &ink, &logical)
      let (ascent, descent) = (-Int(logical.y), Int(logical.y) + Int(logical.height))
      let baseWidth = Int(logical.width) + pointer.wordGap
      var (lift, excess) = (0, 0)
      if let base = bases[index] {
        // The annotation stands on the em box of its base (JLREQ), not on all that the font asks for above it: that is
        // the distance of lines. Where the base is taller than its em box, it stands clear of the ink.
        lift = max(
          base.emTop(isVertical: shape.isVertical) + descent, base.inkTop + Int(ink.y) + Int(ink.height))
        room = max(room, wholePixels(ceiling: lift + ascent - base.top))
        excess = max(baseWidth - (base.right - base.left), 0)
      }
      let characters = max(shape.string.utf8Bytes(range).characterCount, 1)
      lines.append(
        Line(
          pointer: pointer, base: range, width: Int(logical.width), baseWidth: baseWidth, lift: lift,
          spread: (excess + characters - 1) / characters,
          ink: annotations.runs[index].style.isDecorated ? ink.union(logical) : ink))
    }
  }

  /// The annotations of a layout that has its final width: those whose bases are there to their ends.
  func placed(on text: TextLayout) -> [PlacedAnnotation] {
    let origin = room << 10
    return zip(lines, text.bases(of: lines.map(\.base))).compactMap { line, base in
      guard let base else { return nil }
      return PlacedAnnotation(
        line: line.pointer, x: base.left + (base.right - base.left - line.width) / 2,
        baseline: origin + base.baseline - line.lift, lineInk: line.ink)
    }
  }
}

/// An annotation at its place, in Pango units from the top left corner of the text.
struct PlacedAnnotation {
  let line: UnsafeMutablePointer<PangoLayoutLine>
  /// The left end of its baseline.
  let x: Int
  let baseline: Int
  /// What drawing it may touch, from the left end of its baseline.
  fileprivate let lineInk: PangoRectangle

  /// What drawing it may touch.
  var ink: PangoRectangle {
    PangoRectangle(
      x: lineInk.x &+ Int32(clamping: x), y: lineInk.y &+ Int32(clamping: baseline), width: lineInk.width,
      height: lineInk.height)
  }
}

extension UnsafeMutablePointer<PangoLayoutLine> {
  /// What sets a line apart from one beside it, in Pango units: a quarter of an em, about a word space. Scripts without words
  /// need nothing: two kana over each Han character are as wide as these, and must not part them.
  fileprivate var wordGap: Int {
    guard let run = pointee.runs?.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
      let item = run.item?.pointee, !item.hasWordlessScript
    else { return 0 }
    return item.emSize / 4
  }
}

extension Substring.UTF8View {
  fileprivate var characterCount: Int { Substring(self).count }
}
