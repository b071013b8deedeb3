// Patterns that a program writes down are known to be right; those that a user gives go through the throwing initialisers.

extension ClockPattern: ExpressibleByStringLiteral {
  /// Takes a pattern from the program's text; one that is no pattern ends the program and says why.
  public init(stringLiteral text: String) {
    do { self = try ClockPattern(text) } catch { preconditionFailure("\(error)") }
  }
}

extension SpanPattern: ExpressibleByStringLiteral {
  /// Takes a pattern from the program's text; one that is no pattern ends the program and says why.
  public init(stringLiteral text: String) {
    do { self = try SpanPattern(text) } catch { preconditionFailure("\(error)") }
  }
}
