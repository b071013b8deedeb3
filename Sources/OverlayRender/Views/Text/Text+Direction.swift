extension Text {
  /// Whether the first letter belongs to a script that is written from right to left.
  package var isRightToLeft: Bool {
    string.unicodeScalars.first(where: \.properties.isAlphabetic)?.isRightToLeftLetter ?? false
  }
}
