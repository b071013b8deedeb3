import Foundation
import Synchronization
import TestTools
import Testing

/// A folder of its own for a test, removed with the test.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("overlay-render-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The names of everything in it, in order.
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

/// What a run of the command came to.
struct Outcome {
  let status: Int32
  let output: Data
  let error: String

  /// Standard error's lines.
  var messages: [String] { error.split(separator: "\n").map(String.init) }
}

/// The command, running.
final class RunningCommand {
  let process: Process
  private let output: Pipe
  private var input: FileHandle?
  private let folder: ScratchFolder
  private let errorFile: URL

  /// Starts the built command; its standard output is a pipe, and its standard input too if the test writes to it.
  ///
  /// - Parameters:
  ///   - program: The words that run it.
  ///   - variables: What is set in its environment besides the test's own variables.
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

  /// Writes to its standard input.
  func write(_ text: String) throws {
    try input?.write(contentsOf: Data(text.utf8))
  }

  /// Ends its standard input.
  func closeInput() throws {
    try input?.close()
    input = nil
  }

  /// What it has said so far, a line each.
  var messages: [String] {
    get throws {
      try String(decoding: Data(contentsOf: errorFile), as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Starts a process with a pipe that no other child holds an end of: not even one that another test starts at this
  /// moment.
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
      // Only the child's end stays open, so that its end is the end of the stream.
      try pipe.fileHandleForWriting.close()
      return pipe
    }
  }

  private static let starting = Mutex(())

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: errorFile)
  }

  /// Waits for so many bytes of standard output; fewer at its end.
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

  /// Closes the reader's end.
  func closeOutput() throws {
    try output.fileHandleForReading.close()
  }

  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Reads what is left and waits for the end; a command that does not come to one in two minutes is killed.
  func finish(readingOutput: Bool = true) throws -> Outcome {
    let (identifier, watchdog) = (process.processIdentifier, DispatchSource.makeTimerSource())
    watchdog.setEventHandler { kill(identifier, SIGKILL) }
    watchdog.schedule(deadline: .now() + 120)
    watchdog.activate()
    defer { watchdog.cancel() }
    let rest = readingOutput ? try output.fileHandleForReading.readToEnd() ?? Data() : Data()
    process.waitUntilExit()
    let error = try String(decoding: Data(contentsOf: errorFile), as: UTF8.self)
    let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return Outcome(status: status, output: rest, error: error)
  }

  /// The command stands beside the tests.
  static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("overlay-render")
}

/// Runs the command to its end.
func overlayRender(
  _ arguments: [String], in folder: ScratchFolder, variables: [String: String] = [:]
) throws -> Outcome {
  try RunningCommand(arguments, in: folder, variables: variables).finish()
}

/// Runs the command to its end, in a folder that does not matter.
func overlayRender(_ arguments: String...) throws -> Outcome {
  try overlayRender(arguments, in: ScratchFolder())
}

/// Small pictures and a start that never changes.
let smallClock = ["clock", "--size", "64x36", "--start", "2026-03-04T05:06:07Z", "--time-zone", "UTC"]

/// The command, as a user without privileges runs it.
///
/// The superuser may write everywhere, and its processes are not counted. When it runs the tests, `setpriv` changes the
/// user. The command is copied first: the build folder may lie where other users may not look.
struct UnprivilegedCommand {
  private let folder: ScratchFolder
  /// The copy, in a folder that everybody may read.
  let executable: URL
  /// What to write before the words of a program, so that it runs as that user.
  let prefix: [String]
  /// What the copy needs in its environment.
  let variables: [String: String]

  init() throws {
    prefix = geteuid() == 0 ? [TestTool.setpriv.path, "--reuid=65534", "--clear-groups"] : []
    folder = try ScratchFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
    executable = folder.url.appendingPathComponent("overlay-render")
    try FileManager.default.copyItem(at: RunningCommand.executable, to: executable)
    // A toolchain in a home folder: its libraries are as hidden as the command.
    let hidden = try Self.libraries(of: RunningCommand.executable).filter { !Self.isReadableByAll($0) }
    for library in hidden {
      let copy = folder.url.appendingPathComponent(library.lastPathComponent)
      try FileManager.default.copyItem(at: library.resolvingSymlinksInPath(), to: copy)
    }
    variables = hidden.isEmpty ? [:] : ["LD_LIBRARY_PATH": folder.url.path]
  }

  /// Runs the command to its end.
  func run(_ arguments: [String], in folder: ScratchFolder) throws -> Outcome {
    try RunningCommand(
      arguments, program: prefix + [executable.path], in: folder, variables: variables
    ).finish()
  }

  /// The shared libraries that the loader finds for a program, as `ldd` prints them: `name => path (address)`.
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

  /// Returns whether every user may read a file and look into the folders around it.
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
