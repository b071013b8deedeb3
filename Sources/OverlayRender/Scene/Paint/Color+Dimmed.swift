extension Color {
  /// The colour less conspicuous, as opaque as before: nearer to black, or to white where it is dark itself.
  var dimmed: Color {
    // Luma as BT.709 weighs the components.
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let end = luma < 0.3 ? 1.0 : 0.0
    func mixed(_ component: Double) -> Double { component + (end - component) * 0.35 }
    return Color(red: mixed(red), green: mixed(green), blue: mixed(blue), alpha: alpha)
  }
}
