/// The text of a file that another program may rewrite. ``TextFileSource`` describes when a new text is shown.
///
///     TextFile(path: "/run/show/title.txt").font(size: 48, weight: .bold)
///
/// It looks like a ``Text`` in the inherited style.
public struct TextFile: View {
  let source: TextFileSource

  /// Creates a view of a source.
  public init(_ source: TextFileSource) {
    self.source = source
  }

  /// Creates a view of the file at `path`. Views of the same path share a source, which follows the file while one of
  /// them is shown.
  public init(path: String) {
    source = .shared(path: path)
  }

  /// The text of the file at the frame's time.
  public var body: some View {
    // The view in the tree holds the source and not only its text, so that the file is followed as long as the view
    // exists.
    ChangingView("TextFile") { [source] in Text($0.entry(of: source.text).value) }
  }
}
