/// Limits that keep captions readable. Limits that are `nil` are not checked.
public struct CaptionLimits: Sendable, Hashable {
  /// The maximum number of characters per second. Spaces and punctuation count, line ends do not. An emoji or a letter
  /// with its marks is one character.
  public var charactersPerSecond: Double?
  /// The maximum number of columns in a line. Characters of East Asian width and emoji take two columns.
  public var lineLength: Int?
  /// The maximum number of lines in a cue.
  public var lineCount: Int?
  /// The maximum number of lines of all cues that are shown at the same time. A line that is too long for most pictures
  /// counts as several. The default is the number of lines that fit into a picture at the usual size of captions.
  public var linesAtOnce: Int?
  /// The frame rate of the video. Cues between two frames of it are not visible.
  public var frameRate: FrameRate?
  /// The minimum number of frames between two cues, unless one directly follows the other. Needs ``frameRate``.
  public var gapFrames: Int?

  /// The number of lines at half of the usual size that fit into a picture: 90 % of its height, in which a line is
  /// 1/12 of it at the usual size.
  static let smallLinesInPicture = 21

  /// Creates limits. The defaults follow common subtitle guidelines.
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
