/// The picture in a file that another program may rewrite. ``ImageFileSource`` describes when a new picture is shown.
///
///     ImageFile(path: "/run/show/logo.png").scaling(.fit).frame(width: 200, height: 80)
///
/// It looks like an ``Image``. Until there is a picture, it shows nothing and takes no space.
public struct ImageFile: PrimitiveView {
  private let source: ImageFileSource
  private var scaling = ImageScaling.none
  private var interpolation = ImageInterpolation.good

  /// Creates a view of a source.
  public init(_ source: ImageFileSource) {
    self.source = source
  }

  /// Creates a view of the file at `path`. Views of the same path share a source, which follows the file while one of
  /// them is shown.
  public init(path: String) {
    source = .shared(path: path)
  }

  /// Returns the view with its picture scaled into the space offered.
  public func scaling(_ scaling: ImageScaling) -> ImageFile {
    var scaled = self
    scaled.scaling = scaling
    return scaled
  }

  /// Returns the view with another interpolation of its pixels.
  public func interpolation(_ interpolation: ImageInterpolation) -> ImageFile {
    var interpolated = self
    interpolated.interpolation = interpolation
    return interpolated
  }

  func addNodes(to builder: inout SceneBuilder) {
    // The scope holds the source and not only its picture, so that the file is followed as long as the scope exists.
    builder.scope("ImageFile") { [source, scaling, interpolation] builder in
      guard let pixels = builder.entry(of: source.picture).value else { return }
      builder.leaf(
        .picture(
          PictureContent(
            pixels: pixels, naturalSize: pixels.format.size, scaling: scaling, interpolation: interpolation)))
    }
  }
}
