import Foundation

/// The arguments of the examples that run offline and live: `[--seconds N] [--live] [FOLDER]`.
public struct Options {
  /// The duration of the run.
  public private(set) var seconds: Int64 = 10
  /// Whether the run is live.
  public private(set) var isLive = false
  /// The output folder.
  public private(set) var folder = "out"

  /// Parses the arguments and creates the folder. Ends the program if the arguments are invalid.
  public init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--live": isLive = true
      case "--seconds":
        guard let seconds = arguments.next().flatMap(Int64.init), (1...86_400).contains(seconds) else {
          fail("--seconds takes a whole number from 1 to 86400", status: 64)
        }
        self.seconds = seconds
      case _ where argument.hasPrefix("-"):
        fail("\(argument) is no option: there are --seconds N and --live", status: 64)
      default: folder = argument
      }
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }
}
