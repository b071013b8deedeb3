/// The statistics of one of several outputs.
public struct OutputStatistics: Sendable, Hashable {
  /// How an output ended.
  public enum Ending: String, Sendable, Hashable {
    /// The output is complete.
    case finished
    /// The recording was ended before its end.
    case endedEarly
    /// The reader closed the output.
    case readerClosed
    /// An error ended the output: see ``OutputStatistics/problem``.
    case failed
  }

  /// The name of the output, without the secrets of a URL.
  public let name: String
  /// The name of its format.
  public let format: String
  /// The number of written frames, including repeated ones.
  public package(set) var frames: Int64 = 0
  /// The number of frames that repeat the previous picture.
  public package(set) var repeated: Int64 = 0
  /// The number of pictures that were left out, because the output was too slow in real time, or was interrupted while
  /// they waited. A repeated picture does not count.
  public package(set) var dropped: Int64 = 0
  /// The number of bytes written.
  public package(set) var bytesWritten: Int64 = 0
  /// The number of frames that a server did not get.
  public package(set) var lost: Int64 = 0
  /// The number of written frames that a server may not have got, because its connection was lost.
  public package(set) var unconfirmed: Int64 = 0
  /// The number of times that a lost connection was made again.
  public package(set) var reconnections: Int64 = 0
  /// How the output ended; `nil` if it has not.
  public package(set) var ending: Ending?
  /// Why the output failed; `nil` if it did not.
  public package(set) var problem: String?
  /// The file with the frames of an output that was ended early; `nil` for other outputs.
  package var partialFile: String?

  /// Creates empty statistics.
  init(name: String, format: String) {
    self.name = name
    self.format = format
  }

  /// Takes the counts of a sink.
  mutating func update(_ sink: any FrameSink) {
    frames = sink.framesWritten
    repeated = sink.framesRepeated
    bytesWritten = sink.bytesWritten
    lost = sink.framesLost
    unconfirmed = sink.framesUnconfirmed
    reconnections = sink.reconnections
  }

  /// The statistics as a JSON object in one line.
  var json: String {
    let fields = [
      ("name", JSONText.string(name)), ("format", JSONText.string(format)), ("frames", String(frames)),
      ("repeated", String(repeated)), ("dropped", String(dropped)), ("bytesWritten", String(bytesWritten)),
      ("lost", String(lost)), ("unconfirmed", String(unconfirmed)), ("reconnections", String(reconnections)),
      ("ending", ending.map { JSONText.string($0.rawValue) } ?? "null"),
      ("problem", problem.map { JSONText.string($0) } ?? "null"),
    ]
    return JSONText.object(fields, isCompact: true)
  }
}
