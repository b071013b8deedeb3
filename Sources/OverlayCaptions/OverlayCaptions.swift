// Captions consist of times and styles.
@_exported import OverlayBase
