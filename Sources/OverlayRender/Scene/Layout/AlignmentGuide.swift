/// A custom position of an alignment line. The function must be pure. Two guides are equal if they are the same object.
final class AlignmentGuide: Sendable, Hashable {
  let line: AlignmentLine
  private let compute: @Sendable (ViewDimensions) -> Double

  init(_ line: AlignmentLine, compute: @escaping @Sendable (ViewDimensions) -> Double) {
    self.line = line
    self.compute = compute
  }

  func position(in dimensions: ViewDimensions) -> Double { compute(dimensions).bounded }

  static func == (one: AlignmentGuide, other: AlignmentGuide) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension AlignmentGuide: WrapperLayout {
  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double? {
    guard line == self.line else { return pass.combinedPosition(of: line, in: node, for: proposal, size: size) }
    // A guide is computed from its content, without the guide itself.
    let content = pass.dimensions(of: size) {
      $0.combinedPosition(of: $1, in: node, for: proposal, size: size)
    }
    return position(in: content)
  }
}

/// A line by which views are aligned.
enum AlignmentLine: UInt8, Sendable, Hashable, CaseIterable {
  case leading, horizontalCenter, trailing
  case top, verticalCenter, bottom, firstTextBaseline, lastTextBaseline

  var axis: Axis { rawValue <= AlignmentLine.trailing.rawValue ? .horizontal : .vertical }

  /// The default position of the line in a view of a size. The baseline of a view without text is its bottom edge.
  func position(in size: Size) -> Double {
    switch self {
    case .leading, .top: 0
    case .horizontalCenter, .verticalCenter: size[axis] * 0.5
    case .trailing, .bottom, .firstTextBaseline, .lastTextBaseline: size[axis]
    }
  }

  /// Combines the positions of the line in the children of a container. As in SwiftUI, the first baseline is the
  /// highest one, the last baseline the lowest one, and other lines are at the mean.
  func combined(_ positions: [Double]) -> Double? {
    switch self {
    case .firstTextBaseline: positions.min()
    case .lastTextBaseline: positions.max()
    case .leading, .horizontalCenter, .trailing, .top, .verticalCenter, .bottom:
      positions.isEmpty ? nil : positions.reduce(0, +) / Double(positions.count)
    }
  }
}

/// The alignment lines that have custom positions in a tree.
struct AlignmentLines: OptionSet, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(_ line: AlignmentLine) {
    rawValue = 1 << line.rawValue
  }

  /// Creates the set of the lines of all guides in a tree, and of the baselines that texts have.
  init(givenIn nodes: [SceneNode]) {
    self = [AlignmentLines(.firstTextBaseline), AlignmentLines(.lastTextBaseline)]
    for node in nodes {
      if case .wrapper(.alignmentGuide(let guide)) = node.kind { insert(AlignmentLines(guide.line)) }
    }
  }
}

extension HorizontalAlignment {
  var line: AlignmentLine {
    switch self {
    case .leading: .leading
    case .center: .horizontalCenter
    case .trailing: .trailing
    }
  }
}

extension VerticalAlignment {
  var line: AlignmentLine {
    switch self {
    case .top: .top
    case .center: .verticalCenter
    case .bottom: .bottom
    case .firstTextBaseline: .firstTextBaseline
    case .lastTextBaseline: .lastTextBaseline
    }
  }
}
