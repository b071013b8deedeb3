// What is animated holds for a frame of the grid: its value at any time is that of the frame before, so that a picture
// between two frames is that of the first, and the next change is always a frame.

extension RenderTime {
  /// The time whose value an animation has: that of the latest frame of the grid, or the beginning of a stream that began
  /// after that.
  var heldTime: MediaTime {
    let frame = frameRate.time(ofFrame: frameRate.frame(atOrBefore: presentation))
    return frame < streamStart && streamStart <= presentation ? streamStart : frame
  }

  /// The time of the next frame of the grid.
  var nextFrame: MediaTime {
    frameRate.time(ofFrame: frameRate.frame(atOrBefore: presentation) + 1)
  }

  /// How many frames are looked at ahead for a change.
  static let framesSearched: Int64 = 600

  /// The next frame of the grid at which a value differs from what it is now, searched frame by frame; after 600 frames
  /// without a change, the next one, to look again from there.
  ///
  /// - Parameter stillUntil: A time before which the value is known to stay: +infinity for good.
  func nextChange<Value: Equatable>(stillUntil: MediaTime, of value: (MediaTime) -> Value) -> MediaTime {
    guard stillUntil != .positiveInfinity else { return .positiveInfinity }
    let now = value(heldTime)
    let next = frameRate.frame(atOrBefore: presentation) + 1
    let first = stillUntil.isNumeric ? max(next, frameRate.frame(atOrBefore: stillUntil)) : next
    let changed = (first..<(first + RenderTime.framesSearched)).first { value(frameRate.time(ofFrame: $0)) != now }
    return frameRate.time(ofFrame: changed ?? first + RenderTime.framesSearched)
  }

  /// The next frame of the grid at which `hasChanged` holds, where it holds for good once it does; +infinity when it has
  /// not come after more frames than any stream has.
  func nextFrame(where hasChanged: (MediaTime) -> Bool) -> MediaTime {
    var low = frameRate.frame(atOrBefore: presentation)
    var step: Int64 = 1
    while !hasChanged(frameRate.time(ofFrame: low + step)) {
      low += step
      step *= 2
      guard step < 1 << 40 else { return .positiveInfinity }
    }
    let changed = ((low + 1)..<(low + step)).partitioningIndex { hasChanged(frameRate.time(ofFrame: $0)) }
    return frameRate.time(ofFrame: changed)
  }
}
