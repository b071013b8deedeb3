/// The position of a caption in the picture: the settings of a WebVTT cue (W3C WebVTT, sections 3.1 and 3.5), which
/// also cover the other formats.
///
/// Percentages are relative to the whole picture. Captions too close to an edge are moved inwards.
public struct CaptionPlacement: Sendable, Hashable {
  /// The direction in which lines of text run.
  public enum WritingDirection: Sendable, Hashable {
    /// Lines are horizontal, from top to bottom.
    case horizontal
    /// Lines are vertical, from right to left (`vertical:rl`).
    case verticalGrowingLeft
    /// Lines are vertical, from left to right (`vertical:lr`).
    case verticalGrowingRight
  }

  /// The position of the cue across its lines.
  public enum Line: Sendable, Hashable {
    /// At the far end of the picture, on the nearest free lines.
    case automatic
    /// A number of lines from the top, or from the side where vertical lines start. Negative numbers count from the far
    /// end; -1 is the last line.
    case number(Double)
    /// A percentage of the picture, 0 to 100.
    case percentage(Double)
  }

  /// The part of the cue that is at its line.
  public enum LineAlignment: Sendable, Hashable {
    /// The top, or the side where vertical lines start.
    case start
    /// The center.
    case center
    /// The far end.
    case end
  }

  /// The part of the cue that is at its position.
  public enum PositionAlignment: Sendable, Hashable {
    /// The part that corresponds to the text alignment.
    case automatic
    /// The left edge, or the top.
    case lineLeft
    /// The center.
    case center
    /// The right edge, or the bottom.
    case lineRight
  }

  /// The alignment of the lines in the box of the cue.
  public enum TextAlignment: Sendable, Hashable {
    /// At the start, according to the direction of the script.
    case start
    /// In the center.
    case center
    /// At the end, according to the direction of the script.
    case end
    /// At the left, or the top.
    case left
    /// At the right, or the bottom.
    case right
  }

  /// The direction in which lines run.
  public var direction: WritingDirection
  /// The position of the cue across its lines.
  public var line: Line
  /// The part of the cue that is at its line.
  public var lineAlignment: LineAlignment
  /// The position of the cue along its lines, as a percentage of the picture, 0 to 100. If it is `nil`, it depends on
  /// the text alignment: the center, or the edge where lines start or end.
  public var position: Double?
  /// The part of the cue that is at its position.
  public var positionAlignment: PositionAlignment
  /// The maximum length of lines, as a percentage of the picture, 0 to 100.
  public var size: Double
  /// The alignment of the lines in the box of the cue.
  public var textAlignment: TextAlignment
  /// The identifier of the region of the cue; `nil` if there is none.
  public var region: String?

  /// Creates a placement. The default is the bottom center.
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

/// A part of the picture in which captions follow each other, as in roll-up captions: a WebVTT region (W3C WebVTT,
/// section 3.4).
public struct CaptionRegion: Sendable, Hashable {
  /// A point as percentages from the left and the top, each 0 to 100.
  public struct Anchor: Sendable, Hashable {
    /// The percentage of the width, from the left.
    public var x: Double
    /// The percentage of the height, from the top.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The identifier by which cues name the region.
  public var identifier: String
  /// The width as a percentage of the picture, 0 to 100.
  public var width: Double
  /// The number of visible lines.
  public var lines: Int
  /// The point of the region that is at ``viewportAnchor``.
  public var anchor: Anchor
  /// The point of the picture at which the ``anchor`` of the region is.
  public var viewportAnchor: Anchor
  /// Whether a new cue scrolls the others up.
  public var scrolls: Bool

  /// Creates a region. The default is the bottom three lines of the picture.
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
  /// Returns whether two cues that are shown at the same time would cover each other. Where values depend on the
  /// script, left-to-right text is assumed.
  func isInTheWay(of other: CaptionPlacement) -> Bool {
    direction == other.direction && line == other.line && sharesLines(with: other)
  }

  /// Returns whether lines of two cues have the same direction and their extents overlap, so that both cues fit into
  /// the picture only if they are not too high together.
  func sharesLines(with other: CaptionPlacement) -> Bool {
    guard (direction == .horizontal) == (other.direction == .horizontal) else { return false }
    let (own, others) = (extent(isRightToLeft: false), other.extent(isRightToLeft: false))
    return own.start < others.end && others.start < own.end
  }

  /// Returns the part of the picture that the lines may take along their direction, in percent (W3C WebVTT, section
  /// 7.2, steps 2 to 8).
  package func extent(isRightToLeft: Bool) -> (start: Double, end: Double) {
    let alignment = computedPositionAlignment(isRightToLeft: isRightToLeft)
    let position = min(max(position ?? computedPosition(isRightToLeft: isRightToLeft), 0), 100)
    let available =
      switch alignment {
      case .lineLeft: 100 - position
      case .lineRight: position
      case .center, .automatic: 2 * min(position, 100 - position)
      }
    let size = min(max(size, 0), available)
    let start =
      switch alignment {
      case .lineLeft: position
      case .lineRight: position - size
      case .center, .automatic: position - size / 2
      }
    return (start, start + size)
  }

  /// Returns the position of a cue without a position (W3C WebVTT, section 3.1, "computed position"). The specification
  /// puts `start` and `end` in the center, which halves the available width. Here they are at the edges of the picture,
  /// as in browsers.
  private func computedPosition(isRightToLeft: Bool) -> Double {
    switch textAlignment {
    case .left: 0
    case .right: 100
    case .start: isRightToLeft ? 100 : 0
    case .end: isRightToLeft ? 0 : 100
    case .center: 50
    }
  }

  /// Returns the part of the cue that is at its position (W3C WebVTT, section 3.1, "computed position alignment").
  private func computedPositionAlignment(isRightToLeft: Bool) -> PositionAlignment {
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
