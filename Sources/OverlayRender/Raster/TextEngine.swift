import CCairo

/// Shapes texts and keeps the latest of them.
final class TextEngine: TextMeasurer {
  private struct Key: Hashable {
    let shape: TextShape
    let width: Double?
  }

  let fonts: FontMap
  private let context: OpaquePointer
  /// The same for lines that are columns: most scripts lie on their side in it, and CJK stands upright once the text is
  /// turned clockwise.
  private let verticalContext: OpaquePointer
  private let digits = DigitCells()
  private var texts: RecentCache<Key, ShapedText>

  /// Keeps shaped texts of about `capacity` bytes, and as many of those that were used before them: some
  /// hundred labels, and not an hour's messages.
  init(_ configuration: FontConfiguration, capacity: Int = 1 << 20) throws(FontError) {
    texts = RecentCache(capacity: capacity)
    fonts = try FontMap(configuration)
    guard let context = fonts.makeContext(), let verticalContext = fonts.makeContext() else { throw .noFonts }
    self.context = context
    self.verticalContext = verticalContext
    pango_context_set_base_gravity(verticalContext, PANGO_GRAVITY_EAST)
    pango_context_set_gravity_hint(verticalContext, PANGO_GRAVITY_HINT_NATURAL)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(verticalContext))
  }

  func metrics(of shape: TextShape, width: Double?) -> TextMetrics {
    shaped(shape, width: width).metrics
  }

  func changedInk(from old: TextShape, to new: TextShape, width: Double?) -> Damage? {
    guard !old.isVertical, !new.isVertical else { return nil }
    let oldText = shaped(old, width: width)
    let newText = shaped(new, width: width)
    guard oldText.inset == newText.inset else { return nil }
    return newText.walk.changedInk(since: oldText.walk, dx: -newText.inset)
  }

  /// About how many bytes the shaped texts take that are kept.
  var keptBytes: Int { texts.cost }

  /// The glyphs of a text, shaped now or lately.
  func shaped(_ shape: TextShape, width: Double?) -> ShapedText {
    let shape = shape.countable
    return texts.value(for: Key(shape: shape, width: width), cost: Self.bytes(of: shape)) {
      ShapedText(shape, width: width, context: shape.isVertical ? verticalContext : context, digits: digits)
    }
  }

  /// About what a shaped text takes in memory: its layout, its glyphs, the attributes and pieces of its runs, and its
  /// annotations, which are laid out as a text is.
  private static func bytes(of shape: TextShape) -> Int {
    2048 + 128 * shape.string.utf8.count + 1024 * shape.runs.count
      + shape.annotations.reduce(0) { $0 + 2048 + 128 * $1.text.utf8.count }
  }
}
