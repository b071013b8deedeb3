import OverlayRender

/// A picture with its place on the grid of a movie, whose ticks are called frames here.
struct PacedFrame {
  /// The picture.
  let picture: PixelBuffer
  /// The difference from the previous frame.
  var damage: Damage
  /// The number of the frame, from 0.
  let frame: Int64
  /// The number of frames for which it is shown.
  let duration: Int64
  /// Whether the previous frame has the same picture.
  let isRepeated: Bool
}

/// Chooses the frames that a movie contains, from the pictures that changed.
///
/// No picture is held for longer than a limit: players cannot seek into it, and sound and picture would be far apart in
/// the file. The last picture is written again in the last frame, because players end at its start.
struct FramePacing {
  /// The greatest duration in frames. With 1, every frame is written.
  let maximumHold: Int64
  /// The least duration in frames. Shorter pictures are left out.
  let minimumHold: Int64
  /// Whether the last picture is written again in the last frame.
  private let repeatsLast: Bool
  /// Whether a later picture may replace the picture of a frame while the frame lasts. The frame is passed on after it.
  private let waitsForLaterPictures: Bool

  /// The frame up to which the pending picture can be held by itself; `nil` without one, or without a limit.
  var endOfHold: Int64? { maximumHold == .max ? nil : pending.map { $0.frame + maximumHold } }

  private var pending: (picture: PixelBuffer, damage: Damage, frame: Int64)?
  private var lastWritten: PixelBuffer?

  init(
    maximumHold: Int64, minimumHold: Int64 = 1, repeatsLast: Bool = true, waitsForLaterPictures: Bool = false
  ) {
    self.maximumHold = max(maximumHold, 1)
    self.minimumHold = min(max(minimumHold, 1), self.maximumHold)
    self.repeatsLast = repeatsLast
    self.waitsForLaterPictures = waitsForLaterPictures
  }

  /// Creates a pacing that passes on each picture as it is, with its own duration.
  static func unchanged(minimumHold: Int64 = 1) -> FramePacing {
    FramePacing(maximumHold: .max, minimumHold: minimumHold, repeatsLast: false)
  }

  /// Shows a picture from a frame on, and passes on the frames before it, or up to it if every frame is written. A
  /// frame that is passed on does not change.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - damage: Its difference from the picture before.
  ///   - frame: The first frame that shows it.
  ///   - emit: Receives the frames.
  mutating func show(
    _ picture: PixelBuffer, damage: Damage, at frame: Int64, emit: (PacedFrame) throws -> Void
  ) rethrows {
    try hold(until: frame, emit: emit)
    if let current = pending, current.picture !== picture, frame - current.frame >= minimumHold {
      try write(until: frame, emit)
    }
    var damage = damage
    if let current = pending { damage.formUnion(current.damage) }
    pending = (picture, damage, pending?.frame ?? frame)
    // The duration of a single frame is known, so a reader of a live stream need not wait for the next one.
    if maximumHold == 1, !waitsForLaterPictures { try hold(until: frame + 2, emit: emit) }
  }

  /// Passes on the frames that are certain if nothing changes before `frame`.
  mutating func hold(until frame: Int64, emit: (PacedFrame) throws -> Void) rethrows {
    while let current = pending, frame - current.frame > maximumHold {
      try write(until: current.frame + maximumHold, emit)
      pending = (current.picture, .nothing, current.frame + maximumHold)
    }
  }

  /// Passes on the rest, up to `end` (exclusive).
  mutating func finish(at end: Int64, emit: (PacedFrame) throws -> Void) rethrows {
    try hold(until: end, emit: emit)
    guard let current = pending, current.frame < end else { return }
    let last = end - minimumHold
    if repeatsLast, last > current.frame, last - current.frame >= minimumHold {
      try write(until: last, emit)
      pending = (current.picture, .nothing, last)
    }
    try write(until: end, emit)
  }

  /// Passes on the pending picture, which is shown until `frame`.
  private mutating func write(until frame: Int64, _ emit: (PacedFrame) throws -> Void) rethrows {
    guard let current = pending else { return }
    // If this throws, the picture stays pending, and the movie can still be finished early.
    try emit(
      PacedFrame(
        picture: current.picture, damage: current.damage, frame: current.frame, duration: frame - current.frame,
        isRepeated: lastWritten === current.picture))
    pending = nil
    lastWritten = current.picture
  }
}
