import CCairo

/// A subclass of `PangoRenderer` that records what Pango draws of a layout instead of drawing it.
///
/// So Pango itself determines the position of underlines, the effect of gravity, the colors of runs, and the drawing
/// order.
final class GlyphRecorder {
  private(set) var glyphs: [GlyphRecording.Glyph] = []
  private(set) var steps: [GlyphRecording.Step] = []

  /// Records a layout with its left edge at the origin and its top edge `top` pixels below it, followed by its
  /// annotations.
  init(_ layout: OpaquePointer, top: Int, lines: [PlacedLine]?, annotations: [PlacedAnnotation]) {
    guard let object = g_object_new_with_properties(GlyphRecorder.type, 0, nil, nil) else { return }
    defer { g_object_unref(object) }
    g_object_set_data(object, GlyphRecorder.key, Unmanaged.passUnretained(self).toOpaque())
    UnsafeMutableRawPointer(object).withMemoryRebound(to: PangoRenderer.self, capacity: 1) {
      if let lines {
        for line in lines {
          pango_renderer_draw_layout_line(
            $0, line.line, Int32(clamping: line.x), Int32(clamping: line.baseline + top << 10))
        }
      } else {
        pango_renderer_draw_layout($0, layout, 0, Int32(clamping: top << 10))
      }
      for annotation in annotations {
        pango_renderer_draw_layout_line(
          $0, annotation.line, Int32(clamping: annotation.x), Int32(clamping: annotation.baseline))
      }
    }
  }

  private func record(
    _ string: UnsafeMutablePointer<PangoGlyphString>, in font: UnsafeMutablePointer<PangoFont>, x: Int, y: Int,
    _ paint: GlyphRecording.Paint
  ) {
    let start = glyphs.count
    var pen = x
    for position in 0..<Int(string.pointee.num_glyphs) {
      let info = string.pointee.glyphs[position]
      defer { pen += Int(info.geometry.width) }
      guard info.glyph != GlyphRecording.emptyGlyph else { continue }
      var extents = PangoRectangle()
      pango_font_get_glyph_extents(font, info.glyph, &extents, nil)
      glyphs.append(
        GlyphRecording.Glyph(
          font: font, index: info.glyph, extents: extents, x: pen + Int(info.geometry.x_offset), baseline: y,
          yOffset: Int(info.geometry.y_offset), isColored: info.attr.is_color != 0))
    }
    // Color glyphs are drawn differently, so each sequence of glyphs of the same kind is a step.
    var first = start
    for index in start..<glyphs.count where index + 1 == glyphs.count || isColored(index) != isColored(index + 1) {
      steps.append(isColored(first) ? .pictures(first..<index + 1) : .glyphs(first..<index + 1, paint))
      first = index + 1
    }
  }

  private func isColored(_ index: Int) -> Bool { glyphs[index].isColored }

  /// The GObject type, registered once in a process.
  private static let type: GType = g_type_register_static_simple(
    pango_renderer_get_type(), "OverlayRenderGlyphRecorder", guint(MemoryLayout<PangoRendererClass>.size),
    { type, _ in
      guard let methods = type?.assumingMemoryBound(to: PangoRendererClass.self) else { return }
      methods.pointee.draw_glyphs = { renderer, font, string, x, y in
        guard let renderer, let font, let string else { return }
        let paint = GlyphRecorder.paint(of: PANGO_RENDER_PART_FOREGROUND, in: renderer)
        GlyphRecorder.of(renderer)?.record(string, in: font, x: Int(x), y: Int(y), paint)
      }
      methods.pointee.draw_rectangle = { renderer, part, x, y, width, height in
        guard let renderer else { return }
        let rectangle = GlyphRecording.Rectangle(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        let paint = GlyphRecorder.paint(of: part, in: renderer)
        GlyphRecorder.of(renderer)?.steps.append(.rectangle(rectangle, paint))
      }
      methods.pointee.draw_error_underline = { renderer, x, y, width, height in
        guard let renderer else { return }
        // The wave is three times as high as a line is thick. It is recorded as a straight line in its middle.
        let rectangle = GlyphRecording.Rectangle(
          x: Int(x), y: Int(y + height / 3), width: Int(width), height: Int(height / 3))
        let paint = GlyphRecorder.paint(of: PANGO_RENDER_PART_UNDERLINE, in: renderer)
        GlyphRecorder.of(renderer)?.steps.append(.rectangle(rectangle, paint))
      }
    }, guint(MemoryLayout<PangoRenderer>.size), nil, GTypeFlags(0))

  private static let key = "overlay-render-recorder"

  private static func of(_ renderer: UnsafeMutablePointer<PangoRenderer>) -> GlyphRecorder? {
    renderer.withMemoryRebound(to: GObject.self, capacity: 1) { g_object_get_data($0, key) }
      .map { Unmanaged<GlyphRecorder>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func paint(
    of part: PangoRenderPart, in renderer: UnsafeMutablePointer<PangoRenderer>
  ) -> GlyphRecording.Paint {
    let color = pango_renderer_get_color(renderer, part)?.pointee
    let alpha = pango_renderer_get_alpha(renderer, part)
    return GlyphRecording.Paint(
      color: color.map {
        Color(red: Double($0.red) / 65535, green: Double($0.green) / 65535, blue: Double($0.blue) / 65535)
      },
      // In Pango, an alpha of 0 means that no alpha is set.
      alpha: alpha == 0 ? nil : Double(alpha) / 65535)
  }
}
