/// A page on which boxes of lines are put at places of their own and keep out of each other's way.
struct Board: Sendable, Hashable {
  /// How much is kept free at the edges.
  enum Margin: Sendable, Hashable {
    /// A share of the extent at each edge, below one half.
    case share(Double)
    /// Pixels.
    case pixels(Double)

    /// So many pixels at each edge; `nil` for the title-safe area (SMPTE ST 2046-1).
    init(pixels: Double?) {
      self = pixels.map { .pixels(max($0.bounded, 0)) } ?? .share(0.05)
    }
  }

  var margin: Margin
  /// A line of the text that lines are counted by.
  var line: TextShape
}

/// Where a box stands on a board. Lines run along one axis, and boxes follow each other across it.
struct BoardPlace: Sendable, Hashable {
  enum Line: Sendable, Hashable {
    /// At the far end, where lines end.
    case last
    /// At the line of a number; those below zero count from the far end, -1 is the last.
    case number(Double)
    /// With a share of itself at the same or another share of the board's extent.
    case share(Double, ofItself: Double)
  }

  /// Along which axis the lines run.
  var lineAxis = Axis.horizontal
  /// Whether lines follow each other from right to left, or from the bottom up.
  var followsBackwards = false
  /// The stretch that lines may take, in shares of the board's extent.
  var start = 0.0
  var end = 1.0
  /// Where the box stands in that stretch: 0 at its beginning, 1 at its end.
  var alignment = 0.5
  var line = Line.last
  /// How many pixels it keeps away from the far end, where it stands at the last line.
  var distance = 0.0
  /// What others that stand on it know it by, and which one it stands on itself.
  var number = 0
  var standsOn: Int?
  /// Whether it is in the way of those only that stand on it: nothing of it is to be seen any more.
  var isGone = false
}

/// A window on a board through which boxes roll: the last stands at its bottom, the others above it.
struct BoardRoll: Sendable, Hashable {
  /// The width, in shares of the board's.
  var width: Double
  /// How many lines high it is.
  var lines: Int
  /// The point of the window that stands at a point of the board.
  var anchor: UnitPoint
  var boardAnchor: UnitPoint
  /// How far the last box has come in, 0 to 1.
  var progress: Double
  /// A line of the text that lines are counted by.
  var line: TextShape
}

extension Board {
  /// What is free within the margins of a board of a size. Margins that leave nothing are no margins.
  func area(of size: Size) -> Rect {
    var area = Rect(origin: .zero, size: size)
    for axis in [Axis.horizontal, .vertical] {
      let margin =
        switch margin {
        case .share(let share): size[axis] * share
        case .pixels(let pixels): pixels
        }
      guard margin.isFinite, 2 * margin < size[axis] else { continue }
      area.origin[axis] = margin
      area.size[axis] = size[axis] - 2 * margin
    }
    return area
  }

  /// The size of a board whose free area is as large as that.
  func size(around area: Size) -> Size {
    switch margin {
    case .share(let share): Size(area.width / (1 - 2 * share), area.height / (1 - 2 * share))
    case .pixels(let pixels): Size(area.width + 2 * pixels, area.height + 2 * pixels)
    }
  }
}

extension Rect {
  /// The first and the last coordinate along an axis.
  func range(along axis: Axis) -> (start: Double, end: Double) {
    (origin[axis], origin[axis] + size[axis])
  }

  /// Whether both have more in common than rounding makes of neighbours: a box that was moved beside another overlaps it
  /// no more.
  func overlaps(_ other: Rect) -> Bool {
    let rounding = 1e-3
    return [Axis.horizontal, .vertical].allSatisfy { axis in
      let (own, others) = (range(along: axis), other.range(along: axis))
      return own.start + rounding < others.end && others.start + rounding < own.end
    }
  }
}
