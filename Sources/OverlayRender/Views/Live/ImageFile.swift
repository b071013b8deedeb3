/// The picture in a file that another program may rewrite. ``ImageFileSource`` describes when a new picture is shown.
///
///     ImageFile(path: "/run/show/logo.png").scaling(.fit).frame(width: 200, height: 80)
///
/// It looks like an ``Image``. Until there is a picture, it shows nothing and takes no space.
public struct ImageFile: View {
  private let source: ImageFileSource

  /// Creates a view of a source.
  public init(_ source: ImageFileSource) {
    self.source = source
  }

  /// Creates a view of the file at `path`. Views of the same path share a source, which follows the file while one of
  /// them is shown.
  public init(path: String) {
    source = .shared(path: path)
  }

  /// The picture of the file at the frame's time.
  public var body: some View {
    // The view in the tree holds the source and not only its picture, so that the file is followed as long as the view
    // exists.
    ChangingView("ImageFile") { [source] in
      $0.entry(of: source.picture).value.map { PictureView(pixels: $0, naturalSize: $0.format.size) }
    }
  }
}
