/// A view's extents and the lines it is aligned by, in pixels from its top left corner.
public struct ViewDimensions: Sendable {
  /// The view's width.
  public let width: Double
  /// The view's height.
  public let height: Double
  private let explicit: [AlignmentLine: Double]

  init(size: Size, explicit: [AlignmentLine: Double]) {
    width = size.width
    height = size.height
    self.explicit = explicit
  }

  /// Where the view has the line of a horizontal alignment, as a distance from its left edge.
  public subscript(alignment: HorizontalAlignment) -> Double { self[alignment.line] }

  /// Where the view has the line of a vertical alignment, as a distance from its top edge.
  public subscript(alignment: VerticalAlignment) -> Double { self[alignment.line] }

  /// The line that was given with `alignmentGuide`, to the view or to something in it; `nil` where none was.
  public subscript(explicit alignment: HorizontalAlignment) -> Double? { explicit[alignment.line] }

  /// The line that was given with `alignmentGuide`, to the view or to something in it, or the baseline of a text in it;
  /// `nil` where there is none.
  public subscript(explicit alignment: VerticalAlignment) -> Double? { explicit[alignment.line] }

  private subscript(line: AlignmentLine) -> Double {
    explicit[line] ?? line.position(in: Size(width, height))
  }
}
