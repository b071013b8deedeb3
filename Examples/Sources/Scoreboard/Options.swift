import Foundation

/// The example's arguments.
struct Options {
  private(set) var seconds: Int64 = 10
  private(set) var isLive = false
  private(set) var folder = "out"

  /// Reads the arguments and makes the folder; ends the program when they make no sense.
  init(_ arguments: some Sequence<String>) throws {
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
    FileHandle.standardError.write(Data("Scoreboard: \(message)\n".utf8))
    exit(64)
  }
}
