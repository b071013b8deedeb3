/// A still picture, at its own size unless it is told to scale.
///
///     try Image(file: "logo.png").scaling(.fit).frame(width: 200, height: 80)
public struct Image: View {
  /// The pixels of the picture, in `bgraPremultiplied`.
  public let pixels: PixelBuffer
  private var content: PictureContent

  /// Makes an image of pixels in `bgraPremultiplied`.
  ///
  /// - Throws: ``ImageError`` when they are in another format.
  public init(pixels: PixelBuffer) throws(ImageError) {
    guard pixels.format.pixelFormat == .bgraPremultiplied else {
      throw ImageError(.unsupportedPixelFormat(pixels.format.pixelFormat))
    }
    self.init(pixels)
  }

  /// Makes an image of the bytes of a file: PNG, or what a registered decoder knows (``ImageDecoders``).
  ///
  /// - Throws: ``ImageError`` when there is no picture in them.
  public init(data: some Sequence<UInt8>) throws(ImageError) {
    do throws(ImageError.Reason) {
      self.init(try ImageDecoders.decode(Array(data)))
    } catch {
      throw ImageError(error)
    }
  }

  /// Makes an image of a file: PNG, or what a registered decoder knows (``ImageDecoders``).
  ///
  /// To follow a file that others rewrite, use ``ImageFile``.
  ///
  /// - Parameter path: A regular file of at most 256 MiB.
  /// - Throws: ``ImageError`` when the file cannot be read, or there is no picture in it.
  public init(file path: String) throws(ImageError) {
    self.init(try ImageDecoders.picture(ofFile: path))
  }

  private init(_ pixels: PixelBuffer) {
    self.pixels = pixels
    content = PictureContent(pixels: pixels, naturalSize: pixels.format.size)
  }

  /// The size of the picture, in pixels.
  public var naturalSize: PixelSize { content.naturalSize }

  /// The same image, scaled into the space that it is offered.
  public func scaling(_ scaling: ImageScaling) -> Image {
    var scaled = self
    scaled.content.scaling = scaling
    return scaled
  }

  /// The same image, with its pixels made larger or smaller in another way.
  public func interpolation(_ interpolation: ImageInterpolation) -> Image {
    var interpolated = self
    interpolated.content.interpolation = interpolation
    return interpolated
  }

  /// The picture, without anything around it.
  public var body: some View {
    PictureView(content: content)
  }
}

/// A picture as it is drawn.
struct PictureView: PrimitiveView {
  let content: PictureContent

  /// Adds one leaf.
  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(.picture(content))
  }
}
