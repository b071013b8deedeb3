import OverlayRender

/// An error in adding a sample to a display layer.
public enum DisplayLayerError: DescribedError, Hashable {
  /// The layer has failed. `flush()` makes it usable again.
  case hasFailed(DisplayLayerFailure)
  /// No surface can show a picture in the format.
  case unsupportedFormat(PixelFormat)
  /// The output presentation time of a sample is not a number.
  case timeNotNumeric(MediaTime)
  /// The sample does not come after the previous one; in reverse, before it.
  case outOfOrder(MediaTime, after: MediaTime)
  /// The queue has no room for the sample.
  case queueIsFull(count: Int, byteCount: Int)

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .hasFailed(let failure): "the display layer has failed: \(failure); flush it to continue"
    case .unsupportedFormat(let format):
      "the display layer cannot show a picture of \(format): give pictures of \(PixelFormat.convertible)"
    case .timeNotNumeric(let time): "a sample is shown at a time that is a number, not \(time)"
    case .outOfOrder(let time, let previous):
      "the sample of \(time.seconds) s does not follow the one of \(previous.seconds) s: flush the layer before a jump"
    case .queueIsFull(let count, let byteCount):
      "the display layer holds \(count) samples of \(byteCount) bytes: wait until it is ready for more"
    }
  }
}

/// The reason why a display layer shows no more pictures.
public struct DisplayLayerFailure: DescribedError, Hashable {
  /// The reason in one line.
  public let description: String

  /// Creates a failure with its reason.
  public init(_ description: String) {
    self.description = description
  }
}
