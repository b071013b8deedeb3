/// One of the nine positions `{\an1}` to `{\an9}`, which are arranged as on a numeric keypad: 1 is the lower left, 2
/// the lower center, 9 the upper right.
struct SubRipAlignment: Hashable {
  let number: Int

  /// The lower center, which is the default.
  static let standard = SubRipAlignment(number: 2)

  private init(number: Int) {
    self.number = number
  }

  /// Creates the alignment for a number from 1 to 9.
  init?(_ number: Int) {
    guard (1...9).contains(number) else { return nil }
    self.number = number
  }

  /// Creates the alignment for a number of the older `{\a1}` to `{\a11}`: 1 to 3 are at the bottom, 5 to 7 at the top,
  /// 9 to 11 in the middle.
  init?(legacy number: Int) {
    switch number {
    case 1...3: self.number = number
    case 5...7: self.number = number + 2
    case 9...11: self.number = number - 5
    default: return nil
    }
  }

  var placement: CaptionPlacement {
    var placement = CaptionPlacement()
    placement.textAlignment = [.left, .center, .right][(number - 1) % 3]
    switch number {
    case 4...6: (placement.line, placement.lineAlignment) = (.percentage(50), .center)
    case 7...9: placement.line = .number(0)
    default: break
    }
    return placement
  }

  /// Creates the alignment that is nearest to a placement.
  init(nearestTo placement: CaptionPlacement) {
    let column =
      switch (placement.position, placement.textAlignment) {
      case (_, .left), (nil, .start): 0
      case (_, .right), (nil, .end): 2
      case (let position?, .center), (let position?, .start), (let position?, .end):
        position < 34 ? 0 : position > 66 ? 2 : 1
      case (nil, .center): 1
      }
    let row =
      switch placement.line {
      case .automatic: 0
      case .number(let line): line < 0 ? 0 : 2
      case .percentage(let part): part < 34 ? 2 : part > 66 ? 0 : 1
      }
    number = 3 * row + column + 1
  }
}

/// The coordinates after the times of a cue, in pixels of a DVD picture: `X1:40 X2:600 Y1:20 Y2:50`.
struct SubRipCoordinates {
  private var values: [Substring: Double] = [:]
  /// The index after the coordinates.
  private(set) var end: Int

  private static let picture = (width: 720.0, height: 480.0)

  /// Reads the coordinates at the start of a range of a text.
  init(_ text: [UInt8], _ range: Range<Int>) {
    end = range.lowerBound
    for word in text[range].split(separator: .space, maxSplits: 4) {
      let pair = String(decoding: word.prefix(16), as: UTF8.self).uppercased().split(separator: ":")
      guard pair.count == 2, ["X1", "X2", "Y1", "Y2"].contains(pair[0]), let value = Int32(pair[1]) else { return }
      values[pair[0]] = Double(value)
      end = word.endIndex
    }
  }

  /// The placement of the text: in the center of a rectangle, or with its lower left corner at a point, as in ffmpeg.
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
