/// A format of uncompressed sound: interleaved 32-bit floating-point samples, of which -1...1 is the full range.
public struct AudioFormat: Sendable, Hashable {
  /// The number of samples per second of each channel.
  public let sampleRate: Int32
  /// The number of channels, in FFmpeg's default order for this number.
  public let channelCount: Int

  /// Creates a format. The default is what most devices use: stereo at 48 kHz.
  ///
  /// - Precondition: The sample rate is 8000...384 000, and there are 1...8 channels.
  public init(sampleRate: Int32 = 48_000, channelCount: Int = 2) {
    precondition((8000...384_000).contains(sampleRate) && (1...8).contains(channelCount), "A format of sound is usual")
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

/// A block of sound with the time at which it is heard.
public struct AudioBlock: Sendable {
  /// The format of the samples.
  public let format: AudioFormat
  /// The time of the first sample, on the clock of the renderer. The blocks of a continuous sound differ by whole
  /// samples.
  public let presentationTime: MediaTime
  /// The samples, of all channels in turn.
  public let samples: [Float]

  /// Creates a block.
  ///
  /// - Precondition: The number of samples is a multiple of the number of channels.
  public init(format: AudioFormat, presentationTime: MediaTime, samples: [Float]) {
    precondition(samples.count % format.channelCount == 0, "A block contains all channels")
    self.format = format
    self.presentationTime = presentationTime
    self.samples = samples
  }

  /// The number of samples of each channel.
  public var frameCount: Int { samples.count / format.channelCount }

  /// The duration.
  public var duration: MediaTime { MediaTime(value: Int64(frameCount), timescale: format.sampleRate) }
}

/// A device that plays sound, and whose clock says what is heard; the counterpart of `AVSampleBufferAudioRenderer`.
///
/// A new renderer is paused. Each block has its time on the clock of the renderer. Where there is no block, the sound
/// is silent; what comes too late is left out. Renderers are safe to use from any thread.
public protocol AudioRenderer: AnyObject, Sendable {
  /// The format of the blocks that the renderer accepts.
  var format: AudioFormat { get }

  /// The time of what is heard now. It advances while the renderer plays, also in silence, and stands still while it is
  /// paused. It includes the delay of the device, so players synchronize pictures with it.
  var clock: any MediaClock { get }

  /// Whether the renderer has room for more sound. A renderer holds about a second.
  var isReadyForMoreMediaData: Bool { get }

  /// Adds a block to the queue. Times of blocks increase until the next flush. A block is accepted even without room.
  func enqueue(_ block: AudioBlock)

  /// Calls `action` each time the renderer has room again after it had none, until the returned subscription is
  /// canceled or released. The last call wins. The action may be called on any thread and must be short.
  func requestMediaDataWhenReady(_ action: @escaping @Sendable () -> Void) -> Subscription

  /// Removes all blocks that are not heard yet. The clock does not change.
  func flush()

  /// Starts or continues to play.
  func play()

  /// Stops playing, and keeps the blocks that are not heard yet.
  func pause()

  /// Sets the volume at once, also of blocks in the queue: 0 is silent, 1 is the volume of the samples.
  func setVolume(_ volume: Double)
}
