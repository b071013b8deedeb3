/// The coordinates behind the times of a cue, in pixels of a DVD's picture: `X1:40 X2:600 Y1:20 Y2:50`.
struct SubRipCoordinates {
  private var values: [Substring: Double] = [:]
  /// The place behind the last of them.
  private(set) var end: Int

  private static let picture = (width: 720.0, height: 480.0)

  /// Reads those that a part of a text begins with.
  init(_ text: [UInt8], _ range: Range<Int>) {
    end = range.lowerBound
    for word in text[range].split(separator: .space, maxSplits: 4) {
      let pair = String(decoding: word.prefix(16), as: UTF8.self).uppercased().split(separator: ":")
      guard pair.count == 2, ["X1", "X2", "Y1", "Y2"].contains(pair[0]), let value = Int32(pair[1]) else { return }
      values[pair[0]] = Double(value)
      end = word.endIndex
    }
  }

  /// Where the text stands: in the middle of the rectangle, or with its lower left corner at a point (as ffmpeg has it).
  var placement: CaptionPlacement? {
    guard let left = values["X1"], let top = values["Y1"], left >= 0, top >= 0 else { return nil }
    if let right = values["X2"], let bottom = values["Y2"], right >= left, bottom >= top, right > left || bottom > top {
      return CaptionPlacement(
        line: .percentage(Self.hundredths((top + bottom) / 2, of: Self.picture.height)), lineAlignment: .center,
        position: Self.hundredths((left + right) / 2, of: Self.picture.width), positionAlignment: .center)
    }
    return CaptionPlacement(
      line: .percentage(Self.hundredths(top, of: Self.picture.height)), lineAlignment: .end,
      position: Self.hundredths(left, of: Self.picture.width), positionAlignment: .lineLeft, textAlignment: .left)
  }

  private static func hundredths(_ value: Double, of whole: Double) -> Double {
    min(value / whole * 100, 100)
  }
}
