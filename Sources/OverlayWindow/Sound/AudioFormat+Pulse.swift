import CPulse
import OverlayRender

/// The format as libpulse describes it.
extension AudioFormat {
  var sampleSpecification: pa_sample_spec {
    pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(sampleRate), channels: UInt8(channelCount))
  }

  /// The channels; `nil` if the library does not know them.
  var channelMap: pa_channel_map? {
    var map = pa_channel_map()
    return overlay_pa_channel_map_parse(&map, Self.channelNames[channelCount - 1]) == nil ? nil : map
  }

  /// The channels for each number of them, in FFmpeg's default order.
  private static let channelNames = [
    "mono",
    "front-left,front-right",
    "front-left,front-right,lfe",
    "front-left,front-right,front-center,rear-center",
    "front-left,front-right,front-center,rear-left,rear-right",
    "front-left,front-right,front-center,lfe,rear-left,rear-right",
    "front-left,front-right,front-center,lfe,rear-center,side-left,side-right",
    "front-left,front-right,front-center,lfe,rear-left,rear-right,side-left,side-right",
  ]
}
