import CCairo

extension Rasterizer {
  /// A group with its members.
  struct Group {
    let item: DisplayItem
    let effect: Effect
    let size: PixelSize
    let members: ArraySlice<DisplayItem>

    var phase: Phase { item.phase ?? .zero }

    /// The pixels that the members may touch, relative to the origin of the group.
    var memberInk: PixelRect {
      var ink = PixelRect.zero
      var index = members.startIndex
      while index < members.endIndex {
        ink = ink.union(members[index].ink)
        index += 1 + members[index].memberCount
      }
      return ink
    }

    /// The direct members, each with its own members. A mask group has two: the mask and the content.
    var parts: [ArraySlice<DisplayItem>] {
      var parts: [ArraySlice<DisplayItem>] = []
      var index = members.startIndex
      while index < members.endIndex {
        let end = index + 1 + members[index].memberCount
        parts.append(members[index..<end])
        index = end
      }
      return parts
    }

    func key(area: PixelRect) -> ContentSurfaces.Key {
      // Equal content has equal keys, whatever nodes it belongs to.
      let members = members.map { member in
        var member = member
        member.identity = 0
        return member
      }
      return ContentSurfaces.Key(content: item.content, phase: item.phase, members: members, area: area)
    }
  }

  /// Draws a group with its origin at a place.
  func draw(_ group: Group, at place: Place, on context: OpaquePointer) throws(RasterError) {
    let origin = (dx: group.item.x, dy: group.item.y)
    let ink = group.item.ink.offsetBy(dx: place.x - origin.dx, dy: place.y - origin.dy)
    let inside = place.clipped(to: ink)
    switch group.effect {
    case .opacity(let opacity):
      if opacity >= 1 { return try draw(group.members, at: place, on: context) }
      guard opacity > 0 else { return }
      try layer(of: group.members, at: inside).paint(x: 0, y: 0, opacity: opacity, on: context)
    case .blend(let mode):
      let layer = try layer(of: group.members, at: inside)
      cairo_save(context)
      defer { cairo_restore(context) }
      cairo_set_operator(context, mode.cairoOperator)
      layer.setSource(x: 0, y: 0, on: context)
      context.addRectangle(inside.clip)
      cairo_fill(context)
    case .clip(let outline):
      try drawClipped(group, by: outline, at: inside, on: context)
    case .mask:
      try drawMasked(group, at: inside, on: context)
    case .shadow(let shadow):
      try drawShadow(shadow, of: group, at: place, on: context)
      try draw(group.members, at: place, on: context)
    case .blur(let radius):
      try drawBlurred(group, by: Blur(radius: radius), at: place, on: context)
    case .colors(.identity):
      try draw(group.members, at: place, on: context)
    case .colors(let filter):
      let layer = try layer(of: group.members, at: inside)
      layer.recolor(by: filter)
      layer.paint(x: 0, y: 0, on: context)
    case .wipe(let edge, let fraction):
      let wipe = Wipe(from: edge, fraction: fraction, size: group.size, phase: group.phase)
      try drawWiped(group, by: wipe, at: inside, on: context)
    case .transform(.identity, _):
      try draw(group.members, at: place, on: context)
    case .transform:
      try drawTransformed(group, at: place, on: context)
    }
  }

  private func drawClipped(
    _ group: Group, by outline: ShapeOutline, at place: Place, on context: OpaquePointer
  ) throws(RasterError) {
    if outline == .rectangle, group.phase == .zero {
      cairo_save(context)
      defer { cairo_restore(context) }
      let box = PixelRect(group.size).offsetBy(dx: place.x, dy: place.y)
      context.addRectangle(box)
      cairo_clip(context)
      return try draw(group.members, at: place.clipped(to: box), on: context)
    }
    let area = visible(PixelRect(group.size).widened(for: group.item.phase), at: place)
    let key = ContentSurfaces.Key(content: group.item.content, phase: group.item.phase, members: [], area: area)
    let coverage = try surfaces.surface(key, kind: .coverage) { context in
      cairo_translate(context, group.phase.offset.x, group.phase.offset.y)
      ShapeDrawing.addPath(outline, size: Size(group.size), to: context)
      cairo_fill(context)
    }
    try layer(of: group.members, at: place).setSource(x: 0, y: 0, on: context)
    coverage.mask(x: place.x, y: place.y, on: context)
  }

