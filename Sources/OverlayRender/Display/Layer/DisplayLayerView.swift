/// How a picture fits a surface with another aspect ratio; the counterpart of `AVLayerVideoGravity`.
public enum VideoGravity: Sendable, Hashable {
  /// The whole picture is visible, and the rest of the surface is transparent.
  case resizeAspect
  /// The picture fills the surface, and what exceeds it is cut off.
  case resizeAspectFill
  /// The picture is stretched to the surface.
  case resize
}

/// Shows the picture of a display layer, as the gravity of the layer says.
public struct DisplayLayerView: View {
  private let pictures: LayerPictures

  /// Creates a view of a layer.
  public init(_ layer: SampleBufferDisplayLayer) {
    pictures = LayerPictures(layer)
  }

  /// The picture of the layer; nothing if it has none.
  public var body: some View {
    LiveView(pictures.current) { [pictures] entry in
      PictureView(pixels: entry.value, naturalSize: entry.value?.format.size ?? PixelSize(1, 1))
        .scaling(pictures.layer.videoGravity.scaling)
    }
  }
}

/// The picture of a layer as a live value.
private final class LayerPictures: Sendable {
  let layer: SampleBufferDisplayLayer
  let current: LiveData<PixelBuffer?>
  private let subscription: Subscription

  init(_ layer: SampleBufferDisplayLayer) {
    self.layer = layer
    let current = LiveData(layer.copyDisplayedPixelBuffer())
    self.current = current
    subscription = layer.observePicture { current.update($0.pixelBuffer) }
  }
}

extension VideoGravity {
  /// The scaling of a picture with this gravity.
  fileprivate var scaling: ImageScaling {
    switch self {
    case .resizeAspect: .fit
    case .resizeAspectFill: .fill
    case .resize: .stretch
    }
  }
}
