/// The style of the lines in ``ListeningText``.
struct ListeningStyle: Sendable {
  let look: CaptionLook
  let highlight: Color?
  let showsNeighbors: Bool

  /// The greatest number of bytes of UTF-8 in a line.
  static let maximumByteCount = 4 << 10

  /// The size of all lines but the current one, as a share of its size.
  static let smallScale = 0.6

  /// Returns the distance from the current line to the next, in whole pixels, by which a transition moves lines.
  static func pitch(in environment: EnvironmentValues) -> Int {
    Int((environment.font.size * 1.25).rounded())
  }

  /// Sets the style of all lines.
  @Sendable static func prepare(_ environment: inout EnvironmentValues) {
    environment.textAlignment = .center
    environment.balancesLines = true
    environment.writingMode = .horizontal
    environment.heightFit = HeightFit(mustShowAll: true)
  }

  /// Sets the style of all lines but the current one, which are small and have at most two lines of text.
  @Sendable static func makeSmall(_ environment: inout EnvironmentValues) {
    environment.lineLimit = min(environment.lineLimit ?? 2, 2)
    environment.font.size *= smallScale
    environment.letterSpacing *= smallScale
    environment.lineSpacing *= smallScale
  }

  /// Sets the style of the previous and the next line.
  @Sendable static func makeNeighbor(_ environment: inout EnvironmentValues) {
    makeSmall(&environment)
    // It is shown completely when it is the current line.
    environment.heightFit = HeightFit()
    environment.foregroundColor = environment.foregroundColor.dimmed
  }

  /// Returns the least height in which a line is shown, in pixels. The exact height is known only in layout, but the
  /// line loses no more than the space above its letters.
  func minimumHeight(in environment: EnvironmentValues) -> Double {
    let padding = look.padding(around: environment.font, isVertical: false)
    return environment.font.size + padding.top + padding.bottom
  }
}
