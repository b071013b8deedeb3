import OverlayRender

/// Received frames that wait until they are due, in that order.
struct DueQueue {
  private var frames: [(frame: FeedFrame, due: MediaTime)] = []

  /// The frame that is due first.
  var first: (frame: FeedFrame, due: MediaTime)? { frames.first }
  /// Whether there is at most one frame.
  var isLast: Bool { frames.count <= 1 }

  /// Adds a frame. Frames that were to be due after it are dropped: the times have moved back. So is the oldest one if
  /// there are too many.
  mutating func append(_ frame: FeedFrame, due: MediaTime, capacity: Int) {
    while let last = frames.last, last.due >= due { frames.removeLast() }
    if frames.count >= capacity { frames.removeFirst(frames.count - capacity + 1) }
    frames.append((frame, due))
  }

  /// Removes the frame that is due first.
  mutating func removeFirst() {
    if !frames.isEmpty { frames.removeFirst() }
  }

  /// Drops the frames before the latest one that is due.
  mutating func dropFrames(before time: MediaTime) {
    frames.removeFirst(frames.dropFirst().prefix { $0.due <= time }.count)
  }
}
