import CCairo
enum ShapeDrawing {
  static func addPath(_ outline: ShapeOutline, size: Size, to context: OpaquePointer) {
    switch outline {
    case .rectangle: cairo_rectangle(context, 0, 0, size.width, size.height)
    case .ellipse:
      cairo_save(context); cairo_translate(context, size.width / 2, size.height / 2); cairo_scale(context, max(size.width,0.01) / 2, max(size.height,0.01) / 2)
      cairo_arc(context, 0, 0, 1, 0, 2 * .pi); cairo_restore(context)
    }
  }
}
