/// The classes that stand for colours (W3C WebVTT, section 5).
enum WebVTTColors {
  /// The names of the classes that colour text; those with ``backgroundPrefix`` before them colour what is behind it.
  static let colors: [String: Color] = [
    "white": .white, "lime": .lime, "cyan": .cyan, "red": .red, "yellow": .yellow, "magenta": .magenta, "blue": .blue,
    "black": .black,
  ]
  static let backgroundPrefix = "bg_"

  /// Whether the class stands for a colour; then the style gets it.
  static func apply(_ className: String, to style: inout TextStyle) -> Bool {
    if let color = colors[className] {
      style.color = color
    } else if className.hasPrefix(backgroundPrefix),
      let color = colors[String(className.dropFirst(backgroundPrefix.count))]
    {
      style.backgroundColor = color
    } else {
      return false
    }
    return true
  }

  /// The class that stands for a colour, without a prefix; `nil` where none does.
  static func className(of color: Color) -> String? {
    names[color]
  }

  private static let names = Dictionary(uniqueKeysWithValues: colors.map { ($0.value, $0.key) })
}
