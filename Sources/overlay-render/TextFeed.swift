import ArgumentParser
import Foundation
import OverlayRender
import Synchronization

/// The pieces of text that are shown, as they change.
final class TextFeed: Sendable {
  /// What is shown now.
  let pieces: LiveData<[TextPiece]>
  /// The first piece, of which a lower third makes its entrance: it is replaced before the pieces are, and only when it
  /// becomes another one.
  let title: LiveData<TextPiece?>

  private let arrangement: TextArrangement
  private let notes: RunNotes
  private struct State {
    /// What follows a file or reads lines does so as long as someone holds it.
    var sources: [any Sendable] = []
    var observations: [Subscription] = []
    var unknownNames: Set<String> = []
  }

  private let state = Mutex(State())

  /// Shows texts.
  ///
  /// - Throws: `MarkupError` for what is no markup and ought to be.
  init(_ texts: NamedTexts, _ arrangement: TextArrangement, notes: RunNotes) throws(MarkupError) {
    let pieces = try arrangement.pieces(of: texts)
    self.arrangement = arrangement
    self.notes = notes
    self.pieces = LiveData(pieces)
    title = LiveData(pieces.first)
  }

  /// Shows from now on what a file holds, beside texts by other names that stay.
  func follow(_ file: TextFileSource, beside texts: NamedTexts) {
    state.withLock { $0.sources.append(file) }
    follow(file.problem) { feed, problem in
      if let problem { feed.notes.report("\(problem)", kind: "\(problem)") }
    }
    follow(file.text) { [path = file.path] feed, text in
      feed.show(texts.merging([TextLines.defaultName: text]) { $1 }, from: path.quoted)
    }
  }

  /// Shows from now on what lines of standard input say.
  func follow(_ lines: TextLines) {
    state.withLock { $0.sources.append(lines) }
    follow(lines.problem) { feed, problem in
      if let problem { feed.notes.report("standard input: \(problem)", kind: "\(problem.kind)") }
    }
    follow(lines.texts) { feed, texts in
      feed.noteUnknownNames(in: texts)
      feed.show(texts, from: "standard input")
    }
  }

  /// Takes in a value now and each time it is replaced, one after the other.
  private func follow<Value>(_ data: LiveData<Value>, _ take: @escaping @Sendable (TextFeed, Value) -> Void) {
    let turn = Mutex(())
    let update: @Sendable () -> Void = { [weak self] in
      // Read when it is its turn, so that the latest value is the last one that is taken.
      turn.withLock { _ in
        if let self { take(self, data.current.value) }
      }
    }
    let observation = data.onUpdate(update)
    state.withLock { $0.observations.append(observation) }
    update()
  }

  private func show(_ texts: NamedTexts, from source: String) {
    do {
      let new = try arrangement.pieces(of: texts)
      if new.first != title.current.value { title.update(new.first) }
      if new != pieces.current.value { pieces.update(new) }
    } catch {
      notes.report("\(source): \(error): the last text stays", kind: "markup")
    }
  }

  /// Reports names that nothing shows, each when it first comes: texts stay.
  private func noteUnknownNames(in texts: NamedTexts) {
    let unknown = Set(texts.keys).subtracting(arrangement.style.textNames)
    let new = state.withLock { state in
      defer { state.unknownNames.formUnion(unknown) }
      return unknown.subtracting(state.unknownNames)
    }
    guard let first = new.min() else { return }
    let known = arrangement.style.textNames.map { "\"\($0)\"" }.joined(separator: ", ")
    notes.report(
      "standard input: \(arrangement.style.content.name) does not show \(first.quoted): it shows \(known)",
      kind: "name")
  }
}

/// A piece of text as it was given, and what is drawn of it.
struct TextPiece: Sendable, Equatable {
  let source: String
  let text: Text

  /// - Throws: `MarkupError` for what is no markup and ought to be.
  init(_ source: String, isMarkup: Bool) throws(MarkupError) {
    self.source = source
    text = isMarkup ? try Text(markup: source) : Text(source)
  }

  static func == (one: TextPiece, other: TextPiece) -> Bool { one.source == other.source }
}

/// The values of `--style`.
enum TextOverlayStyle: String, CaseIterable, ExpressibleByArgument {
  case label
  case lowerThird = "lower-third"
  case ticker

  var content: Content {
    switch self {
    case .label: .label
    case .lowerThird: .lowerThird
    case .ticker: .ticker
    }
  }

  /// The texts that it shows, as lines of input name them.
  var textNames: [String] {
    self == .lowerThird ? [TextLines.defaultName, "title", "subtitle"] : [TextLines.defaultName]
  }
}

/// How the pieces of text that a style shows come from texts by name.
struct TextArrangement: Sendable {
  let style: TextOverlayStyle
  let isMarkup: Bool

  /// The pieces in order: one of a label, each line of a ticker, a title and perhaps a subtitle of a lower third.
  ///
  /// - Throws: `MarkupError` for what is no markup and ought to be.
  func pieces(of texts: NamedTexts) throws(MarkupError) -> [TextPiece] {
    var pieces: [TextPiece] = []
    for source in sources(in: texts) { pieces.append(try TextPiece(source, isMarkup: isMarkup)) }
    return pieces
  }

  private func sources(in texts: NamedTexts) -> [String] {
    let text = texts[TextLines.defaultName] ?? ""
    switch style {
    case .label: return text.isBlank ? [] : [text]
    case .ticker: return text.lines
    case .lowerThird:
      // What is named goes before what stands in lines, of which the first is the title.
      var rest = text.lines[...]
      guard let title = texts["title"]?.onOneLine ?? rest.popFirst() else { return [] }
      let subtitle = texts["subtitle"]?.onOneLine ?? rest.joined(separator: " ")
      return subtitle.isEmpty ? [title] : [title, subtitle]
    }
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The lines in which something stands.
  fileprivate var lines: [String] {
    split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
  }

  /// The lines as one; `nil` when nothing stands in them.
  fileprivate var onOneLine: String? {
    isBlank ? nil : lines.joined(separator: " ")
  }
}
