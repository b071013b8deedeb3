import OverlayRender
import Testing

@testable import OverlayMedia
