extension View {
  /// Lets texts have so many lines at most, at least 1; `nil` for as many as they need. What does not fit is left out, and
  /// an ellipsis stands in its place.
  public func lineLimit(_ limit: Int?) -> EnvironmentView<Self> {
    environment { $0.lineLimit = limit.map { max($0, 1) } }
  }

  /// Says which part of a line is left out that is too long for its ``lineLimit(_:)``: the end, when nothing is said.
  public func truncationMode(_ mode: TruncationMode) -> EnvironmentView<Self> {
    environment { $0.truncation = mode }
  }

  /// Adds pixels between two characters, -2048 to 2048.
  public func letterSpacing(_ spacing: Double) -> EnvironmentView<Self> {
    environment { $0.letterSpacing = spacing.limitedUnlessNaN(to: TextStyle.lengths) ?? 0 }
  }

  /// Adds pixels between two lines of a text, -2048 to 2048.
  public func lineSpacing(_ spacing: Double) -> EnvironmentView<Self> {
    environment { $0.lineSpacing = spacing.limitedUnlessNaN(to: TextStyle.lengths) ?? 0 }
  }

  /// Turns OpenType features on or off, as CSS writes them: `ss01, tnum`, `liga=0`. What a font does not have changes
  /// nothing.
  public func fontFeatures(_ features: String?) -> EnvironmentView<Self> {
    environment { $0.fontFeatures = features }
  }

  /// Lets texts shrink so that they fit the width they are offered within their ``lineLimit(_:)``, down to a share of their
  /// size (0.01 to 1).
  ///
  /// A text without a limit wraps instead; it shrinks only as far as its longest word needs. Values of clocks and timers
  /// are one line.
  public func minimumScaleFactor(_ factor: Double) -> EnvironmentView<Self> {
    environment { $0.minimumScale = factor.limitedUnlessNaN(to: 0.01...1) ?? 1 }
  }

  /// Breaks lines so that they are of like length: at the least width that takes no more lines. Texts of more than ten
  /// lines stay as they are.
  public func balancedLines(_ isActive: Bool = true) -> EnvironmentView<Self> {
    environment { $0.balancesLines = isActive }
  }

  /// Sets lines as columns, from right to left: CJK stands upright, other scripts lie on their side.
  public func verticalText(_ isActive: Bool = true) -> EnvironmentView<Self> {
    environment { $0.writingMode = isActive ? .verticalRightToLeft : .horizontal }
  }

  /// Lets the lines of a text begin, end or centre together.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> EnvironmentView<Self> {
    environment { $0.textAlignment = alignment }
  }
}
