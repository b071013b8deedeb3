/// A still picture. By default it has its natural size.
///
///     try Image(file: "logo.png").scaling(.fit).frame(width: 200, height: 80)
public struct Image: View {
  /// The pixels of the picture, in `bgraPremultiplied`.
  public let pixels: PixelBuffer
  private var content: PictureContent

  /// Creates an image from pixels in `bgraPremultiplied`.
  ///
  /// - Throws: ``ImageError`` if the pixels are in another format.
  public init(pixels: PixelBuffer) throws(ImageError) {
    guard pixels.format.pixelFormat == .bgraPremultiplied else {
      throw ImageError(.unsupportedPixelFormat(pixels.format.pixelFormat))
    }
    self.init(pixels)
  }

  /// Creates an image from the data of a file, in PNG or a format with a registered decoder (``ImageDecoders``).
  ///
  /// - Throws: ``ImageError`` if the data is not a picture.
  public init(data: some Sequence<UInt8>) throws(ImageError) {
    do throws(ImageError.Reason) {
      self.init(try ImageDecoders.decode(Array(data)))
    } catch {
      throw ImageError(error)
    }
  }

  /// Creates an image from a file, in PNG or a format with a registered decoder (``ImageDecoders``).
  ///
  /// To follow a file that another program rewrites, use ``ImageFile``.
  ///
  /// - Parameter path: The path of a regular file of at most 256 MiB.
  /// - Throws: ``ImageError`` if the file cannot be read or is not a picture.
  public init(file path: String) throws(ImageError) {
    self.init(try ImageDecoders.picture(ofFile: path))
  }

  private init(_ pixels: PixelBuffer) {
    self.pixels = pixels
    content = PictureContent(pixels: pixels, naturalSize: pixels.format.size)
  }

  /// The size of the picture, in pixels.
  public var naturalSize: PixelSize { content.naturalSize }

  /// Returns the image scaled into the space offered.
  public func scaling(_ scaling: ImageScaling) -> Image {
    var scaled = self
    scaled.content.scaling = scaling
    return scaled
  }

  /// Returns the image with another interpolation of its pixels.
  public func interpolation(_ interpolation: ImageInterpolation) -> Image {
    var interpolated = self
    interpolated.content.interpolation = interpolation
    return interpolated
  }

  /// The picture.
  public var body: some View {
    PictureView(content: content)
  }
}

/// A picture to draw.
struct PictureView: PrimitiveView {
  let content: PictureContent

  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(.picture(content))
  }
}
