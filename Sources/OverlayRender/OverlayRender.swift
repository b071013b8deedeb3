@_exported import OverlayBase
