/// One of the nine places of `{\an1}` to `{\an9}`, as they lie on a keyboard: 1 is the lower left, 2 the middle below, 9 the
/// upper right.
struct SubRipAlignment: Hashable {
  let number: Int

  /// What is at the bottom in the middle, as cues are that say nothing.
  static let standard = SubRipAlignment(number: 2)

  private init(number: Int) {
    self.number = number
  }

  /// A place by its number, 1 to 9.
  init?(_ number: Int) {
    guard (1...9).contains(number) else { return nil }
    self.number = number
  }

  /// A place by the older count of `{\a1}` to `{\a11}`: 1 to 3 below, 5 to 7 above, 9 to 11 in the middle.
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

  /// The place that comes nearest to another placement.
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
