import CCairo

/// A piece of a laid out text that has an annotation, in Pango units.
struct AnnotationBase {
  /// From the layout's left edge.
  private(set) var left: Int
  private(set) var right: Int
  /// From the layout's top edge to the baseline of the line, where that stands.
  let baseline: Int
  /// How far the fonts reach above that baseline, and the ink.
  private(set) var top: Int
  private(set) var inkTop: Int
  /// How far the baseline of the piece is above that of the line.
  private let rise: Int
  /// How high the em box of its first font is.
  private let em: Int
  fileprivate var byteCount: Int

  /// How far its em box reaches above the baseline of the line.
  ///
  /// In nearly all fonts the baseline of Han characters is 12 % of the em above the lower edge of the box. In columns it is
  /// in the middle.
  func emTop(isVertical: Bool) -> Int {
    rise + (isVertical ? em / 2 : em * 88 / 100)
  }

  /// The run at which an iterator stands.
  fileprivate init(_ item: PangoItem, at iterator: OpaquePointer, in layout: TextLayout) {
    var (ink, logical) = (PangoRectangle(), PangoRectangle())
    pango_layout_iter_get_run_extents(iterator, &ink, &logical)
    let baseline = Int(pango_layout_iter_get_baseline(iterator))
    left = Int(logical.x)
    right = left + Int(logical.width)
    top = baseline - Int(logical.y)
    inkTop = ink.height > 0 ? baseline - Int(ink.y) : 0
    rise = baseline - Int(pango_layout_iter_get_run_baseline(iterator))
    em = item.emSize
    byteCount = Int(item.length)
    self.baseline = baseline + layout.shift(ofLineAt: iterator)
  }

  fileprivate mutating func add(_ run: AnnotationBase) {
    left = min(left, run.left)
    right = max(right, run.right)
    top = max(top, run.top)
    inkTop = max(inkTop, run.inkTop)
    byteCount += run.byteCount
  }
}

extension TextLayout {
  /// The pieces of the text at disjoint ranges of its bytes, in order; `nil` where not all of one is there.
  func bases(of ranges: [Range<Int>]) -> [AnnotationBase?] {
    var bases = [AnnotationBase?](repeating: nil, count: ranges.count)
    guard let iterator = pango_layout_get_iter(pointer) else { return bases }
    defer { pango_layout_iter_free(iterator) }
    repeat {
      guard let item = pango_layout_iter_get_run_readonly(iterator)?.pointee.item?.pointee, !item.isEllipsis,
        let index = ranges.index(holding: Int(item.offset))
      else { continue }
      let run = AnnotationBase(item, at: iterator, in: self)
      if bases[index] == nil { bases[index] = run } else { bases[index]?.add(run) }
    } while pango_layout_iter_next_run(iterator) != 0
    return zip(bases, ranges).map { base, range in base?.byteCount == range.count ? base : nil }
  }
}

extension PangoItem {
  /// Whether it stands for what was left out.
  var isEllipsis: Bool { UInt32(analysis.flags) & UInt32(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0 }

  /// The size of its font, in Pango units.
  var emSize: Int {
    let description = FontDescription(owning: pango_font_describe_with_absolute_size(analysis.font))
    return Int(pango_font_description_get_size(description.pointer))
  }

  /// Whether its script has characters of equal rank and no words: Han, kana, Hangul, Bopomofo.
  var hasWordlessScript: Bool {
    switch PangoScript(Int32(analysis.script)) {
    case PANGO_SCRIPT_HAN, PANGO_SCRIPT_HIRAGANA, PANGO_SCRIPT_KATAKANA, PANGO_SCRIPT_HANGUL, PANGO_SCRIPT_BOPOMOFO:
      true
    default: false
    }
  }
}

extension [Range<Int>] {
  /// The range that holds a number, by its index, of ranges that are disjoint and in order.
  func index(holding number: Int) -> Int? {
    let index = partitioningIndex { $0.upperBound > number }
    return index < endIndex && self[index].contains(number) ? index : nil
  }
}
