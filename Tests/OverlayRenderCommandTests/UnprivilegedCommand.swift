import Foundation
import TestTools

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
