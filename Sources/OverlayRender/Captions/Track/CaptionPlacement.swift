/// Where a caption stands in the picture: the settings of a WebVTT cue (W3C WebVTT, section 3.1 and 3.5), which hold what
/// the other formats know as well.
///
/// Percentages are of the whole picture; what would come too near to an edge is moved inwards.
public struct CaptionPlacement: Sendable, Hashable {
  /// Which way lines of text run.
  public enum WritingDirection: Sendable, Hashable {
    /// Lines run across and follow each other downwards.
    case horizontal
    /// Lines are columns that follow each other to the left (`vertical:rl`).
    case verticalGrowingLeft
    /// Lines are columns that follow each other to the right (`vertical:lr`).
    case verticalGrowingRight
  }

  /// Where the cue stands across its lines.
  public enum Line: Sendable, Hashable {
    /// At the far end of the picture, on the first lines from there that are free.
    case automatic
    /// So many lines from the top (or the side where columns begin); negative ones count from the far end, -1 is the last.
    case number(Double)
    /// So many hundredths of the picture's extent, 0 to 100.
    case percentage(Double)
  }

  /// Which part of the cue stands at its line.
  public enum LineAlignment: Sendable, Hashable {
    /// Its top, or the side where its columns begin.
    case start
    /// Its middle.
    case center
    /// Its far end.
    case end
  }

  /// Which part of the cue stands at its position.
  public enum PositionAlignment: Sendable, Hashable {
    /// What the text's alignment suggests.
    case automatic
    /// The left edge, or the top.
    case lineLeft
    /// The middle.
    case center
    /// The right edge, or the bottom.
    case lineRight
  }

  /// How the lines stand in the cue's box.
  public enum TextAlignment: Sendable, Hashable {
    /// Where the script begins its lines.
    case start
    /// In the middle.
    case center
    /// Where the script ends its lines.
    case end
    /// At the left, or the top.
    case left
    /// At the right, or the bottom.
    case right
  }

  /// Which way lines run.
  public var direction: WritingDirection
  /// Where the cue stands across its lines.
  public var line: Line
  /// Which part of it stands there.
  public var lineAlignment: LineAlignment
  /// Where it stands along its lines, in hundredths of the picture's extent, 0 to 100; `nil` for what its text alignment
  /// suggests: the middle, or the edge where its lines begin or end.
  public var position: Double?
  /// Which part of it stands there.
  public var positionAlignment: PositionAlignment
  /// How long its lines may be, in hundredths of the picture's extent, 0 to 100.
  public var size: Double
  /// How its lines stand in its box.
  public var textAlignment: TextAlignment
  /// The identifier of the region that it is in; `nil` for none.
  public var region: String?

  /// Makes a placement; as it stands it is at the bottom, in the middle.
  public init(
    direction: WritingDirection = .horizontal, line: Line = .automatic, lineAlignment: LineAlignment = .start,
    position: Double? = nil, positionAlignment: PositionAlignment = .automatic, size: Double = 100,
    textAlignment: TextAlignment = .center, region: String? = nil
  ) {
    self.direction = direction
    self.line = line
    self.lineAlignment = lineAlignment
    self.position = position
    self.positionAlignment = positionAlignment
    self.size = size
    self.textAlignment = textAlignment
    self.region = region
  }
}

/// A part of the picture in which captions follow each other as on a roll: a WebVTT region (W3C WebVTT, section 3.4).
public struct CaptionRegion: Sendable, Hashable {
  /// A place by hundredths of an extent from the left and from the top, each 0 to 100.
  public struct Anchor: Sendable, Hashable {
    /// Hundredths of the width from the left.
    public var x: Double
    /// Hundredths of the height from the top.
    public var y: Double

    /// Makes a place.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// What cues call it.
  public var identifier: String
  /// Hundredths of the picture's width, 0 to 100.
  public var width: Double
  /// How many lines are visible.
  public var lines: Int
  /// The point of the region that stands at ``viewportAnchor``.
  public var anchor: Anchor
  /// Where in the picture that point is.
  public var viewportAnchor: Anchor
  /// Whether a new cue pushes the others up, smoothly.
  public var scrolls: Bool

  /// Makes a region; as it stands it is the bottom three lines of the picture.
  public init(
    identifier: String, width: Double = 100, lines: Int = 3, anchor: Anchor = Anchor(x: 0, y: 100),
    viewportAnchor: Anchor = Anchor(x: 0, y: 100), scrolls: Bool = false
  ) {
    self.identifier = identifier
    self.width = width
    self.lines = lines
    self.anchor = anchor
    self.viewportAnchor = viewportAnchor
    self.scrolls = scrolls
  }
}

extension CaptionPlacement {
  /// Whether two cues that are shown at the same time would lie one over the other. What depends on the script is taken as
  /// in text from left to right.
  func isInTheWay(of other: CaptionPlacement) -> Bool {
    direction == other.direction && line == other.line && sharesLines(with: other)
  }

  /// Whether lines of two cues run the same way and their extents overlap, so that both cues fit into the picture only if
  /// they are not too high together.
  func sharesLines(with other: CaptionPlacement) -> Bool {
    guard (direction == .horizontal) == (other.direction == .horizontal) else { return false }
    let (own, others) = (extent(isRightToLeft: false), other.extent(isRightToLeft: false))
    return own.start < others.end && others.start < own.end
  }

  /// Which stretch of the picture's extent its lines may take, in hundredths (W3C WebVTT, section 7.2, steps 2 to 8).
  func extent(isRightToLeft: Bool) -> (start: Double, end: Double) {
    let alignment = settledPositionAlignment(isRightToLeft: isRightToLeft)
    let position = min(max(position ?? automaticPosition(isRightToLeft: isRightToLeft), 0), 100)
    let room =
      switch alignment {
      case .lineLeft: 100 - position
      case .lineRight: position
      case .center, .automatic: 2 * min(position, 100 - position)
      }
    let size = min(max(size, 0), room)
    let start =
      switch alignment {
      case .lineLeft: position
      case .lineRight: position - size
      case .center, .automatic: position - size / 2
      }
    return (start, start + size)
  }

  /// Where a cue without a position stands (W3C WebVTT, section 3.1, "computed position"). Unlike the specification, which
  /// puts them in the middle and so loses half of the width, `start` and `end` are at the picture's edges, as in browsers.
  private func automaticPosition(isRightToLeft: Bool) -> Double {
    switch textAlignment {
    case .left: 0
    case .right: 100
    case .start: isRightToLeft ? 100 : 0
    case .end: isRightToLeft ? 0 : 100
    case .center: 50
    }
  }

  /// Which part of it stands there (W3C WebVTT, section 3.1, "computed position alignment").
  private func settledPositionAlignment(isRightToLeft: Bool) -> PositionAlignment {
    guard positionAlignment == .automatic else { return positionAlignment }
    return switch textAlignment {
    case .left: .lineLeft
    case .right: .lineRight
    case .start: isRightToLeft ? .lineRight : .lineLeft
    case .end: isRightToLeft ? .lineLeft : .lineRight
    case .center: .center
    }
  }
}
