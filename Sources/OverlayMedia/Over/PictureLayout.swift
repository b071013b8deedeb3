import CFFmpeg
import OverlayRender

/// The layout of the pictures of a movie in an output, and of the overlay on them.
struct PictureLayout: Equatable {
  /// The format in which frames are decoded, in the orientation in which they are stored.
  let decoded: VideoFormat
  /// The format of the pictures with the overlay.
  let output: VideoFormat
  /// The turn from decoded pictures to those with the overlay.
  let pictureTurn: Orientation
  /// The size at which the overlay is drawn: the size at which the movie is shown.
  let overlaySize: PixelSize
  /// The turn from overlays to pictures.
  let overlayTurn: Orientation

  /// Creates the layout for an output.
  ///
  /// - Parameters:
  ///   - pictures: The properties of the movie.
  ///   - pixelFormat: The pixel format of the output.
  ///   - isUpright: Whether the pictures are turned as they are shown, because the output holds no orientation.
  ///   - hasSquarePixels: Whether the pixels become square, because the output holds no pixel aspect ratio.
  init(
    _ pictures: PictureProperties, pixelFormat: PixelFormat, isUpright: Bool, hasSquarePixels: Bool
  ) throws(VideoFormatError) {
    let size = hasSquarePixels ? pictures.squareSize : pictures.codedSize
    // A matrix that is not known depends on the stored size, whatever the size of the output.
    let matrix = pictures.colorMatrix ?? .standard(for: pictures.codedSize)
    decoded = try VideoFormat(size: size, pixelFormat: pixelFormat, matrix: matrix, range: pictures.colorRange)
    pictureTurn = isUpright ? pictures.orientation : .upright
    output = try VideoFormat(
      size: pictureTurn.size(of: size), pixelFormat: pixelFormat, matrix: matrix, range: pictures.colorRange)
    overlaySize = pictures.naturalSize
    overlayTurn = isUpright ? .upright : pictures.orientation.inverse
  }
}

extension PictureProperties {
  /// The transfer function, as far as drawing depends on it.
  var transferFunction: TransferFunction {
    switch AVColorTransferCharacteristic(color.transfer) {
    case AVCOL_TRC_SMPTE2084: .perceptualQuantizer
    case AVCOL_TRC_ARIB_STD_B67: .hybridLogGamma
    default: .standard
    }
  }

  /// The position of color differences that share pixels. Without information it is the usual one.
  var chromaSiting: ChromaSiting {
    switch AVChromaLocation(color.chromaLocation) {
    case AVCHROMA_LOC_CENTER: .center
    case AVCHROMA_LOC_TOPLEFT: .topLeft
    default: .left
    }
  }
}

extension PixelFormat {
  /// The formats in which the pictures of a movie can be drawn on, if no output requires another one.
  static let ofMovies: [PixelFormat] = [
    .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10, .yuva420p, .yuva444p10le, .bgra, .gray,
  ]
}
