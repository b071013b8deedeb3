import CCairo

/// A line of a layout and the left end of its baseline, in Pango units.
struct PlacedLine {
  let line: UnsafeMutablePointer<PangoLayoutLine>
  let x: Int
  let baseline: Int
}

extension TextLayout {
  /// The lines at their places; `nil` if they are where Pango puts them.
  var placedLines: [PlacedLine]? {
    guard stacksUpwards else { return nil }
    var lines: [PlacedLine] = []
    forEachLine { iterator, _, logical in
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { return }
      let baseline = Int(pango_layout_iter_get_baseline(iterator)) + shift(ofLineAt: iterator)
      lines.append(PlacedLine(line: line, x: Int(logical.x), baseline: baseline))
    }
    return lines
  }

  /// The distance from where Pango puts the line of an iterator down to where it stands, in Pango units.
  ///
  /// If the first line is at the bottom, each line is as far from the bottom as Pango puts it from the top.
  func shift(ofLineAt iterator: OpaquePointer) -> Int {
    guard stacksUpwards else { return 0 }
    var (all, line) = (PangoRectangle(), PangoRectangle())
    pango_layout_iter_get_layout_extents(iterator, nil, &all)
    pango_layout_iter_get_line_extents(iterator, nil, &line)
    return 2 * Int(all.y) + Int(all.height) - 2 * Int(line.y) - Int(line.height)
  }

  /// The ink of the lines at their places, in Pango units.
  var shiftedInk: PangoRectangle {
    var all: PangoRectangle?
    forEachLine { iterator, ink, _ in
      var ink = ink
      ink.y &+= Int32(clamping: shift(ofLineAt: iterator))
      if ink.width > 0, ink.height > 0 { all = all?.union(ink) ?? ink }
    }
    return all ?? PangoRectangle()
  }

  /// Calls `body` for each line with its ink and its logical extents as Pango computes them.
  func forEachLine(_ body: (_ iterator: OpaquePointer, _ ink: PangoRectangle, _ logical: PangoRectangle) -> Void) {
    guard let iterator = pango_layout_get_iter(pointer) else { return }
    defer { pango_layout_iter_free(iterator) }
    repeat {
      var (ink, logical) = (PangoRectangle(), PangoRectangle())
      pango_layout_iter_get_line_extents(iterator, &ink, &logical)
      body(iterator, ink, logical)
    } while pango_layout_iter_next_line(iterator) != 0
  }
}
