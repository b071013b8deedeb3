extension FrameStream {
  /// The font size, in pixels, below which text is hard to read. Text that its view makes smaller keeps its own size.
  private static let legibleFontSize = 10.0

  /// Returns the smallest size in which all text that a view shows at its beginning can be read, with the aspect ratio
  /// of another size; `nil` if it shows none.
  ///
  /// - Parameters:
  ///   - view: A view that fills its space, and becomes smaller with it.
  ///   - size: The size in which the view is laid out.
  ///   - configuration: The configuration; its size is ignored.
  /// - Throws: `FontError` if there are no fonts to measure with.
  package static func smallestLegibleSize(
    of view: some View, in size: PixelSize, configuration: RenderConfiguration
  ) throws(FontError) -> PixelSize? {
    let text = try TextEngine.shared(for: configuration.fonts)
    let time = RenderTime(
      presentation: .zero, wallAnchor: configuration.start ?? HostClock.shared.wallTime,
      frameRate: configuration.frameRate)
    let scene = Scene(size: size, alignment: .center, at: time, measuredBy: text) { view.resolve(into: &$0) }
    guard let scale = scene.list.smallestScale(withFontSize: legibleFontSize) else { return nil }
    func side(_ length: Int) -> Int { Int((Double(length) * scale).limited(to: 1...1e6).rounded(.up)) }
    return PixelSize(side(size.width), side(size.height))
  }
}

extension DisplayList {
  /// Returns the smallest scale at which each text has a font size, or its own one if that is smaller; `nil` if there
  /// is no text.
  fileprivate func smallestScale(withFontSize limit: Double) -> Double? {
    var smallest: Double?
    // The scales of the members of each group, and where they end: what the window does, and what the view does itself.
    var groups: [(end: Int, magnification: Double, own: Double)] = []
    for (index, item) in items.enumerated() {
      while let group = groups.last, group.end <= index { groups.removeLast() }
      let (magnification, own) = (groups.last?.magnification ?? 1, groups.last?.own ?? 1)
      switch item.content {
      case .group(let effect, _):
        let end = index + 1 + item.memberCount
        let isMagnification = groups.isEmpty && effect.isMagnification
        groups.append(isMagnification ? (end, effect.scale, 1) : (end, magnification, own * effect.scale))
      case .text(let text, _):
        let size = text.shape.font.size * own
        guard size > 0, magnification > 0 else { continue }
        smallest = max(smallest ?? 0, min(limit / size, 1) / magnification)
      case .fill, .shape, .picture: continue
      }
    }
    return smallest
  }
}

extension Effect {
  /// Whether the effect is the one of `MagnificationWrapper`, if it is the outermost one.
  fileprivate var isMagnification: Bool {
    if case .transform(_, anchor: .topLeading) = self { true } else { false }
  }

  /// The factor by which lengths change.
  fileprivate var scale: Double {
    if case .transform(let transform, _) = self { abs(transform.determinant).squareRoot() } else { 1 }
  }
}
