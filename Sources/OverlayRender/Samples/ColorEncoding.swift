/// The weights by which red, green and blue make luma.
public enum ColorMatrix: String, Sendable, Hashable, CaseIterable {
  /// ITU-R BT.601: 0.299, 0.587, 0.114.
  case bt601
  /// ITU-R BT.709: 0.2126, 0.7152, 0.0722.
  case bt709

  /// The usual matrix of a picture of that size: BT.709 from a width of 1280 or a height over 576, else BT.601.
  public static func usual(for size: PixelSize) -> ColorMatrix {
    size.width >= 1280 || size.height > 576 ? .bt709 : .bt601
  }
}

/// Which sample values black, white and the full colour differences have.
public enum ColorRange: String, Sendable, Hashable, CaseIterable {
  /// Luma 16...235, chroma 16...240.
  case limited
  /// Luma and chroma 0...255.
  case full
}
