/// The text of a file that another program rewrites; see ``TextFileSource`` for what it shows when.
///
///     TextFile(path: "/run/show/title.txt").font(size: 48, weight: .bold)
///
/// It looks like ``Text`` in the style of its surroundings.
public struct TextFile: PrimitiveView {
  let source: TextFileSource

  /// Shows the text of a source.
  public init(_ source: TextFileSource) {
    self.source = source
  }

  /// Shows the text of the file at `path`. Views of one path share one source, which is followed while one is shown.
  public init(path: String) {
    source = .shared(path: path)
  }

  /// Adds a scope with one leaf that changes with the text.
  func addNodes(to builder: inout SceneBuilder) {
    // The source, not its text alone, is what the scope holds: so the file is followed as long as the scope is there.
    builder.scope("TextFile") { [source] builder in
      Text(builder.entry(of: source.text).value).resolve(into: &builder)
    }
  }
}
