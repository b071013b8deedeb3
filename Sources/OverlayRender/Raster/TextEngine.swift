import CCairo
import Synchronization

/// Shapes texts, and caches the most recently used ones. All renderers with the same fonts share one.
// `@unchecked`: Pango is used, and the caches are changed, only while `ShapedText.shaping` is locked.
final class TextEngine: TextMeasurer, @unchecked Sendable {
  private struct Key: Hashable {
    let shape: TextShape
    let width: Double?
  }

  let fonts: FontMap
  /// The masks of the glyphs.
  let masks = CoverageMasks()
  private let context: OpaquePointer
  /// The context for vertical text: most scripts are rotated in it, and CJK characters are upright when the text is
  /// turned clockwise.
  private let verticalContext: OpaquePointer
  private let digits = DigitCells()
  private let templates: DigitTemplates?
  private var texts: RecentCache<Key, ShapedText>

  /// The engines in use.
  private static let engines = Mutex<[FontConfiguration: WeakEngine]>([:])

  private struct WeakEngine {
    weak var engine: TextEngine?
  }

  /// Returns the engine for a configuration, which exists as long as it is used.
  static func shared(for configuration: FontConfiguration) throws(FontError) -> TextEngine {
    // Creating an engine takes long, but another thread that needs the same one would only create a second one.
    let result = engines.withLock { engines -> Result<TextEngine, FontError> in
      if let engine = engines[configuration]?.engine { return .success(engine) }
      let created = Result { () throws(FontError) in try TextEngine(configuration) }
      if case .success(let engine) = created {
        engines = engines.filter { $0.value.engine != nil }
        engines[configuration] = WeakEngine(engine: engine)
      }
      return created
    }
    return try result.get()
  }

  /// Creates a cache for shaped texts of about `capacity` bytes, plus as many bytes of texts that were used before
  /// them: enough for some hundred labels. Without templates, each text is shaped as a whole.
  init(_ configuration: FontConfiguration, capacity: Int = 1 << 20, usesTemplates: Bool = true) throws(FontError) {
    ShapedText.shaping.lock()
    defer { ShapedText.shaping.unlock() }
    texts = RecentCache(capacity: capacity)
    templates = usesTemplates ? DigitTemplates() : nil
    fonts = try FontMap(configuration)
    guard let context = fonts.makeContext(), let verticalContext = fonts.makeContext() else { throw .noFonts }
    self.context = context
    self.verticalContext = verticalContext
    pango_context_set_base_gravity(verticalContext, PANGO_GRAVITY_EAST)
    pango_context_set_gravity_hint(verticalContext, PANGO_GRAVITY_HINT_NATURAL)
  }

  deinit {
    ShapedText.shaping.withLock {
      g_object_unref(UnsafeMutableRawPointer(context))
      g_object_unref(UnsafeMutableRawPointer(verticalContext))
    }
  }

  func metrics(of shape: TextShape, width: Double?) -> TextMetrics {
    shaped(shape, width: width).metrics
  }

  func changedInk(from old: TextShape, to new: TextShape, width: Double?) -> Damage? {
    guard !old.isVertical, !new.isVertical else { return nil }
    let oldText = shaped(old, width: width)
    let newText = shaped(new, width: width)
    guard oldText.inset == newText.inset else { return nil }
    return newText.recording.changedInk(since: oldText.recording, dx: -newText.inset)
  }

  /// The approximate number of bytes in cached texts.
  var cachedByteCount: Int { ShapedText.shaping.withLock { texts.cost } }

  /// Changes the number of bytes for which there is a cache.
  func addCapacity(_ byteCount: Int) {
    _ = ShapedText.shaping.withLock { texts.changeCapacity(by: byteCount) }
  }

  /// Returns the glyphs of a text, cached or shaped now.
  func shaped(_ shape: TextShape, width: Double?) -> ShapedText {
    let shape = shape.countable
    // A text with a limit of lines is cut even if it does not wrap.
    let width = shape.wraps || shape.minimumScale < 1 || shape.lineLimit != nil ? width : nil
    return ShapedText.shaping.withLock {
      texts.value(for: Key(shape: shape, width: width), cost: Self.bytes(of: shape)) {
        guard width == nil, let templates else { return typeset(shape, width: width) }
        return templates.text(shape) { typeset($0, width: nil) }
      }
    }
  }

  private func typeset(_ shape: TextShape, width: Double?) -> ShapedText {
    ShapedText(shape, width: width, context: shape.isVertical ? verticalContext : context, digits: digits)
  }

  /// Returns the approximate size of a shaped text in memory: its layout, its glyphs, the attributes of its runs, and
  /// its annotations, which are laid out like a text.
  static func bytes(of shape: TextShape) -> Int {
    2048 + 128 * shape.string.utf8.count + 1024 * shape.runs.count
      + shape.annotations.reduce(0) { $0 + 2048 + 128 * $1.text.utf8.count }
  }
}
