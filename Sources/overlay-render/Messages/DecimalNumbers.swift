import OverlayRender

extension Double {
  /// The number with exactly a number of decimals, as messages and reports show it.
  func decimal(places: Int) -> String {
    let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
    let units = Int((magnitude * Double(unit)).rounded())
    let decimals = String(units % unit)
    let fraction = places == 0 ? "" : "." + String(repeating: "0", count: places - decimals.count) + decimals
    return (self < 0 && units > 0 ? "-" : "") + String(units / unit) + fraction
  }
}
