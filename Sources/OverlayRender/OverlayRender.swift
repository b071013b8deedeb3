// Programs import only this module.
@_exported import OverlayBase
@_exported import OverlayCaptions
