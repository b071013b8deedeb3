extension String {
  /// The text as it may stand between quotes in a one-line message: no control characters, and not longer than a glance.
  var forMessage: String {
    let limit = 40
    let visible = prefix(limit).unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }
    return String(String.UnicodeScalarView(visible)) + (count > limit ? "..." : "")
  }

  /// The text behind as many zeros as make it `width` characters wide.
  func zeroPadded(toWidth width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}

extension Unicode.Scalar {
  /// Neither a control character nor one that ends a line or turns the writing direction.
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}
