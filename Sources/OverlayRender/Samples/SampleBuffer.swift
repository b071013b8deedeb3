/// A picture with its times, or a marker without a picture.
///
/// The times of one stream's samples strictly increase. The counterpart of Core Media's `CMSampleBuffer`.
public struct SampleBuffer: Sendable {
  // A picture knows its format: a copy of it in each sample would cost more than all else that an unchanged frame does.
  private enum Content {
    case picture(PixelBuffer)
    case marker(VideoFormat)
  }

  private let content: Content
  /// When the picture is due.
  public var presentationTime: MediaTime
  /// When the picture must be decoded; invalid when that is when it is presented.
  public var decodeTime: MediaTime = .invalid
  /// How long the picture holds, until the next sample is due; invalid while that is not known.
  public var duration: MediaTime
  /// What differs from the sample before; all of the picture where nothing else is known.
  public var damage: Damage
  /// What is asked of who shows the sample.
  public var attachments: SampleAttachments
  /// How trims, speed and direction change the times.
  public var timing = OutputTiming()

  /// Makes a sample of a picture; `damage` nil stands for all of it.
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

  /// Makes a marker: a sample without a picture.
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

  /// The picture; `nil` for a marker.
  public var pixelBuffer: PixelBuffer? {
    switch content {
    case .picture(let pixelBuffer): pixelBuffer
    case .marker: nil
    }
  }

  /// The format of the stream.
  public var format: VideoFormat {
    switch content {
    case .picture(let pixelBuffer): pixelBuffer.format
    case .marker(let format): format
    }
  }

  /// When the picture is shown: the explicit time when set; else the presentation time plus the trim at the start; in
  /// reverse the presentation time plus the duration minus the trim at the end.
  public var outputPresentationTime: MediaTime {
    if let explicit = timing.presentationTime { return explicit }
    return timing.isReversed
      ? presentationTime + duration - timing.trimAtEnd : presentationTime + timing.trimAtStart
  }

  /// How long the picture is shown: (duration - trims) / speed.
  public var outputDuration: MediaTime {
    (duration - timing.trimAtStart - timing.trimAtEnd)
      .multiplied(by: timing.speed.denominator, dividedBy: timing.speed.numerator)
  }
}

extension SampleBuffer {
  /// How a sample's times become the times at which it is shown.
  public struct OutputTiming: Sendable, Hashable {
    /// The time at which the sample is shown; nil to work it out.
    public var presentationTime: MediaTime?
    /// What is cut off the start.
    public var trimAtStart: MediaTime = .zero
    /// What is cut off the end.
    public var trimAtEnd: MediaTime = .zero
    /// How many times as fast the sample is shown.
    public var speed = Speed.normal
    /// Whether the stream is shown backwards.
    public var isReversed = false

    /// Makes a timing that changes nothing.
    public init() {}
  }

  /// An exact speed: 2/1 is twice as fast.
  public struct Speed: Sendable, Hashable {
    /// The dividend, 0 or more; 0 holds the picture for ever.
    public let numerator: Int64
    /// The divisor, over 0.
    public let denominator: Int64

    /// As recorded.
    public static let normal = Speed(1)

    /// Makes the speed `numerator / denominator`.
    ///
    /// - Precondition: `numerator` is not negative, `denominator` is over 0.
    public init(_ numerator: Int64, over denominator: Int64 = 1) {
      precondition(numerator >= 0 && denominator > 0, "a speed is 0 or more, over a divisor of 1 or more")
      self.numerator = numerator
      self.denominator = denominator
    }
  }
}

/// What a sample asks of who shows it, beside its times (Core Media's sample attachments).
public struct SampleAttachments: Sendable, Hashable {
  /// Take the sample, never show it.
  public var doNotDisplay: Bool
  /// Show the sample as soon as possible, whatever its time.
  public var displayImmediately: Bool
  /// On a marker without pixels: remove the shown picture at the sample's time.
  public var emptyMedia: Bool

  /// Makes attachments; by default nothing is asked.
  public init(doNotDisplay: Bool = false, displayImmediately: Bool = false, emptyMedia: Bool = false) {
    self.doNotDisplay = doNotDisplay
    self.displayImmediately = displayImmediately
    self.emptyMedia = emptyMedia
  }
}
