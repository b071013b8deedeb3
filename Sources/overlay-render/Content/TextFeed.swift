import ArgumentParser
import OverlayRender
import Synchronization

/// The pieces of text to show, as live data.
final class TextFeed: Sendable {
  /// The current pieces.
  let pieces: LiveData<[TextPiece]>
  /// The first piece, with whose changes a lower third slides in. It is updated before the pieces, and only if it
  /// differs.
  let title: LiveData<TextPiece?>

  private let composition: TextComposition
  private let notes: RunNotes
  private struct State {
    /// The sources, which must stay alive to follow their files or read their lines.
    var sources: [any Sendable] = []
    var observations: [Subscription] = []
    var unknownNames: Set<String> = []
  }

  private let state = Mutex(State())

  /// Creates a feed of constant texts.
  ///
  /// - Throws: `MarkupError` if the markup is invalid.
  init(_ texts: NamedTexts, _ composition: TextComposition, notes: RunNotes) throws(MarkupError) {
    let pieces = try composition.pieces(of: texts)
    self.composition = composition
    self.notes = notes
    self.pieces = LiveData(pieces)
    title = LiveData(pieces.first)
  }

  /// Follows a file. Texts with other names stay.
  func follow(_ file: TextFileSource, keeping texts: NamedTexts) {
    state.withLock { $0.sources.append(file) }
    follow(file.problem) { feed, problem in
      if let problem { feed.notes.report("\(problem)", kind: "\(problem)") }
    }
    follow(file.text) { [path = file.path] feed, text in
      feed.show(texts.merging([TextLines.defaultName: text]) { $1 }, from: path.quoted)
    }
  }

  /// Follows lines of standard input.
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

  /// Handles the current value, and each new one, one after the other.
  private func follow<Value>(_ data: LiveData<Value>, _ handle: @escaping @Sendable (TextFeed, Value) -> Void) {
    let lock = Mutex(())
    let update: @Sendable () -> Void = { [weak self] in
      // The value is read inside the lock, so that the latest value is handled last.
      lock.withLock { _ in
        if let self { handle(self, data.current.value) }
      }
    }
    let observation = data.onUpdate(update)
    state.withLock { $0.observations.append(observation) }
    update()
  }

  private func show(_ texts: NamedTexts, from source: String) {
    do {
      let new = try composition.pieces(of: texts)
      if new.first != title.current.value { title.update(new.first) }
      if new != pieces.current.value { pieces.update(new) }
    } catch {
      notes.report("\(source): \(error): the previous text stays", kind: "markup")
    }
  }

  /// Reports names that the style does not show, each name once.
  private func noteUnknownNames(in texts: NamedTexts) {
    let unknown = Set(texts.keys).subtracting(composition.style.textNames)
    let new = state.withLock { state in
      defer { state.unknownNames.formUnion(unknown) }
      return unknown.subtracting(state.unknownNames)
    }
    guard let first = new.min() else { return }
    let known = composition.style.textNames.map { "\"\($0)\"" }.joined(separator: ", ")
    notes.report(
      "standard input: \(composition.style.content.name) does not show \(first.quoted): it shows \(known)",
      kind: "name")
  }
}

/// A piece of text: the source and the text to draw.
struct TextPiece: Sendable, Equatable {
  let source: String
  let text: Text

  /// - Throws: `MarkupError` if the markup is invalid.
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

  var content: RunContent {
    switch self {
    case .label: .label
    case .lowerThird: .lowerThird
    case .ticker: .ticker
    }
  }

  /// The names of the texts that the style shows.
  var textNames: [String] {
    self == .lowerThird ? [TextLines.defaultName, "title", "subtitle"] : [TextLines.defaultName]
  }
}

/// Composes the pieces of text of a style from named texts.
struct TextComposition: Sendable {
  let style: TextOverlayStyle
  let isMarkup: Bool

  /// The pieces in order: one for a label, each line of a ticker, the title and an optional subtitle of a lower third.
  ///
  /// - Throws: `MarkupError` if the markup is invalid.
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
      // Named texts take precedence over lines. The first line is the title.
      var remaining = text.lines[...]
      guard let title = texts["title"]?.onOneLine ?? remaining.popFirst() else { return [] }
      let subtitle = texts["subtitle"]?.onOneLine ?? remaining.joined(separator: " ")
      return subtitle.isEmpty ? [title] : [title, subtitle]
    }
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The lines that are not blank.
  fileprivate var lines: [String] {
    split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
  }

  /// The lines joined into one; `nil` if all are blank.
  fileprivate var onOneLine: String? {
    isBlank ? nil : lines.joined(separator: " ")
  }
}
