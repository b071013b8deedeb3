/// How lines are shown to a listener.
struct ListeningStyle: Sendable {
  let look: CaptionLook
  let highlight: Color?
  let showsNeighbors: Bool

  /// How many bytes of UTF-8 of a line are shown.
  static let maximumByteCount = 4 << 10

  /// The size of all but the current line, as a share of its own.
  static let smallScale = 0.6

  /// The whole pixels from the current line to the next, as far as lines move by a transition.
  static func pitch(in environment: EnvironmentValues) -> Int {
    Int((environment.font.size * 1.25).rounded())
  }

  /// What holds for all lines.
  @Sendable static func prepare(_ environment: inout EnvironmentValues) {
    environment.textAlignment = .center
    environment.balancesLines = true
    environment.writingMode = .horizontal
    environment.heightFit = HeightFit()
  }

  /// What holds for all but the current line: they are small, and have two lines at most.
  @Sendable static func makeSmall(_ environment: inout EnvironmentValues) {
    environment.lineLimit = min(environment.lineLimit ?? 2, 2)
    environment.font.size *= smallScale
    environment.letterSpacing *= smallScale
    environment.lineSpacing *= smallScale
  }

  /// What holds for the lines before and after.
  @Sendable static func makeNeighbor(_ environment: inout EnvironmentValues) {
    makeSmall(&environment)
    environment.foregroundColor = environment.foregroundColor.dimmed
  }

  /// The pixels without which there is no room for a line: its own height is known to layout alone, but what it loses then
  /// is no more than the space above its letters.
  func minimumHeight(in environment: EnvironmentValues) -> Double {
    let padding = look.padding(around: environment.font, isVertical: false)
    return environment.font.size + padding.top + padding.bottom
  }
}
