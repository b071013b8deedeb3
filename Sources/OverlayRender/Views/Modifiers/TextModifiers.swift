extension View {
  /// Sets the greatest number of lines of text, at least 1; `nil` for no limit. Text that does not fit is replaced by
  /// an ellipsis.
  ///
  /// A range also sets the least number: `lineLimit(2...3)` takes the height of two lines for a text with one.
  public func lineLimit(_ limit: Int?) -> EnvironmentView<Self> {
    lineLimit(from: 0, through: limit)
  }

  /// Sets the greatest number of lines of text, and whether the text takes the height of as many lines if it has fewer.
  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> EnvironmentView<Self> {
    lineLimit(from: reservesSpace ? limit : 0, through: limit)
  }

  /// Sets the least and the greatest number of lines of text. A text with fewer lines takes the height of the least
  /// number, and its lines are at the top.
  @_documentation(visibility: internal)
  public func lineLimit(_ limits: ClosedRange<Int>) -> EnvironmentView<Self> {
    lineLimit(from: limits.lowerBound, through: limits.upperBound)
  }

  /// Sets the least number of lines of text. A text with fewer lines takes the height of that number.
  @_documentation(visibility: internal)
  public func lineLimit(_ limits: PartialRangeFrom<Int>) -> EnvironmentView<Self> {
    lineLimit(from: limits.lowerBound, through: nil)
  }

  /// Sets the greatest number of lines of text, as ``lineLimit(_:)`` does.
  @_documentation(visibility: internal)
  public func lineLimit(_ limits: PartialRangeThrough<Int>) -> EnvironmentView<Self> {
    lineLimit(from: 0, through: limits.upperBound)
  }

  private func lineLimit(from least: Int, through greatest: Int?) -> EnvironmentView<Self> {
    environment {
      $0.lineLimit = greatest.map { max($0, 1) }
      $0.leastLineCount = min(least, EnvironmentValues.greatestLeastLineCount)
    }
  }

  /// Shows text in upper or lower case letters, by the rules of its language; `nil` for the letters as they are.
  public func textCase(_ textCase: TextCase?) -> EnvironmentView<Self> {
    environment { $0.textCase = textCase }
  }

  /// Sets the part of a line that an ellipsis replaces if the text exceeds its ``lineLimit(_:)``. The default is the
  /// end.
  public func truncationMode(_ mode: TruncationMode) -> EnvironmentView<Self> {
    environment { $0.truncation = mode }
  }

  /// Sets the space added between two characters, in pixels, -2048...2048.
  public func letterSpacing(_ spacing: Double) -> EnvironmentView<Self> {
    environment { $0.letterSpacing = spacing.limitedUnlessNaN(to: TextStyle.lengths) ?? 0 }
  }

  /// Sets the space added between two characters, like ``letterSpacing(_:)``.
  public func tracking(_ tracking: Double) -> EnvironmentView<Self> {
    letterSpacing(tracking)
  }

  /// Sets the space added between two lines, in pixels, -2048...2048.
  public func lineSpacing(_ spacing: Double) -> EnvironmentView<Self> {
    environment { $0.lineSpacing = spacing.limitedUnlessNaN(to: TextStyle.lengths) ?? 0 }
  }

  /// Sets OpenType features in CSS notation, such as `ss01, tnum` or `liga=0`. Features that a font does not have are
  /// ignored.
  public func fontFeatures(_ features: String?) -> EnvironmentView<Self> {
    environment { $0.fontFeatures = features }
  }

  /// Lets text shrink to fit the width offered within its ``lineLimit(_:)``, down to a share of its size, 0.01...1.
  ///
  /// Text without a limit wraps instead, and shrinks only if its longest word does not fit. Clocks and timers have one
  /// line.
  public func minimumScaleFactor(_ factor: Double) -> EnvironmentView<Self> {
    environment { $0.minimumScale = factor.limitedUnlessNaN(to: 0.01...1) ?? 1 }
  }

  /// Breaks lines at similar lengths: at the least width that does not need more lines. Chinese and Japanese lines end
  /// after punctuation if they stay similar. Texts of more than twenty lines are not changed.
  public func balancedLines(_ isActive: Bool = true) -> EnvironmentView<Self> {
    environment { $0.balancesLines = isActive }
  }

  /// Sets text in vertical lines, from right to left. CJK characters are upright, and other scripts are rotated.
  public func verticalText(_ isActive: Bool = true) -> EnvironmentView<Self> {
    environment { $0.writingMode = isActive ? .verticalRightToLeft : .horizontal }
  }

  /// Sets the alignment of the lines of text.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> EnvironmentView<Self> {
    environment { $0.textAlignment = alignment }
  }
}
