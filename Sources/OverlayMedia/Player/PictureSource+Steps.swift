import OverlayRender

extension PictureSource {
  /// Goes forward by a number of pictures, or to the last one.
  func goForward(by count: Int) throws(MediaError) {
    for _ in 0..<count { guard try next() else { return } }
  }

  /// Goes back to the picture of a step, or to the first one.
  ///
  /// - Parameters:
  ///   - target: The step. Its count is negative.
  ///   - current: The time of the picture from which it is counted; `nil` if it is not known.
  func goBack(to target: SeekTarget, from current: MediaTime?) throws(MediaError) {
    if current == nil { _ = try seek(to: SeekTarget(time: target.time)) }
    let start = current ?? time
    let count = -target.pictureCount
    // A time just before this picture is in the previous picture, however long it lasts.
    let before = max(start - MediaTime(value: 1, timescale: 1_000_000_000), .zero)
    guard try seek(to: SeekTarget(time: before)), count > 1 else { return }
    // Several pictures: their times are read from far enough before, so that the way back is decoded only twice.
    var distance = max(end - time, .milliseconds(1)).multiplied(by: Int64(count), dividedBy: 1)
    while true {
      let beginning = max(start - distance, .zero)
      guard try seek(to: SeekTarget(time: beginning, toleranceBefore: .positiveInfinity)) else { return }
      var times = [time]
      while end < start, try next() { times.append(time) }
      if times.count >= count || beginning == .zero {
        _ = try seek(to: SeekTarget(time: times[max(times.count - count, 0)]))
        return
      }
      distance = distance + distance
    }
  }
}

extension SeekTarget {
  /// Returns where playback continues with a picture that was found for this target: at the target, unless the picture
  /// is only within its tolerances, or was found by a step.
  func time(ofPictureAt start: MediaTime, endingAt end: MediaTime) -> MediaTime {
    if pictureCount != 0 { return start }
    let isWithinTolerance = start > time ? start - time <= toleranceAfter && toleranceAfter > .zero : end <= time
    return isWithinTolerance ? start : time
  }
}