  /// Draws whole pixels on the visible side of the line unchanged, and pixels that the line divides with partial
  /// opacity.
  private func drawWiped(
    _ group: Group, by wipe: Wipe, at place: Place, on context: OpaquePointer
  ) throws(RasterError) {
    let members = group.memberInk
    try context.withClip(to: place.clip.intersection(wipe.shown(of: members).offsetBy(dx: place.x, dy: place.y))) {
      (clip) throws(RasterError) in
      try draw(group.members, at: place.clipped(to: clip), on: context)
    }
    let divided = place.clip.intersection(wipe.divided(of: members).offsetBy(dx: place.x, dy: place.y))
    guard !divided.isEmpty else { return }
    try layer(of: group.members, at: place.clipped(to: divided))
      .paint(x: 0, y: 0, opacity: wipe.share, on: context)
  }

  private func drawMasked(_ group: Group, at place: Place, on context: OpaquePointer) throws(RasterError) {
    let parts = group.parts
    guard parts.count == 2 else { return }
    let mask = try layer(of: parts[0], kind: .coverage, at: place)
    try layer(of: parts[1], at: place).setSource(x: 0, y: 0, on: context)
    mask.mask(x: 0, y: 0, on: context)
  }

  /// Draws items on a layer of their own, within the clip of the place.
  private func layer(
    of items: ArraySlice<DisplayItem>, kind: ContentSurfaces.Kind = .picture, at place: Place
  ) throws(RasterError) -> ContentSurface {
    try surfaces.uncached(place.clip, kind: kind) { (context) throws(RasterError) in
      try draw(items, at: place, on: context)
    }
  }

  /// Draws the blurred coverage of the group in the color of the shadow.
  ///
  /// The shadow is drawn as a whole and cached if the same content was drawn before or if most of it is damaged.
  /// Otherwise only the damaged part is drawn, for content that changes all the time.
  private func drawShadow(
    _ shadow: Shadow, of group: Group, at place: Place, on context: OpaquePointer
  ) throws(RasterError) {
    let blur = Blur(radius: shadow.radius)
    let place = place.moved(x: shadow.offset.x, y: shadow.offset.y)
    let whole = group.memberInk.insetBy(dx: -blur.reach, dy: -blur.reach)
    let damaged = place.clip.offsetBy(dx: -place.x, dy: -place.y).intersection(whole)
    guard !damaged.isEmpty, shadow.color.alpha > 0 else { return }
    let key = group.key(area: visible(whole, at: place))
    let isKept = surfaces.contains(key)
    // A part drawn alone equals the same part of the whole only if the whole is not clipped.
    let isMostlyDamaged = 3 * damaged.area > whole.area || key.area != whole
    let drawsWhole =
      isKept || isMostlyDamaged || partialShadows.value(for: key, cost: key.byteCount) { picture } < picture
    let coverage: ContentSurface
    if drawsWhole {
      coverage = try surfaces.surface(key, kind: .coverage) { (context) throws(RasterError) in
        try draw(group.members, at: Place(clip: key.area, bounds: key.area), on: context)
      } finish: {
        $0.blur(blur, kind: .coverage)
      }
    } else {
      let area = damaged.insetBy(dx: -blur.reach, dy: -blur.reach).intersection(whole)
      coverage = try surfaces.uncached(area, kind: .coverage) { (context) throws(RasterError) in
        try draw(group.members, at: Place(clip: area, bounds: area), on: context)
      }
      coverage.blur(blur, kind: .coverage)
    }
    context.setSource(shadow.color)
    coverage.mask(x: place.x, y: place.y, on: context)
  }

  private func drawBlurred(
    _ group: Group, by blur: Blur, at place: Place, on context: OpaquePointer
  ) throws(RasterError) {
    let whole = group.memberInk.insetBy(dx: -blur.reach, dy: -blur.reach)
    guard !whole.isEmpty else { return }
    let key = group.key(area: visible(whole, at: place))
    let picture = try surfaces.surface(key, kind: .picture) { (context) throws(RasterError) in
      try draw(group.members, at: Place(clip: key.area, bounds: key.area), on: context)
    } finish: {
      $0.blur(blur, kind: .picture)
    }
    picture.paint(x: place.x, y: place.y, on: context)
  }

  private func drawTransformed(_ group: Group, at place: Place, on context: OpaquePointer) throws(RasterError) {
    let whole = group.item.ink.offsetBy(dx: -group.item.x, dy: -group.item.y)
    let area = visible(whole, at: place)
    guard !area.isEmpty else { return }
    let picture = try surfaces.surface(group.key(area: area), kind: .picture) { (context) throws(RasterError) in
      try drawFreely(group, on: context)
    }
    picture.paint(x: place.x, y: place.y, on: context)
  }
}
