import Foundation
import Synchronization
import TestTools
import Testing

/// A temporary folder for a test, which is removed with the test.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("overlay-render-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The names of all files and folders in it, sorted.
  var names: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted() }
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }
}

/// The outcome of a run of the command.
struct Outcome {
  let status: Int32
  let output: Data
  let error: String

  /// The lines of standard error.
  var messages: [String] { error.split(separator: "\n").map(String.init) }
}

/// A running command.
final class RunningCommand {
  let process: Process
  private let output: Pipe
  private var input: FileHandle?
  private let folder: ScratchFolder
  private let errorFile: URL

  /// Starts the built command. Its standard output is a pipe, and its standard input, too, if the test writes to it.
  ///
  /// - Parameters:
  ///   - program: The program and its first arguments.
  ///   - variables: Variables to add to the environment of the test.
  init(
    _ arguments: [String], program: [String] = [RunningCommand.executable.path], in folder: ScratchFolder,
    readsInput: Bool = false, variables: [String: String] = [:]
  ) throws {
    process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    self.folder = folder
    errorFile = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).stderr")
    try Data().write(to: errorFile)
    process.executableURL = URL(fileURLWithPath: program[0])
    process.arguments = program.dropFirst() + arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errorFile)
    guard readsInput else {
      output = try RunningCommand.start(process) { $0.standardOutput = $1 }
      return
    }
    let pipe = Pipe()
    output = try RunningCommand.start(process, also: pipe) { $0.standardOutput = $1 }
    try pipe.fileHandleForReading.close()
    input = pipe.fileHandleForWriting
  }

  /// Writes to standard input.
  func write(_ text: String) throws {
    try input?.write(contentsOf: Data(text.utf8))
  }

  /// Closes standard input.
  func closeInput() throws {
    try input?.close()
    input = nil
  }

  /// The lines of standard error so far.
  var messages: [String] {
    get throws {
      try String(decoding: Data(contentsOf: errorFile), as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Starts a process with a pipe whose ends no other child process inherits, even if other tests start processes at
  /// the same time.
  static func start(
    _ process: Process, also input: Pipe? = nil, connect: (Process, Pipe) -> Void
  ) throws -> Pipe {
    try starting.withLock { _ in
      let pipe = Pipe()
      let pipes = [pipe] + (input.map { [$0] } ?? [])
      for end in pipes.flatMap({ [$0.fileHandleForReading, $0.fileHandleForWriting] }) {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
      connect(process, pipe)
      if let input { process.standardInput = input }
      try process.run()
      // Only the child's end stays open, so that the stream ends with the child.
      try pipe.fileHandleForWriting.close()
      return pipe
    }
  }

  private static let starting = Mutex(())

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: errorFile)
  }

  /// Waits for a number of bytes of standard output; returns fewer at the end.
  func read(_ count: Int) throws -> Data {
    var data = Data()
    while data.count < count, let part = try output.fileHandleForReading.read(upToCount: count - data.count),
      !part.isEmpty
    {
      data += part
    }
    return data
  }

  /// Waits for the next line of standard output.
  func readLine() throws -> String {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8), !byte.isEmpty {
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Closes the read end of standard output.
  func closeOutput() throws {
    try output.fileHandleForReading.close()
  }

  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Reads the remaining output and waits for the end. A command that takes longer than two minutes is killed.
  func finish(readingOutput: Bool = true) throws -> Outcome {
    let watchdog = process.watchdog(seconds: 120)
    defer { watchdog.cancel() }
    let remaining = readingOutput ? try output.fileHandleForReading.readToEnd() ?? Data() : Data()
    process.waitUntilExit()
    let error = try String(decoding: Data(contentsOf: errorFile), as: UTF8.self)
    let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return Outcome(status: status, output: remaining, error: error)
  }

  /// The command: the one in the build folder of the tests, or the one that `OVERLAY_RENDER_COMMAND` names.
  static let executable =
    ProcessInfo.processInfo.environment["OVERLAY_RENDER_COMMAND"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("overlay-render")
}

/// Runs the command until it ends.
func overlayRender(
  _ arguments: [String], in folder: ScratchFolder, variables: [String: String] = [:]
) throws -> Outcome {
  try RunningCommand(arguments, in: folder, variables: variables).finish()
}

/// Runs the command in a temporary folder.
func overlayRender(_ arguments: String...) throws -> Outcome {
  try overlayRender(arguments, in: ScratchFolder())
}

/// A clock with small pictures and a constant start.
let smallClock = ["clock", "--size", "64x36", "--start", "2026-03-04T05:06:07Z", "--time-zone", "UTC"]

/// The command, run by an unprivileged user.
///
/// The superuser may write everywhere, and limits on processes do not apply to it. If it runs the tests, `setpriv`
/// changes the user. The command is copied first, because the build folder may be inaccessible to other users.
struct UnprivilegedCommand {
  private let folder: ScratchFolder
  /// The copy of the command, in a folder that all users may read.
  let executable: URL
  /// The words before a program that run it as that user.
  let prefix: [String]
  /// The environment variables that the copy requires.
  let variables: [String: String]

  init() throws {
    prefix = geteuid() == 0 ? [TestTool.setpriv.path, "--reuid=65534", "--clear-groups"] : []
    folder = try ScratchFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
    executable = folder.url.appendingPathComponent("overlay-render")
    try FileManager.default.copyItem(at: RunningCommand.executable, to: executable)
    // If the toolchain is in a home folder, its libraries are inaccessible, too.
    let hidden = try Self.libraries(of: RunningCommand.executable).filter { !Self.isReadableByAll($0) }
    for library in hidden {
      let copy = folder.url.appendingPathComponent(library.lastPathComponent)
      try FileManager.default.copyItem(at: library.resolvingSymlinksInPath(), to: copy)
    }
    variables = hidden.isEmpty ? [:] : ["LD_LIBRARY_PATH": folder.url.path]
  }

  /// Runs the command until it ends.
  func run(_ arguments: [String], in folder: ScratchFolder) throws -> Outcome {
    try RunningCommand(
      arguments, program: prefix + [executable.path], in: folder, variables: variables
    ).finish()
  }

  /// Returns the shared libraries that the loader finds for a program, as `ldd` prints them: `name => path (address)`.
  private static func libraries(of program: URL) throws -> [URL] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ldd")
    process.arguments = [program.path]
    let pipe = try RunningCommand.start(process) { $0.standardOutput = $1 }
    let lines = try String(decoding: pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return lines.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 2 && words[1] == "=>" ? URL(fileURLWithPath: String(words[2])) : nil
    }
  }

  /// Returns whether all users may read a file and open the folders on its path.
  private static func isReadableByAll(_ file: URL) -> Bool {
    func mode(_ path: String) -> Int {
      (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int ?? 0
    }
    var folder = file.resolvingSymlinksInPath()
    guard mode(folder.path) & 0o4 != 0 else { return false }
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      guard mode(folder.path) & 0o1 != 0 else { return false }
    }
    return true
  }
}
