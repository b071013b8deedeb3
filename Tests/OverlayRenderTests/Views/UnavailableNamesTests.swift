import Foundation
import TestTools
import Testing

/// What the compiler says about SwiftUI's names that have no meaning here.
@Suite("SwiftUI's names that are not available", .timeLimit(.minutes(10)))
struct UnavailableNamesTests {
  /// A line of a view's body, or of its properties, and a part of the message.
  private static let lines: [(line: String, message: String)] = [
    ("List { Text(\"a\") }", "use a VStack with ForEach"),
    ("ScrollView { Text(\"a\") }", "use a Ticker"),
    ("LazyVStack { Text(\"a\") }", "use VStack"),
    ("LazyHStack { Text(\"a\") }", "use HStack"),
    ("Form { Text(\"a\") }", "use VStack"),
    ("NavigationStack { Text(\"a\") }", "visible(during:)"),
    ("Canvas { Text(\"a\") }", "declare a Shape"),
    ("AsyncImage(url: nil)", "load the picture first"),
    ("Image(\"logo\")", "try Image(file: path)"),
    ("Image(systemName: \"bolt\")", "there are no system symbols"),
    ("Label(\"On air\", systemImage: \"bolt\")", "there are no system symbols"),
    ("Button(\"Go\") {}", "takes no input"),
    ("ProgressView(value: 0.5)", "use ProgressBar"),
    ("Text(\"a\").onAppear {}", "has no lifetime"),
    ("Text(\"a\").onDisappear {}", "has no lifetime"),
    ("Text(\"a\").task {}", "has no lifetime"),
    ("Text(\"a\").onChange(of: 3) {}", "LiveView"),
    ("Text(\"a\").onTapGesture {}", "takes no input"),
    ("Text(\"a\").animation(.easeInOut(duration: 1))", "Keyframes or a Transition"),
    ("Text(\"a\").animation(.easeInOut, value: 3)", "Keyframes or a Transition"),
    ("Text(\"a\").contentTransition(.numericText())", "ReplacingView"),
    ("Text(\"a\").imageScale(.large)", "set a frame"),
    ("Text(\"a\").preferredColorScheme(.dark)", "set the colors"),
    ("Text(\"a\").ignoresSafeArea(.all)", "inside of SafeArea"),
    ("Text(\"a\").accessibilityLabel(Text(\"b\"))", "no accessibility tree"),
    ("Text(\"a\").task(id: 3) {}", "has no lifetime"),
    ("Text(\"a\").onChange(of: 4) { value in print(value) }", "LiveView"),
    ("List(0..<3) { Text(\"\\($0)\") }", "use a VStack with ForEach"),
    ("List([\"a\"], id: \\.self) { Text($0) }", "use a VStack with ForEach"),
    ("ScrollView(.horizontal) { Text(\"a\") }", "use a Ticker"),
    ("LazyVStack(spacing: 8) { Text(\"a\") }", "use VStack"),
    ("Section(\"b\") { Text(\"a\") }", "use VStack"),
    ("Canvas { context, size in }", "declare a Shape"),
    ("AsyncImage(url: nil) { $0 } placeholder: { Text(\"a\") }", "load the picture first"),
    ("ProgressView(\"Loading\")", "use ProgressBar"),
    ("Text(\"a\").resizable()", "scaling(.fit)"),
    ("Text(\"a\").tint(.red)", "use foregroundStyle"),
    ("Text(\"a\").drawingGroup()", "remove it"),
    ("Text(\"a\").id(3)", "ForEach takes the identity"),
    ("Rectangle().fill(Color.secondary)", "foregroundStyle(.secondary)"),
    ("Rectangle().fill(Color.accentColor)", "use a color"),
  ]

  @Test("Each message names what to use instead")
  func messages() throws {
    let source = """
      import OverlayRender
      struct Habits: View {
        @State var count = 0
        @Environment(\\.locale) var locale
        @Environment(\\.colorScheme) var colorScheme
        @EnvironmentObject var model: Int
        @Namespace var names
        var body: some View {
          Group {
      \(Self.lines.prefix(13).map(\.line).joined(separator: "\n"))
          }
          Group {
      \(Self.lines.dropFirst(13).map(\.line).joined(separator: "\n"))
          }
        }
      }
      func run() { withAnimation(.easeInOut) {} }
      let layer: SampleBufferDisplayLayer? = nil
      """
    let errors = try compilerErrors(of: source)
    func expect(_ message: String, after line: String) {
      let number = (source.components(separatedBy: "\n").firstIndex { $0.contains(line) } ?? -2) + 1
      #expect(
        errors.contains {
          $0.contains("habits.swift:\(number):") && $0.contains("unavailable") && $0.contains(message)
        },
        "\(line): \(errors.filter { $0.contains("habits.swift:\(number):") })")
    }
    for (line, message) in Self.lines { expect(message, after: line) }
    expect("use LiveView", after: "@State")
    expect("EnvironmentReader", after: "@Environment(\\.locale)")
    expect("no color scheme", after: "@Environment(\\.colorScheme)")
    expect("use LiveView", after: "@EnvironmentObject")
    expect("Keyframes", after: "@Namespace")
    expect("Keyframes", after: "withAnimation")
    expect("import OverlayWindow", after: "let layer")
  }

  /// Compiles a program against the module of this build, and returns the lines with errors.
  private func compilerErrors(of source: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let file = folder("habits.swift")
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let sources = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../../Sources").standardized
    let flags = try run("pkg-config", ["--cflags-only-I", "pangocairo", "pangoft2", "fontconfig"]).output
    let arguments =
      [
        "-typecheck", "-swift-version", "6", file, "-I", build.appendingPathComponent("Modules").path,
        "-Xcc", "-fmodule-map-file=\(sources.path)/CCairo/module.modulemap",
        "-Xcc", "-fmodule-map-file=\(sources.path)/CLinux/module.modulemap",
        "-Xcc", "-fmodule-map-file=\(build.path)/CPixels.build/module.modulemap",
      ] + flags.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
    return try run("swiftc", arguments).errors.components(separatedBy: "\n").filter { $0.contains("error:") }
  }

  private func run(_ name: String, _ arguments: [String]) throws -> (output: String, errors: String) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // The output of `pkg-config` is short, and the compiler writes none.
    let errorData = errors.fileHandleForReading.readDataToEndOfFile()
    let outputData = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: outputData, as: UTF8.self), String(decoding: errorData, as: UTF8.self))
  }
}
