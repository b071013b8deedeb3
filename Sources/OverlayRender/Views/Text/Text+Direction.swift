extension Text {
  /// Whether the first letter belongs to a script that is written from right to left.
  package var isRightToLeft: Bool {
    string.unicodeScalars.first(where: \.properties.isAlphabetic)?.isRightToLeft ?? false
  }
}

extension Unicode.Scalar {
  /// Whether it lies in a block whose letters go from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and their like
  /// (Unicode Standard Annex 9, table 4; DerivedBidiClass.txt).
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
