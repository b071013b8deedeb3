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
