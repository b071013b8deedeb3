// Without these a text in a text, or in a string, would be written out as the structure that it is.

extension Text: ExpressibleByStringInterpolation {
  /// What a literal with interpolations is made into: texts keep their styles, all else is as in a `String`.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// What stands before `pending`; nil while that is all.
    private var joined: Text?
    private var pending = ""

    /// Makes an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      pending.reserveCapacity(literalCapacity)
    }

    /// Appends a piece of the literal.
    public mutating func appendLiteral(_ literal: String) {
      pending += literal
    }

    /// Appends a text in its own style, as `+` does.
    public mutating func appendInterpolation(_ text: Text) {
      joined = self.text + text
      pending = ""
    }

    /// Appends the description of a value.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      pending += String(describing: value)
    }

    /// Appends the description of a value, or a string where there is no value.
    public mutating func appendInterpolation<Value>(
      _ value: Value?, default replacement: @autoclosure () -> some StringProtocol
    ) {
      pending += value.map { String(describing: $0) } ?? String(replacement())
    }

    /// All of it.
    fileprivate var text: Text {
      guard let joined else { return Text(verbatim: pending) }
      return pending.isEmpty ? joined : joined + Text(verbatim: pending)
    }
  }

  /// Makes a text of a literal.
  public init(stringLiteral literal: String) {
    self.init(verbatim: literal)
  }

  /// Makes a text of a literal with interpolations.
  ///
  ///     Text("Goal! \(Text("Ada").bold()) (\(minute)')")
  public init(stringInterpolation interpolation: StringInterpolation) {
    self = interpolation.text
  }
}

extension Text: CustomStringConvertible {
  /// The characters of the text, without their styles; what follows the time is left out.
  public var description: String { string }
}
