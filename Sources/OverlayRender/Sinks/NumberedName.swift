import FoundationEssentials

/// A pattern for file names with a number, as for printf: one `%d` or `%05d`, and `%%` for a percent sign.
struct NumberedName {
  /// The text of the pattern.
  let pattern: String
  private let prefix: String
  private let suffix: String
  private let digits: Int?

  /// Whether the pattern contains a number. A pattern without a number stands for one name.
  var hasNumber: Bool { digits != nil }

  /// Reads a pattern.
  ///
  /// - Throws: `SinkError.badPattern` for a second number or any other `%`.
  init(_ pattern: String) throws(SinkError) {
    var parts = [""]
    var digits: Int?
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      let position = pattern.distance(from: pattern.startIndex, to: rest.startIndex)
      if rest.first == "%" {
        parts[parts.count - 1].append("%")
      } else if digits == nil, let width = Self.takeWidth(from: &rest), rest.first == "d" {
        digits = width
        parts.append("")
      } else {
        throw .badPattern(pattern: pattern, position: position)
      }
      rest.removeFirst()
    }
    self.pattern = pattern
    prefix = parts[0]
    suffix = parts.count > 1 ? parts[1] : ""
    self.digits = digits
  }

  /// Returns the name of the file with a number (from 1), padded with zeros to the width in the pattern.
  func name(_ number: Int) -> String {
    guard let digits else { return prefix }
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// Returns the number in a name that `name(_:)` returns, or `nil` for any other name.
  func number(in name: some StringProtocol) -> Int? {
    guard hasNumber, name.utf8.count > prefix.utf8.count + suffix.utf8.count, name.hasPrefix(prefix),
      name.hasSuffix(suffix)
    else { return nil }
    guard let number = Int(name.dropFirst(prefix.count).dropLast(suffix.count)), number > 0 else { return nil }
    return self.name(number) == name ? number : nil
  }

  /// Returns the numbers of the existing files with such names, in ascending order.
  func numbersOfFiles() -> [Int] {
    guard hasNumber else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .compactMap { number(ofEntry: $0) }
      .filter { (try? SystemCalls.status(of: name($0), followingLink: false)) != nil }
      .sorted()
  }

  /// Returns whether one of the names leads to a file, or will lead to it when the file is created.
  func leads(to file: FileIdentity) -> Bool {
    if let number = file.newName.flatMap(number(ofEntry:)), FileIdentity(name(number)) == file { return true }
    return numbersOfFiles().contains { FileIdentity(name($0)) == file }
  }

  /// The folder with the numbered entries: files, or folders as in `%d/frame.png`.
  private var folder: String { Folders.parent(of: prefix + "0") }

  /// Returns the number of an entry in the folder.
  private func number(ofEntry entry: String) -> Int? {
    let leading = prefix.hasPrefix(folder + "/") ? folder + "/" : folder == "/" ? "/" : ""
    let rest = suffix.firstIndex(of: "/").map { suffix[$0...] } ?? ""
    return number(in: "\(leading)\(entry)\(rest)")
  }

  /// Scans `05` in `%05d`, or an empty width in `%d`. Returns nil for anything else.
  private static func takeWidth(from text: inout Substring) -> Int? {
    let width = text.prefix { $0.isASCII && $0.isNumber }
    text.removeFirst(width.count)
    if width.isEmpty { return 0 }
    return width.first == "0" && (2...3).contains(width.count) ? Int(width) : nil
  }
}
