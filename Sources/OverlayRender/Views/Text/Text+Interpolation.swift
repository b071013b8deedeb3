// Without these conformances, a text interpolated into a text or string would appear as a description of its structure.

extension Text: ExpressibleByStringInterpolation {
  /// The interpolations of a text literal. Texts keep their styles, and other values are described as in a `String`.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// The text before `pending`; `nil` if there is none.
    private var joined: Text?
    private var pending = ""

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      pending.reserveCapacity(literalCapacity)
    }

    /// Appends a part of the literal.
    public mutating func appendLiteral(_ literal: String) {
      pending += literal
    }

    /// Appends a text in its own style.
    public mutating func appendInterpolation(_ text: Text) {
      joined = self.text + text
      pending = ""
    }

    /// Appends the description of a value.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      pending += String(describing: value)
    }

    /// Appends the description of an optional value, or a default string if it is `nil`.
    public mutating func appendInterpolation<Value>(
      _ value: Value?, default replacement: @autoclosure () -> some StringProtocol
    ) {
      pending += value.map { String(describing: $0) } ?? String(replacement())
    }

    /// The whole text.
    fileprivate var text: Text {
      guard let joined else { return Text(verbatim: pending) }
      return pending.isEmpty ? joined : joined + Text(verbatim: pending)
    }
  }

  /// Creates a text from a literal.
  public init(stringLiteral literal: String) {
    self.init(verbatim: literal)
  }

  /// Creates a text from a literal with interpolations.
  ///
  ///     Text("Goal! \(Text("Ada").bold()) (\(minute)')")
  public init(stringInterpolation interpolation: StringInterpolation) {
    self = interpolation.text
  }
}

extension Text: CustomStringConvertible {
  /// The characters of the text without styles. Texts that depend on time are left out.
  public var description: String { string }
}
