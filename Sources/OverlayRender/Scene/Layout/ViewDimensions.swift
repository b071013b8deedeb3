/// The size of a view and its alignment lines, in pixels from the top left corner.
public struct ViewDimensions: Sendable {
  /// The width of the view.
  public let width: Double
  /// The height of the view.
  public let height: Double
  private let explicit: [AlignmentLine: Double]

  init(size: Size, explicit: [AlignmentLine: Double]) {
    width = size.width
    height = size.height
    self.explicit = explicit
  }

  /// The position of a horizontal alignment line, as a distance from the left edge.
  public subscript(alignment: HorizontalAlignment) -> Double { self[alignment.line] }

  /// The position of a vertical alignment line, as a distance from the top edge.
  public subscript(alignment: VerticalAlignment) -> Double { self[alignment.line] }

  /// The position that `alignmentGuide` sets in the view; `nil` if none is set.
  public subscript(explicit alignment: HorizontalAlignment) -> Double? { explicit[alignment.line] }

  /// The position that `alignmentGuide` sets in the view, or the position of a text's baseline; `nil` if there is none.
  public subscript(explicit alignment: VerticalAlignment) -> Double? { explicit[alignment.line] }

  private subscript(line: AlignmentLine) -> Double {
    explicit[line] ?? line.position(in: Size(width, height))
  }
}
