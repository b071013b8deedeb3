/// A still picture. By default it has its natural size.
///
///     try Image(file: "logo.png").scaling(.fit).frame(width: 200, height: 80)
public struct Image: View {
  /// The pixels of the picture, in `bgraPremultiplied`.
  public let pixels: PixelBuffer

  /// Creates an image from pixels in `bgraPremultiplied`.
  ///
  /// - Throws: ``ImageError`` if the pixels are in another format.
  public init(pixels: PixelBuffer) throws(ImageError) {
    guard pixels.format.pixelFormat == .bgraPremultiplied else {
      throw ImageError(.unsupportedPixelFormat(pixels.format.pixelFormat))
    }
    self.init(pixels)
  }

  /// Creates an image from the data of a file, in PNG or a format with a registered decoder (``ImageDecoders``). The
  /// module OverlayMedia registers one for JPEG, WebP, GIF, BMP and TIFF.
  ///
  /// - Throws: ``ImageError`` if the data is not a picture.
  public init(data: some Sequence<UInt8>) throws(ImageError) {
    do throws(ImageError.Reason) {
      self.init(try ImageDecoders.decode(Array(data)))
    } catch {
      throw ImageError(error)
    }
  }

  /// Creates an image from a file, in PNG or a format with a registered decoder (``ImageDecoders``). The module
  /// OverlayMedia registers one for JPEG, WebP, GIF, BMP and TIFF.
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
  }

  /// The size of the picture, in pixels.
  public var naturalSize: PixelSize { pixels.format.size }

  /// The picture.
  public var body: some View {
    PictureView(pixels: pixels, naturalSize: naturalSize)
  }
}

extension View {
  /// Scales the pictures in this view into the space offered to each of them.
  ///
  /// It applies to ``Image``, ``ImageFile``, ``PixelSourceView`` and movies, which otherwise have their natural size.
  public func scaling(_ scaling: ImageScaling) -> EnvironmentView<Self> {
    environment { $0.imageScaling = scaling }
  }

  /// Sets the way in which the pixels of the pictures in this view are scaled. The default is
  /// ``ImageInterpolation/good``.
  public func interpolation(_ interpolation: ImageInterpolation) -> EnvironmentView<Self> {
    environment { $0.imageInterpolation = interpolation }
  }
}

/// A picture to draw, scaled as the environment says.
package struct PictureView: PrimitiveView {
  /// The pixels, in `bgraPremultiplied`; `nil` to draw nothing.
  let pixels: PixelBuffer?
  let naturalSize: PixelSize

  package init(pixels: PixelBuffer?, naturalSize: PixelSize) {
    self.pixels = pixels
    self.naturalSize = naturalSize
  }

  func addNodes(to builder: inout SceneBuilder) {
    let environment = builder.environment
    builder.leaf(
      .picture(
        PictureContent(
          pixels: pixels, naturalSize: naturalSize, scaling: environment.imageScaling,
          interpolation: environment.imageInterpolation)))
  }
}
