/// The text of a file that another program rewrites; see ``TextFileSource`` for what it shows when.
///
///     TextFile(path: "/run/show/title.txt").font(size: 48, weight: .bold)
///
/// It looks like ``Text`` in the style of its surroundings.
public struct TextFile: View {
  let source: TextFileSource

  /// Shows the text of a source.
  public init(_ source: TextFileSource) {
    self.source = source
  }

  /// Shows the text of the file at `path`. Views of one path share one source, which is followed while one is shown.
  public init(path: String) {
    source = .shared(path: path)
  }

  /// The text of the file as it is at the frame.
  public var body: some View {
    // The source, not its text alone, is what the view in the tree holds: so the file is followed as long as it is there.
    ChangingView("TextFile") { [source] in Text($0.entry(of: source.text).value) }
  }
}
