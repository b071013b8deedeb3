import CCairo

/// The base text of an annotation in a layout, in Pango units.
struct AnnotationBase {
  /// The distance from the left edge of the layout.
  private(set) var left: Int
  private(set) var right: Int
  /// The distance from the top edge of the layout to the baseline of the line, at its final place.
  let baseline: Int
  /// The ascents of the fonts and of the ink above that baseline.
  private(set) var top: Int
  private(set) var inkTop: Int
  /// The distance of the base text's baseline above the line's baseline.
  private let rise: Int
  /// The em size of the first font.
  private let em: Int
  fileprivate var byteCount: Int

  /// Returns the distance of the top of the em box above the baseline of the line.
  ///
  /// In nearly all fonts, the baseline of Han characters is 12 % of the em above the bottom of the box. In columns it
  /// is in the middle.
  func emTop(isVertical: Bool) -> Int {
    rise + (isVertical ? em / 2 : em * 88 / 100)
  }

  /// Creates a base from the run at the position of an iterator.
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
  /// Returns the base texts for disjoint, ordered byte ranges. A base is `nil` if a part of it is not visible.
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
  /// Whether the item is the ellipsis of truncated text.
  var isEllipsis: Bool { UInt32(analysis.flags) & UInt32(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0 }

  /// The size of the font, in Pango units.
  var emSize: Int {
    let description = FontDescription(owning: pango_font_describe_with_absolute_size(analysis.font))
    return Int(pango_font_description_get_size(description.pointer))
  }

  /// Whether the script has no words and characters of equal weight: Han, kana, Hangul, Bopomofo.
  var hasWordlessScript: Bool {
    switch PangoScript(Int32(analysis.script)) {
    case PANGO_SCRIPT_HAN, PANGO_SCRIPT_HIRAGANA, PANGO_SCRIPT_KATAKANA, PANGO_SCRIPT_HANGUL, PANGO_SCRIPT_BOPOMOFO:
      true
    default: false
    }
  }
}

extension [Range<Int>] {
  /// Returns the index of the range that contains a number, for disjoint and ordered ranges.
  func index(holding number: Int) -> Int? {
    let index = partitioningIndex { $0.upperBound > number }
    return index < endIndex && self[index].contains(number) ? index : nil
  }
}
