/// The picture in a file that another program rewrites; see ``ImageFileSource`` for what it shows when.
///
///     ImageFile(path: "/run/show/logo.png").scaling(.fit).frame(width: 200, height: 80)
///
/// It looks like ``Image``. While there has been no picture it shows nothing and takes no room.
public struct ImageFile: PrimitiveView {
  private let source: ImageFileSource
  private var scaling = ImageScaling.none
  private var interpolation = ImageInterpolation.good

  /// Shows the picture of a source.
  public init(_ source: ImageFileSource) {
    self.source = source
  }

  /// Shows the picture in the file at `path`. Views of one path share one source, which is followed while one is shown.
  public init(path: String) {
    source = .shared(path: path)
  }

  /// The same view, its picture scaled into the space that it is offered.
  public func scaling(_ scaling: ImageScaling) -> ImageFile {
    var scaled = self
    scaled.scaling = scaling
    return scaled
  }

  /// The same view, with its pixels made larger or smaller in another way.
  public func interpolation(_ interpolation: ImageInterpolation) -> ImageFile {
    var interpolated = self
    interpolated.interpolation = interpolation
    return interpolated
  }

  /// Adds a scope with one leaf that changes with the picture.
  func addNodes(to builder: inout SceneBuilder) {
    // The source, not its picture alone, is what the scope holds: so the file is followed as long as the scope is there.
    builder.scope("ImageFile") { [source, scaling, interpolation] builder in
      guard let pixels = builder.entry(of: source.picture).value else { return }
      builder.leaf(
        .picture(
          PictureContent(
            pixels: pixels, naturalSize: pixels.format.size, scaling: scaling, interpolation: interpolation)))
    }
  }
}
