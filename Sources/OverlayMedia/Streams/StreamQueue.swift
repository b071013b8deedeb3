import OverlayRender

/// A picture with the number of its frame.
struct StreamFrame: Sendable {
  let picture: PixelBuffer
  let number: Int64
}

/// The frames that wait to be sent, of which there are at most as many as a second has: a server that is slow for
/// longer does not get all of them, because they would be late.
struct StreamQueue {
  /// The number of frames that were not sent.
  private(set) var lostCount: Int64 = 0

  private let capacity: Int
  private var frames: [StreamFrame] = []

  init(rate: FrameRate) {
    capacity = Int(clamping: max(rate.frame(atOrBefore: .seconds(1)), 2))
  }

  /// Adds the newest frame. If too many wait, the oldest one is lost.
  mutating func append(_ frame: StreamFrame) {
    if frames.count == capacity {
      frames.removeFirst()
      lostCount += 1
    }
    frames.append(frame)
  }

  /// Removes the oldest frame.
  mutating func popFirst() -> StreamFrame? {
    frames.isEmpty ? nil : frames.removeFirst()
  }

  /// Returns the frame with which a connection begins that was requested for `frame`.
  ///
  /// If frames after it were lost in the meantime, it is the newest one, and those before it are lost, too.
  mutating func beginning(from frame: StreamFrame) -> StreamFrame {
    guard let oldest = frames.first, oldest.number > frame.number + 1, let newest = frames.popLast() else {
      return frame
    }
    lose()
    loseAll()
    return newest
  }

  /// Counts a frame that was removed and could not be sent.
  mutating func lose() { lostCount += 1 }

  /// Removes the frames that wait, which nothing sends anymore.
  mutating func loseAll() {
    lostCount += Int64(frames.count)
    frames.removeAll()
  }
}

extension RetryDelays {
  /// The delays between attempts to connect to a server, which begin again after a connection that lasted.
  static var connections: RetryDelays { RetryDelays(longest: 30) }
  /// The delay of a listener: what calls finds nobody during a longer one.
  static let listening = MediaTime.milliseconds(200)
}
