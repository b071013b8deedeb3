/// A picture with its times, or a marker without a picture.
///
/// The times of a stream's samples increase strictly. This is the counterpart of Core Media's `CMSampleBuffer`.
public struct SampleBuffer: Sendable {
  // A picture knows its format. A copy of the format in each sample would cost more than everything else in an
  // unchanged frame.
  private enum Content {
    case picture(PixelBuffer)
    case marker(VideoFormat)
  }

  private var content: Content
  /// The time at which the picture is due.
  public var presentationTime: MediaTime
  /// The time at which the picture must be decoded, or invalid if it equals the presentation time.
  package var decodeTime: MediaTime = .invalid
  /// The time until the next sample is due, or invalid if it is not known.
  public var duration: MediaTime
  /// The difference from the previous sample, or the whole picture if it is not known.
  public var damage: Damage
  /// Instructions for the receiver of the sample.
  public var attachments: SampleAttachments
  /// How trims, speed and direction change the times.
  public var timing = OutputTiming()

  /// Creates a sample of a picture. If `damage` is nil, the whole picture changed.
  public init(
    pixelBuffer: PixelBuffer, presentationTime: MediaTime, duration: MediaTime = .invalid, damage: Damage? = nil,
    attachments: SampleAttachments = SampleAttachments()
  ) {
    content = .picture(pixelBuffer)
    self.presentationTime = presentationTime
    self.duration = duration
    self.damage = damage ?? Damage(pixelBuffer.format.bounds)
    self.attachments = attachments
  }

  /// Creates a marker: a sample without a picture.
  public init(
    markerOf format: VideoFormat, presentationTime: MediaTime, duration: MediaTime = .invalid,
    attachments: SampleAttachments
  ) {
    content = .marker(format)
    self.presentationTime = presentationTime
    self.duration = duration
    damage = .nothing
    self.attachments = attachments
  }

  /// The picture, or `nil` for a marker.
  public var pixelBuffer: PixelBuffer? {
    switch content {
    case .picture(let pixelBuffer): pixelBuffer
    case .marker: nil
    }
  }

  /// Returns the sample with another picture, such as a converted one.
  func with(_ pixelBuffer: PixelBuffer) -> SampleBuffer {
    var sample = self
    sample.content = .picture(pixelBuffer)
    return sample
  }

  /// The format of the stream.
  public var format: VideoFormat {
    switch content {
    case .picture(let pixelBuffer): pixelBuffer.format
    case .marker(let format): format
    }
  }

  /// The time at which the picture is shown: the explicit time if it is set; else the presentation time plus the trim
  /// at the start, or in reverse the presentation time plus the duration minus the trim at the end.
  public var outputPresentationTime: MediaTime {
    if let explicit = timing.presentationTime { return explicit }
    return timing.isReversed
      ? presentationTime + duration - timing.trimAtEnd : presentationTime + timing.trimAtStart
  }

  /// The duration for which the picture is shown: (duration - trims) / speed.
  public var outputDuration: MediaTime {
    (duration - timing.trimAtStart - timing.trimAtEnd)
      .multiplied(by: timing.speed.denominator, dividedBy: timing.speed.numerator)
  }
}

extension SampleBuffer {
  /// The mapping from a sample's times to the times at which it is shown.
  public struct OutputTiming: Sendable, Hashable {
    /// The time at which the sample is shown, or nil to calculate it.
    public var presentationTime: MediaTime?
    /// The duration that is trimmed at the start.
    public var trimAtStart: MediaTime = .zero
    /// The duration that is trimmed at the end.
    public var trimAtEnd: MediaTime = .zero
    /// The speed at which the sample is shown.
    public var speed = Speed.normal
    /// Whether the stream is shown backward.
    public var isReversed = false

    /// Creates a timing that changes nothing.
    public init() {}
  }

  /// An exact speed, such as 2/1 for double speed.
  public struct Speed: Sendable, Hashable {
    /// The numerator, 0 or more. 0 holds the picture without end.
    public let numerator: Int64
    /// The denominator, greater than 0.
    public let denominator: Int64

    /// The original speed.
    public static let normal = Speed(1)

    /// Creates the speed `numerator / denominator`.
    ///
    /// - Precondition: `numerator` is not negative, and `denominator` is greater than 0.
    public init(_ numerator: Int64, over denominator: Int64 = 1) {
      precondition(numerator >= 0 && denominator > 0, "a speed is 0 or more, over a divisor of 1 or more")
      self.numerator = numerator
      self.denominator = denominator
    }
  }
}

/// Instructions for the receiver of a sample, apart from its times; the counterpart of Core Media's sample attachments.
public struct SampleAttachments: Sendable, Hashable {
  /// Receive the sample, but do not show it.
  public var doNotDisplay: Bool
  /// Show the sample as soon as possible, whatever its time.
  public var displayImmediately: Bool
  /// For a marker: remove the visible picture at the marker's time.
  public var emptyMedia: Bool

  /// Creates attachments. The default is no instruction.
  public init(doNotDisplay: Bool = false, displayImmediately: Bool = false, emptyMedia: Bool = false) {
    self.doNotDisplay = doNotDisplay
    self.displayImmediately = displayImmediately
    self.emptyMedia = emptyMedia
  }
}
