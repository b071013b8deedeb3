/// What captions should keep to, so that people can read them; `nil` is not checked.
public struct CaptionLimits: Sendable, Hashable {
  /// How many characters may be read in a second. Blanks and punctuation count, line ends do not; an emoji or a letter with
  /// its marks is one character.
  public var charactersPerSecond: Double?
  /// How many characters a line may have; those of East Asian width, and emoji, count two.
  public var lineLength: Int?
  /// How many lines a cue may have.
  public var lineCount: Int?
  /// How many lines the cues that are shown at the same time may have together. A line that is too long for most pictures
  /// counts as several. The default is what a picture holds in the usual size of captions.
  public var linesAtOnce: Int?
  /// The frame rate that the captions are for: a cue between two frames would not be seen.
  public var frameRate: FrameRate?
  /// How many frames should lie between two cues that do not follow at once; needs ``frameRate``.
  public var gapFrames: Int?

  /// Makes limits; as they stand they are what makers of subtitles mostly keep to.
  public init(
    charactersPerSecond: Double? = 21, lineLength: Int? = 42, lineCount: Int? = 2, linesAtOnce: Int? = 12,
    frameRate: FrameRate? = nil, gapFrames: Int? = nil
  ) {
    self.charactersPerSecond = charactersPerSecond
    self.lineLength = lineLength
    self.lineCount = lineCount
    self.linesAtOnce = linesAtOnce
    self.frameRate = frameRate
    self.gapFrames = gapFrames
  }
}
