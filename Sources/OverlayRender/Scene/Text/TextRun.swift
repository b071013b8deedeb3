/// A piece of a text with a style.
public struct TextRun: Sendable, Hashable {
  /// The range of the piece, in bytes of the text's UTF-8.
  public var range: Range<Int>
  /// The style, relative to that around it.
  public var style: TextStyle

  /// Creates a run.
  public init(range: Range<Int>, style: TextStyle) {
    self.range = range
    self.style = style
  }
}

extension TextRun {
  /// Returns disjoint runs of whole characters, in order. Where runs overlap, the later one is on top. Runs without an
  /// effect are removed.
  static func disjoint(_ runs: [TextRun], in string: String) -> [TextRun] {
    let clipped = clipped(runs, to: string)
    let isOrdered = zip(clipped, clipped.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
    return isOrdered ? clipped : flattened(clipped)
  }

  /// Returns disjoint runs that fill a text of `count` bytes. `style` applies within and between them.
  static func filled(_ runs: [TextRun], count: Int, with style: TextStyle) -> [TextRun] {
    guard !style.isEmpty else { return runs }
    var filled: [TextRun] = []
    var position = 0
    for run in runs {
      if position < run.range.lowerBound {
        filled.append(TextRun(range: position..<run.range.lowerBound, style: style))
      }
      filled.append(TextRun(range: run.range, style: run.style.within(style)))
      position = run.range.upperBound
    }
    if position < count { filled.append(TextRun(range: position..<count, style: style)) }
    return filled
  }

  func moved(by offset: Int) -> TextRun {
    TextRun(range: (range.lowerBound + offset)..<(range.upperBound + offset), style: style)
  }

  private static func edges(of runs: [TextRun]) -> [Int] {
    var edges: [Int] = []
    edges.reserveCapacity(2 * runs.count)
    for run in runs {
      edges.append(run.range.lowerBound)
      edges.append(run.range.upperBound)
    }
    return edges
  }

  private static func clipped(_ runs: [TextRun], to string: String) -> [TextRun] {
    let starts = string.characterStarts(at: edges(of: runs))
    return runs.compactMap { run in
      guard let lower = starts[run.range.lowerBound], let upper = starts[run.range.upperBound], lower < upper,
        !run.style.isEmpty
      else { return nil }
      return TextRun(range: lower..<upper, style: run.style)
    }
  }

  private static func flattened(_ runs: [TextRun]) -> [TextRun] {
    let edges = Set(edges(of: runs)).sorted()
    let opening = runs.indices.sorted { (runs[$0].range.lowerBound, $0) < (runs[$1].range.lowerBound, $1) }
    var next = 0
    // The open runs, outermost first.
    var open: [Int] = []
    return zip(edges, edges.dropFirst()).compactMap { start, end in
      open.removeAll { runs[$0].range.upperBound <= start }
      while next < opening.count, runs[opening[next]].range.lowerBound == start {
        open.insert(opening[next], at: open.firstIndex { $0 > opening[next] } ?? open.endIndex)
        next += 1
      }
      let style = open.reduce(TextStyle()) { runs[$1].style.within($0) }
      return style.isEmpty ? nil : TextRun(range: start..<end, style: style)
    }
  }
}

extension String {
  /// Returns the start of the character at each position in bytes of UTF-8. Positions beyond the end map to the end.
  func characterStarts(at places: [Int]) -> [Int: Int] {
    var starts = [Int: Int](minimumCapacity: places.count)
    var index = startIndex
    var start = 0
    for place in places.sorted() {
      while index < endIndex {
        let next = self.index(after: index)
        let end = start + utf8.distance(from: index, to: next)
        if place < end { break }
        (index, start) = (next, end)
      }
      starts[place] = start
    }
    return starts
  }
}
