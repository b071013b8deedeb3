import Foundation

/// The arguments of the examples that run offline and live: `[--seconds N] [--live] [FOLDER]`.
public struct Options {
  /// How long the run is.
  public private(set) var seconds: Int64 = 10
  /// Whether it is paced by the clock.
  public private(set) var isLive = false
  /// Where files go.
  public private(set) var folder = "out"

  /// Reads the arguments and makes the folder; ends the program when they make no sense.
  public init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--live": isLive = true
      case "--seconds":
        guard let seconds = arguments.next().flatMap(Int64.init), (1...86_400).contains(seconds) else {
          Self.refuse("--seconds takes a whole number from 1 to 86400")
        }
        self.seconds = seconds
      case _ where argument.hasPrefix("-"): Self.refuse("\(argument) is no option: there are --seconds N and --live")
      default: folder = argument
      }
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private static func refuse(_ message: String) -> Never {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
    FileHandle.standardError.write(Data("\(program): \(message)\n".utf8))
    exit(64)
  }
}
