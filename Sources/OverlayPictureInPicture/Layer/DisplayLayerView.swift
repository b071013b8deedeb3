import OverlayRender
import Synchronization

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
///
/// Pictures in formats other than `bgraPremultiplied` are converted when they are displayed, on the thread that
/// enqueues them or on the thread of the timebase. Only the parts that changed are converted.
public struct DisplayLayerView: View {
  private let picture: LiveLayerPicture

  /// Creates a view of a layer.
  public init(_ layer: SampleBufferDisplayLayer) {
    picture = LiveLayerPicture(layer)
  }

  /// The picture of the layer; nothing if it has none.
  public var body: some View {
    LiveView(picture.current) { [picture] entry in
      PictureView(pixels: entry.value, naturalSize: entry.value?.format.size ?? PixelSize(1, 1))
        .scaling(picture.layer.videoGravity.scaling)
    }
  }
}

/// The picture of a layer as a live value, in the format in which views are drawn.
private final class LiveLayerPicture: Sendable {
  let layer: SampleBufferDisplayLayer
  let current: LiveData<PixelBuffer?>
  private let subscription: Subscription

  init(_ layer: SampleBufferDisplayLayer) {
    self.layer = layer
    let converter = LayerPictureConverter()
    current = converter.current
    subscription = layer.observePicture { [weak layer] picture in
      if let failure = converter.show(picture.pixelBuffer, damage: picture.damage) { layer?.fail(failure) }
    }
    if let failure = converter.begin(with: layer.copyDisplayedPixelBuffer) { layer.fail(failure) }
  }
}

/// Converts pictures to `bgraPremultiplied`, where they changed. The lock keeps their order.
private final class LayerPictureConverter: Sendable {
  private struct State: ~Copyable {
    var converter: FrameConverter?
    var hasBegun = false
  }

  let current = LiveData<PixelBuffer?>(nil)
  private let state = Mutex(State())

  /// Shows the picture that is there already, unless another one was shown since.
  func begin(with picture: () -> PixelBuffer?) -> DisplayLayerFailure? {
    state.withLock { state in state.hasBegun ? nil : show(picture(), damage: nil, &state) }
  }

  /// Shows a picture.
  ///
  /// - Parameter damage: The difference from the picture before.
  func show(_ picture: PixelBuffer?, damage: Damage) -> DisplayLayerFailure? {
    state.withLock { state in show(picture, damage: damage, &state) }
  }

  private func show(_ picture: PixelBuffer?, damage: Damage?, _ state: inout State) -> DisplayLayerFailure? {
    state.hasBegun = true
    guard let picture, picture.format.pixelFormat != .bgraPremultiplied else {
      state.converter = nil
      current.update(picture)
      return nil
    }
    do throws(FrameConverterError) {
      let converter: FrameConverter
      if let current = state.converter, current.source == picture.format {
        converter = current
      } else {
        converter = try FrameConverter(from: picture.format, to: picture.format.with(.bgraPremultiplied))
        state.converter = converter
      }
      current.update(try converter.convert(picture, damage: damage ?? Damage(picture.format.bounds)))
      return nil
    } catch {
      return DisplayLayerFailure(error.description)
    }
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
