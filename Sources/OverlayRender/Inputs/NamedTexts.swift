import Foundation

/// Texts by the names that a layout has for them.
public typealias NamedTexts = [String: String]

/// What lines of input make of named texts.
struct NamedTextsInput {
  /// The most names there may be beside that of plain lines; a program that invents names must not fill the memory.
  static let nameLimit = 256

  private(set) var texts: NamedTexts
  private var lineCount = 0

  init(_ texts: NamedTexts) {
    self.texts = texts
  }

  /// Takes in a line; returns what is wrong with it.
  mutating func take(_ line: LineSplitter.Line) -> TextLinesProblem? {
    lineCount += 1
    // Windows' programs put a byte order mark before the first line.
    let text = lineCount == 1 && line.text.hasPrefix("\u{FEFF}") ? String(line.text.dropFirst()) : line.text
    guard text.hasPrefix("{") else {
      texts[TextLines.defaultName] = text
      return line.isCut ? .cut(line: lineCount) : nil
    }
    guard !line.isCut, let named = try? JSONDecoder().decode(NamedTexts.self, from: Data(text.utf8)) else {
      return .notNamedTexts(line: lineCount, text: text)
    }
    let merged = texts.merging(named) { $1 }
    guard merged.count(where: { $0.key != TextLines.defaultName }) <= Self.nameLimit else {
      return .tooManyNames(line: lineCount)
    }
    texts = merged
    return nil
  }
}
