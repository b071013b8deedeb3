import ArgumentParser
import OverlayRender

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
