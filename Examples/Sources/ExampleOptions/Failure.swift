import Foundation

/// Ends the program because of an error of the library, with its line on standard error and status 69.
public func fail(_ error: any Error) -> Never { fail("\(error)", status: 69) }

/// Ends the program with one line on standard error.
public func fail(_ message: String, status: Int32 = 1) -> Never {
  let program = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
  FileHandle.standardError.write(Data("\(program): \(message)\n".utf8))
  exit(status)
}
