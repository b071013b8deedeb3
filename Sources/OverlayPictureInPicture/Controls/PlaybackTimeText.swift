import OverlayRender

/// The texts of times in the controls of a window.
enum PlaybackTimeText {
  /// The longest time that is shown, in seconds: 999:59:59.
  private static let maximum = 3_599_999.0

  /// Returns a time as hours, minutes and seconds, such as 4:05 or 1:04:05.
  ///
  /// - Parameter longest: A time whose text has as many digits as this one gets, with zeros before it; `nil` for no
  ///   more digits than necessary.
  static func text(of time: MediaTime, asLongAs longest: MediaTime? = nil) -> String {
    let seconds = Int(min(max(time.seconds, 0), maximum))
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let text = (hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)") + ":\(twoDigits(seconds % 60))"
    guard let longest else { return text }
    // The places of the digits and colons of the longer text.
    let places = self.text(of: longest).map { $0 == ":" ? $0 : "0" }
    return String(places.dropLast(text.count)) + text
  }
}
